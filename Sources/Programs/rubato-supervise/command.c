// Starts the command: a fork of the supervisor prepares itself and executes the command. The
// supervisor has one thread, so its child may call any function. The child reads the user database,
// since the supervisor can kill it if a directory server does not answer.
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/close_range.h>
#include <linux/keyctl.h>
#include <linux/sched.h>
#include <pwd.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "supervise.h"

// Sends the stage that has failed and its error to the supervisor, and ends the child.
static _Noreturn void fail(int failure_fd, int stage, int error) {
  struct failure failure = {.stage = stage, .error = error};
  ssize_t written = write(failure_fd, &failure, sizeof failure);
  (void)written;
  _exit(127);
}

// Writes a text to a file of a directory. Returns whether all of it was written; else sets errno.
static bool write_text(int directory_fd, const char *path, const char *text, size_t length) {
  int fd = openat(directory_fd, path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  bool done = write(fd, text, length) == (ssize_t)length;
  int error = errno;
  close(fd);
  errno = error;
  return done;
}

// Resets the priority by which the kernel spares a process when memory is full. A protected daemon
// must not pass its protection on to commands.
static void drop_protection_from_oom_killer(void) {
  char text[16] = {0};
  int fd = open("/proc/self/oom_score_adj", O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  if (read(fd, text, sizeof text - 1) > 0 && atoi(text) < 0) {
    ssize_t written = pwrite(fd, "0", 1, 0);
    (void)written;
  }
  close(fd);
}

// Changes to the user of the run, with the groups of that user. A failure ends the child.
static void become_user(uid_t uid, int failure_fd) {
  errno = 0;
  const struct passwd *user = getpwuid(uid);
  if (user == NULL) {
    // These errors also mean that the user does not exist (getpwuid(3)).
    bool absent = errno == ENOENT || errno == ESRCH || errno == EBADF || errno == EPERM;
    fail(failure_fd, RUBATO_STAGE_USER, absent ? 0 : errno);
  }
  // Otherwise the command would keep the daemon's session keyring (keyrings(7)).
  syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, NULL);
  // Lets the user open /dev/stdout, which is the name of this pipe.
  if (fchown(STDOUT_FILENO, uid, (gid_t)-1) != 0) { /* The user can still write to the pipe. */
  }
  if (initgroups(user->pw_name, user->pw_gid) != 0) fail(failure_fd, RUBATO_STAGE_GROUPS, errno);
  if (setresgid(user->pw_gid, user->pw_gid, user->pw_gid) != 0)
    fail(failure_fd, RUBATO_STAGE_GROUPS, errno);
  if (setresuid(uid, uid, uid) != 0) fail(failure_fd, RUBATO_STAGE_USER, errno);
}

// Makes the command inherit only its standard streams. Modules of the user database may have left
// other descriptors open.
static void close_other_descriptors_at_exec(void) {
  if (syscall(SYS_close_range, 3U, ~0U, CLOSE_RANGE_CLOEXEC) == 0) return;
  // Before Linux 5.11 (close_range(2)).
  for (int fd = 3; fd < 1024; fd++) fcntl(fd, F_SETFD, FD_CLOEXEC);
}

// Restores the default actions of all signals, and unblocks all signals, for the command.
static void restore_signals(void) {
  // By the system call: the daemon's posix_spawn leaves the signals 32 and 33 of glibc ignored, and
  // signal(3) does not change them. All bytes zero mean SIG_DFL without flags.
  const char by_default[64] = {0};
  for (int number = 1; number < NSIG; number++)
    syscall(SYS_rt_sigaction, number, by_default, NULL, NSIG / 8);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

// Returns the stage for a failed exec: an existing file that is reported as missing lacks its
// interpreter.
static int stage_of_exec(const char *path, int error) {
  return error == ENOENT && access(path, F_OK) == 0 ? RUBATO_STAGE_INTERPRETER : RUBATO_STAGE_EXEC;
}

// Prepares the child as ordered and executes the command. The order of the steps matters: the user
// is changed after the steps that need root, and before the directory is entered.
static _Noreturn void become_command(const struct order *order, pid_t supervisor, int output_fd,
                                     int failure_fd) {
  if (setsid() < 0) fail(failure_fd, RUBATO_STAGE_SESSION, errno);
  if (dup2(output_fd, STDOUT_FILENO) < 0 || dup2(output_fd, STDERR_FILENO) < 0)
    fail(failure_fd, RUBATO_STAGE_SESSION, errno);
  drop_protection_from_oom_killer();
  if (order->plan.flags & RUBATO_PLAN_HAS_UID) become_user(order->plan.uid, failure_fd);
  if (order->plan.flags & RUBATO_PLAN_HAS_UMASK) umask((mode_t)order->plan.umask);
  // Ends the command with its supervisor. Set after the change of user, which clears it
  // (PR_SET_PDEATHSIG(2const)).
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The supervisor may have ended before.
  if (getppid() != supervisor) _exit(127);
  if (chdir(order->directory) != 0) fail(failure_fd, RUBATO_STAGE_DIRECTORY, errno);
  close_other_descriptors_at_exec();
  restore_signals();
  execve(order->arguments[0], order->arguments, order->environment);
  int error = errno;
  fail(failure_fd, stage_of_exec(order->arguments[0], error), error);
}

// Forks a child that is in its cgroup before its first instruction (clone(2), Linux 5.7). Returns
// -1 if the kernel does not support that.
static pid_t fork_into_cgroup(void) {
  struct clone_args arguments = {
      .flags = CLONE_INTO_CGROUP, .exit_signal = SIGCHLD, .cgroup = RUBATO_FD_CGROUP};
  return (pid_t)syscall(SYS_clone3, &arguments, sizeof arguments);
}

// Starts the command in a child. A child that could not be forked into its cgroup moves there
// itself.
pid_t command_start(const struct order *order, int output_fd, int failure_fd,
                    struct failure *failure) {
  pid_t supervisor = getpid();
  bool has_cgroup = order->plan.flags & RUBATO_PLAN_HAS_CGROUP;
  pid_t child = has_cgroup ? fork_into_cgroup() : -1;
  bool is_inside = child >= 0;
  // On an older kernel, or under a filter of system calls that refuses clone3.
  if (child < 0) child = fork();
  if (child == 0) {
    if (has_cgroup && !is_inside && !write_text(RUBATO_FD_CGROUP, "cgroup.procs", "0", 1))
      fail(failure_fd, RUBATO_STAGE_CGROUP, errno);
    become_command(order, supervisor, output_fd, failure_fd);
  }
  if (child < 0) *failure = (struct failure){.stage = RUBATO_STAGE_FORK, .error = errno};
  return child;
}
