// moment DUE FILE: appends the milliseconds from DUE to its start to FILE. DUE is in seconds of the wall clock, or
// `minute`: the beginning of the present minute, for schedulers without seconds. moment --timerfd FIRST STEP COUNT
// FILE: starts itself COUNT times, from FIRST on, every STEP seconds. This is the least lateness that a process on this
// machine can have.

#include <fcntl.h>
#include <spawn.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

extern char **environ;

static void wait_until(double due) {
  struct itimerspec at = {0};
  at.it_value.tv_sec = (time_t)due;
  at.it_value.tv_nsec = (long)((due - (double)at.it_value.tv_sec) * 1e9);
  int timer = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC);
  if (timer < 0 || timerfd_settime(timer, TFD_TIMER_ABSTIME, &at, NULL)) err(1, "timerfd");
  uint64_t times;
  if (read(timer, &times, sizeof times) != sizeof times) err(1, "timerfd");
  close(timer);
}

static void start_all(double first, double step, long count, char *file) {
  for (long number = 0; number < count; number++) {
    char due[32];
    snprintf(due, sizeof due, "%.3f", first + step * (double)number);
    wait_until(strtod(due, NULL));
    char *arguments[] = {"moment", due, file, NULL};
    pid_t child;
    if (posix_spawn(&child, "/proc/self/exe", NULL, NULL, arguments, environ)) errx(1, "posix_spawn failed");
    waitpid(child, NULL, 0);
  }
}

int main(int count, char **arguments) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (count == 6 && !strcmp(arguments[1], "--timerfd")) {
    start_all(strtod(arguments[2], NULL), strtod(arguments[3], NULL), atol(arguments[4]), arguments[5]);
    return 0;
  }
  if (count != 3) errx(2, "usage: moment DUE FILE | moment --timerfd FIRST STEP COUNT FILE");
  int is_minute = !strcmp(arguments[1], "minute");
  double due = is_minute ? (double)(now.tv_sec / 60 * 60) : strtod(arguments[1], NULL);
  double late = ((double)now.tv_sec - due) * 1000 + (double)now.tv_nsec / 1e6;
  int file = open(arguments[2], O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) err(1, "%s", arguments[2]);
  dprintf(file, "%.3f\n", late);
}
