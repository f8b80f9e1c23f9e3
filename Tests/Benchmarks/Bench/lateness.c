// lateness FIFO: listens to one stubborn command (see stubborn.c) and prints, in microseconds of
// CLOCK_MONOTONIC, when it started, was warned and ended, and what to add for the wall clock.

#include <fcntl.h>
#include <unistd.h>

#include "bench.h"

static long long wall_offset(void) {
  struct timespec wall;
  clock_gettime(CLOCK_REALTIME, &wall);
  return wall.tv_sec * 1000000LL + wall.tv_nsec / 1000 - now_microseconds();
}

int main(int count, char **arguments) {
  if (count != 2) errx(2, "usage: lateness FIFO");
  measure_at_once();
  int fifo = open(arguments[1], O_RDONLY | O_CLOEXEC);
  if (fifo < 0) err(1, "%s", arguments[1]);
  static char told[4096];
  size_t length = 0;
  ssize_t got;
  while ((got = read(fifo, told + length, sizeof told - 1 - length)) > 0) length += (size_t)got;
  long long end = now_microseconds();

  long long start, warned;
  if (sscanf(told, "%lld %lld", &start, &warned) != 2) errx(1, "was not warned; it told: %s", told);
  printf("%lld %lld %lld %lld\n", start, warned, end, wall_offset());
}
