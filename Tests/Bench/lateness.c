// lateness FIFO BUDGET GRACE: listens to one stubborn command (see stubborn.c) and prints by how
// many milliseconds its warning came after its BUDGET, and its end after the GRACE (both seconds).

#include <fcntl.h>
#include <unistd.h>

#include "bench.h"

int main(int count, char **arguments) {
  if (count != 4) errx(2, "usage: lateness FIFO BUDGET GRACE");
  int fifo = open(arguments[1], O_RDONLY | O_CLOEXEC);
  if (fifo < 0) err(1, "%s", arguments[1]);
  static char told[4096];
  size_t length = 0;
  ssize_t got;
  while ((got = read(fifo, told + length, sizeof told - 1 - length)) > 0) length += (size_t)got;
  int64_t end = now_microseconds();

  long long start, warned;
  if (sscanf(told, "%lld %lld", &start, &warned) != 2) errx(1, "was not warned; it told: %s", told);
  double budget = atof(arguments[2]) * 1e6, grace = atof(arguments[3]) * 1e6;
  printf("%.2f %.2f\n", ((double)(warned - start) - budget) / 1000, ((double)(end - warned) - grace) / 1000);
}
