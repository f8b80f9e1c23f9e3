// spawn COUNT COMMAND [ARGUMENT...]: runs the command COUNT times, one after the other, without its output. Prints the
// median time from start to exit in milliseconds. The command must exit with 0.

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include "bench.h"

extern char **environ;

static int compare(const void *left, const void *right) {
  int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
  return (a > b) - (a < b);
}

static int64_t run_once(char **command, posix_spawn_file_actions_t *actions) {
  pid_t pid;
  int status;
  int64_t start = now_microseconds();
  int failure = posix_spawnp(&pid, command[0], actions, NULL, command, environ);
  if (failure) errx(1, "%s: %s", command[0], strerror(failure));
  if (waitpid(pid, &status, 0) < 0) err(1, "waitpid");
  int64_t end = now_microseconds();
  if (status) errx(1, "%s: exit status %d; run the command manually", command[0], WEXITSTATUS(status));
  return end - start;
}

int main(int count, char **arguments) {
  if (count < 3) errx(2, "usage: spawn COUNT COMMAND [ARGUMENT...]");
  int rounds = atoi(arguments[1]);
  if (rounds < 1) errx(2, "COUNT must be at least 1");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);

  int64_t *times = calloc((size_t)rounds, sizeof *times);
  for (int round = 0; round < rounds; round++) times[round] = run_once(arguments + 2, &actions);
  qsort(times, (size_t)rounds, sizeof *times, compare);
  printf("%.2f\n", times[rounds / 2] / 1000.0);
}
