// Functions of the small programs of the benchmark.
#pragma once

#include <err.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>

/// Returns CLOCK_MONOTONIC in microseconds. All processes of the machine have the same clock.
static inline int64_t now_microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

static inline struct sockaddr_un socket_address(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) errx(2, "socket path too long: %s", path);
  strcpy(address.sun_path, path);
  return address;
}

/// Gives the calling process a real-time priority, if that is permitted, so that its own wait for a processor is not
/// part of the measured lateness.
static inline void measure_immediately(void) {
  struct sched_param first = {.sched_priority = 1};
  sched_setscheduler(0, SCHED_FIFO, &first);
}
