// From the supervisor to the command. The supervisor has one thread, so its child may call
// anything; the user database is asked here, where a directory server that does not answer can
// still be killed.
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

static _Noreturn void fail(int failure_fd, int stage, int error) {
  struct failure failure = {.stage = stage, .error = error};
  ssize_t written = write(failure_fd, &failure, sizeof failure);
  (void)written;
  _exit(127);
}

static bool write_text(int directory_fd, const char *path, const char *text, size_t length) {
  int fd = openat(directory_fd, path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  bool done = write(fd, text, length) == (ssize_t)length;
  int error = errno;
  close(fd);
  errno = error;
  return done;
}

// A daemon that is protected from the killer of a full memory must not hand that on.
static void be_an_ordinary_victim(void) {
  char text[16] = {0};
  int fd = open("/proc/self/oom_score_adj", O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  if (read(fd, text, sizeof text - 1) > 0 && atoi(text) < 0) {
    ssize_t written = pwrite(fd, "0", 1, 0);
    (void)written;
  }
  close(fd);
}

static void become_user(uid_t uid, int failure_fd) {
  errno = 0;
  const struct passwd *user = getpwuid(uid);
  if (user == NULL) {
    // getpwuid(3): these, too, say no more than "not found".
    bool absent = errno == ENOENT || errno == ESRCH || errno == EBADF || errno == EPERM;
    fail(failure_fd, RUBATO_STAGE_USER, absent ? 0 : errno);
  }
  // Without a session keyring of its own the command would hold the daemon's (keyrings(7)).
  syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, NULL);
  // So that the user may open /dev/stdout, which means this pipe, by its name.
  if (fchown(STDOUT_FILENO, uid, (gid_t)-1) != 0) { /* only the name is lost */
  }
  if (initgroups(user->pw_name, user->pw_gid) != 0) fail(failure_fd, RUBATO_STAGE_GROUPS, errno);
  if (setresgid(user->pw_gid, user->pw_gid, user->pw_gid) != 0)
    fail(failure_fd, RUBATO_STAGE_GROUPS, errno);
  if (setresuid(uid, uid, uid) != 0) fail(failure_fd, RUBATO_STAGE_USER, errno);
}

// The descriptors that a module of the user database left open go as well.
static void close_the_rest(void) {
  if (syscall(SYS_close_range, 3U, ~0U, CLOSE_RANGE_CLOEXEC) == 0) return;
  // Before Linux 5.11 (close_range(2)).
  for (int fd = 3; fd < 1024; fd++) fcntl(fd, F_SETFD, FD_CLOEXEC);
}

static void restore_signals(void) {
  // By the system call: glibc's posix_spawn, by which this process came, leaves its own signals 32
  // and 33 ignored, and its signal(3) does not touch them. All zero is SIG_DFL without flags.
  const char by_default[64] = {0};
  for (int number = 1; number < NSIG; number++)
    syscall(SYS_rt_sigaction, number, by_default, NULL, NSIG / 8);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static int stage_of_exec(const char *path, int error) {
  return error == ENOENT && access(path, F_OK) == 0 ? RUBATO_STAGE_INTERPRETER : RUBATO_STAGE_EXEC;
}

static _Noreturn void become_command(const struct order *order, pid_t supervisor, int output_fd,
                                     int failure_fd) {
  if (setsid() < 0) fail(failure_fd, RUBATO_STAGE_SESSION, errno);
  if (dup2(output_fd, STDOUT_FILENO) < 0 || dup2(output_fd, STDERR_FILENO) < 0)
    fail(failure_fd, RUBATO_STAGE_SESSION, errno);
  be_an_ordinary_victim();
  if (order->plan.flags & RUBATO_PLAN_HAS_UID) become_user(order->plan.uid, failure_fd);
  if (order->plan.flags & RUBATO_PLAN_HAS_UMASK) umask((mode_t)order->plan.umask);
  // After the change of user, which clears it (PR_SET_PDEATHSIG(2const)).
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != supervisor) _exit(127);
  if (chdir(order->directory) != 0) fail(failure_fd, RUBATO_STAGE_DIRECTORY, errno);
  close_the_rest();
  restore_signals();
  execve(order->arguments[0], order->arguments, order->environment);
  int error = errno;
  fail(failure_fd, stage_of_exec(order->arguments[0], error), error);
}

// Linux 5.7 puts a child into its cgroup before its first instruction (clone(2)).
static pid_t fork_into_cgroup(void) {
  struct clone_args arguments = {
      .flags = CLONE_INTO_CGROUP, .exit_signal = SIGCHLD, .cgroup = RUBATO_FD_CGROUP};
  return (pid_t)syscall(SYS_clone3, &arguments, sizeof arguments);
}

pid_t command_start(const struct order *order, int output_fd, int failure_fd,
                    struct failure *failure) {
  pid_t supervisor = getpid();
  bool has_cgroup = order->plan.flags & RUBATO_PLAN_HAS_CGROUP;
  pid_t child = has_cgroup ? fork_into_cgroup() : -1;
  bool is_inside = child >= 0;
  // An older kernel, or a filter that refuses clone3, which it cannot look into.
  if (child < 0) child = fork();
  if (child == 0) {
    if (has_cgroup && !is_inside && !write_text(RUBATO_FD_CGROUP, "cgroup.procs", "0", 1))
      fail(failure_fd, RUBATO_STAGE_CGROUP, errno);
    become_command(order, supervisor, output_fd, failure_fd);
  }
  if (child < 0) *failure = (struct failure){.stage = RUBATO_STAGE_FORK, .error = errno};
  return child;
}
