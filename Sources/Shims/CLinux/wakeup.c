#define _GNU_SOURCE
#include "wakeup.h"

#include <errno.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <time.h>

int rubato_wakeup_open(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void rubato_wakeup_send(int wakeup) { eventfd_write(wakeup, 1); }

void rubato_wakeup_take(int wakeup) {
  eventfd_t count;
  eventfd_read(wakeup, &count);
}

void rubato_name_thread(const char *name) { prctl(PR_SET_NAME, name); }

int rubato_semaphore_wait(sem_t *semaphore, int64_t nanoseconds) {
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  end.tv_sec += nanoseconds / 1000000000;
  end.tv_nsec += nanoseconds % 1000000000;
  if (end.tv_nsec >= 1000000000) {
    end.tv_sec++;
    end.tv_nsec -= 1000000000;
  }
  int code;
  do code = sem_clockwait(semaphore, CLOCK_MONOTONIC, &end);
  while (code != 0 && errno == EINTR);
  return code == 0;
}
