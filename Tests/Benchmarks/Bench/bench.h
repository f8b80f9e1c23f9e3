// What the small programs of the benchmark share.
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

/// CLOCK_MONOTONIC in microseconds; the same clock in every process of the machine.
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

/// Gets the processor as soon as there is something to measure, where that is allowed: what is
/// measured is how late others are, not how long the measuring process waits for its turn.
static inline void measure_at_once(void) {
  struct sched_param first = {.sched_priority = 1};
  sched_setscheduler(0, SCHED_FIFO, &first);
}
