// rubato-supervise --keep: the first program of a unit whose user cannot read the unit's journal.
// It leaves a process behind that keeps the output in files, and executes the command. Therefore
// the command itself is the main process of the unit, and its exit is that of the unit.
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

// Returns the number of a decimal argument.
static int64_t number(const char *text) { return strtoll(text, NULL, 10); }

// Stores the output of the command until no process has the pipe open, and exits. Signals to the
// unit do not end this process, since they are for the command; a kill of the unit does.
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

// Starts the process that keeps the output, as a grandchild: the command must not have a child that
// it did not start. Returns whether it was started.
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

// Opens the directory of outputs with the number that output.c uses. Called before the pipe is
// created, which could otherwise get that number.
static bool open_outputs(const char *path) {
  int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0 || fd == RUBATO_FD_OUTPUT) return fd >= 0;
  bool done = dup3(fd, RUBATO_FD_OUTPUT, O_CLOEXEC) >= 0;
  close(fd);
  return done;
}

// Leaves the process that keeps the output, and executes the command. Without that process, the
// command writes to the journal, and only its stored output is missing.
int keep_output(int count, char **arguments) {
  int ends[2];
  if (count <= PROGRAM) {
    fputs("rubato-supervise --keep is started by units of rubatod\n", stderr);
    return 2;
  }

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
