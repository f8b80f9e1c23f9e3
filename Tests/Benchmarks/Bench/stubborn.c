// stubborn FIFO: writes the times of its start and of SIGTERM to the FIFO, in microseconds of CLOCK_MONOTONIC, and
// continues. For the reader of the FIFO, a kill is the end of the file.

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "bench.h"

int main(int count, char **arguments) {
  int64_t start = now_microseconds();
  if (count != 2) errx(2, "usage: stubborn FIFO");
  sigset_t warning;
  sigemptyset(&warning);
  sigaddset(&warning, SIGTERM);
  sigprocmask(SIG_BLOCK, &warning, NULL);
  measure_immediately();
  int fifo = open(arguments[1], O_WRONLY | O_CLOEXEC);
  if (fifo < 0) err(1, "%s", arguments[1]);
  dprintf(fifo, "%lld\n", (long long)start);
  for (;;)
    if (sigwaitinfo(&warning, NULL) == SIGTERM) dprintf(fifo, "%lld\n", (long long)now_microseconds());
}
