// rubato-supervise --keep: how a unit of a user begins whose journal that user cannot read. It leaves a
// process behind that keeps the output in files, and becomes the command. The unit's main process is
// therefore the command itself, with its own exit.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "supervise.h"

enum {
  exec_failed = 203,  // systemd's own status of that (systemd.exec(5))
  turn_bytes = 1 << 18,
};

enum argument { DIRECTORY, NAME, LIMIT, START, NEWEST, OLDER, PROGRAM };

static int64_t number(const char *text) { return strtoll(text, NULL, 10); }

// Until nothing has the pipe open any more. Signals to the unit are for the command; a kill of the
// unit ends this process as well.
static _Noreturn void keep(char **arguments, int pipe_fd) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  setsid();
  umask(077);
  int null_fd = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) dup2(null_fd, fd);
  struct rubato_plan plan = {.output_limit_bytes = number(arguments[LIMIT]),
                             .output_start = number(arguments[START]),
                             .output_segment = number(arguments[NEWEST]),
                             .output_previous = number(arguments[OLDER])};
  snprintf(plan.output_name, sizeof plan.output_name, "%s", arguments[NAME]);
  struct output output;
  output_open(&output, &plan);
  while (output_pump(&output, pipe_fd, turn_bytes)) continue;
  _exit(0);
}

// By a grandchild: the command must not find a child that it did not start.
static bool leave_keeper(char **arguments, const int ends[2]) {
  pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) {
    close(ends[1]);
    pid_t keeper = fork();
    if (keeper == 0) keep(arguments, ends[0]);
    _exit(keeper < 0);
  }
  int status = 1;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return status == 0;
}

// The directory as output.c expects it. Before the pipe, which could otherwise have that number.
static bool open_outputs(const char *path) {
  int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0 || fd == RUBATO_FD_OUTPUT) return fd >= 0;
  bool done = dup3(fd, RUBATO_FD_OUTPUT, O_CLOEXEC) >= 0;
  close(fd);
  return done;
}

int keep_output(int count, char **arguments) {
  int ends[2];
  if (count <= PROGRAM) {
    fputs("rubato-supervise --keep is started by units of rubatod\n", stderr);
    return 2;
  }
  // Without a keeper the command writes to the journal, and only its output is lost.
  if (open_outputs(arguments[DIRECTORY]) && pipe2(ends, O_CLOEXEC) == 0) {
    if (leave_keeper(arguments, ends)) {
      dup2(ends[1], STDOUT_FILENO);
      dup2(ends[1], STDERR_FILENO);
    }
  }
  execv(arguments[PROGRAM], arguments + PROGRAM);
  fprintf(stderr, "%s cannot be executed: %s\n", arguments[PROGRAM], strerror(errno));
  return exec_failed;
}
