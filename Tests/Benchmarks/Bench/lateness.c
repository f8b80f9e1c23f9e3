// lateness FIFO: reads the times of a stubborn command (see stubborn.c). Prints its start, its signal and its end in
// microseconds of CLOCK_MONOTONIC, and the offset of the wall clock.

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
  measure_immediately();
  int fifo = open(arguments[1], O_RDONLY | O_CLOEXEC);
  if (fifo < 0) err(1, "%s", arguments[1]);
  static char text[4096];
  size_t length = 0;
  ssize_t got;
  while ((got = read(fifo, text + length, sizeof text - 1 - length)) > 0) length += (size_t)got;
  long long end = now_microseconds();

  long long start, warned;
  if (sscanf(text, "%lld %lld", &start, &warned) != 2) errx(1, "received no signal; it reported: %s", text);
  printf("%lld %lld %lld %lld\n", start, warned, end, wall_offset());
}
