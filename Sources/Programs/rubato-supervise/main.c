// rubato-supervise: stands between rubatod and one run. It starts the command, keeps what it
// writes, tells the daemon how it went, and does not leave before everything that the command
// started is gone. In C, because it lives as long as the run and there may be many.
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "supervise.h"

// There is no Swift in this program; the libraries that Swift's linker adds are dropped.
__attribute__((section(".swift1_autolink_entries"), used)) static const char link_options[] =
    "-Wl,--as-needed";

enum {
  linger_ms = 250,        // what the command left behind may finish its last output
  silent_ms = 20,         // and, once it can write no more, exit
  blow_interval_ms = 20,  // between two blows, unless a death comes first
  survivors_ms = 10000,   // then the daemon is told that something does not die
  survivor_interval_ms = 1000,
  turn_bytes = 1 << 18,  // of output, before anything else is looked at again
  last_bytes = 1 << 20,
};

enum phase { LAUNCHING, RUNNING, LINGERING, KILLING, DONE };

static struct {
  enum phase phase;
  struct order order;
  struct output output;
  struct failure failure;
  int daemon_fd, signal_fd, failure_fd, pipe_fd, events_fd;
  pid_t command;
  int status;
  bool has_cgroup, is_reaped, is_over, is_childless, is_reported;
  uint32_t flags;
  int64_t deadline_ms;  // of the phase, or none (-1)
} run = {.failure_fd = -1, .pipe_fd = -1, .events_fd = -1, .deadline_ms = -1};

static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void close_fd(int *fd) {
  if (*fd >= 0) close(*fd);
  *fd = -1;
}

static void tell(struct rubato_report report) {
  if (run.daemon_fd >= 0) send(run.daemon_fd, &report, sizeof report, MSG_NOSIGNAL);
}

static int64_t cpu_us(const struct rusage *usage) {
  return ((int64_t)usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000000 +
         usage->ru_utime.tv_usec + usage->ru_stime.tv_usec;
}

static void tell_end(void) {
  if (run.is_reported) return;
  run.is_reported = true;
  if (run.failure.stage != 0) {
    tell((struct rubato_report){.kind = RUBATO_REPORT_FAILED,
                                .stage = run.failure.stage,
                                .error = run.failure.error});
    return;
  }
  struct rusage usage;
  getrusage(RUSAGE_CHILDREN, &usage);
  tell((struct rubato_report){.kind = RUBATO_REPORT_ENDED,
                              .pid = run.command,
                              .status = run.status,
                              .flags = run.flags,
                              .cpu_us = cpu_us(&usage),
                              .peak_bytes = (int64_t)usage.ru_maxrss * 1024,
                              .output_bytes = run.output.total,
                              .output_lost_bytes = run.output.lost});
}

static void begin_killing(uint32_t flag) {
  if (run.phase >= KILLING) return;
  run.phase = KILLING;
  run.flags |= flag;
  run.deadline_ms = now_ms() + survivors_ms;
  tree_kill(run.has_cgroup);
}

// The pipe for failures closes when the command runs; what it carries before is why it does not.
static void hear_child(void) {
  struct failure failure;
  if (run.failure_fd < 0) return;
  ssize_t count = read(run.failure_fd, &failure, sizeof failure);
  if (count < 0) return;
  close_fd(&run.failure_fd);
  if (count == (ssize_t)sizeof failure) {
    run.failure = failure;
  } else if (run.phase == LAUNCHING) {
    run.phase = RUNNING;
    tell((struct rubato_report){.kind = RUBATO_REPORT_STARTED, .pid = run.command});
  }
  order_forget(&run.order);
}

static void lose_daemon(void) {
  close_fd(&run.daemon_fd);
  if (run.phase > RUNNING) return;
  // What is frozen hears no warning.
  tree_freeze(run.has_cgroup, false);
  tree_signal(run.command, SIGTERM);
  run.deadline_ms = now_ms() + run.order.plan.grace_ms;
}

static void hear_daemon(void) {
  struct rubato_command command;
  while (run.daemon_fd >= 0) {
    ssize_t count = recv(run.daemon_fd, &command, sizeof command, MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count != (ssize_t)sizeof command) return lose_daemon();
    if (command.kind == RUBATO_COMMAND_KILL) begin_killing(run.is_over ? 0 : RUBATO_ENDED_KILLED);
    if (run.is_reaped) continue;
    if (command.kind == RUBATO_COMMAND_SIGNAL) tree_signal(run.command, command.signal);
    if (command.kind == RUBATO_COMMAND_FREEZE) tree_freeze(run.has_cgroup, true);
    if (command.kind == RUBATO_COMMAND_THAW) tree_freeze(run.has_cgroup, false);
  }
}

static void hear_output(void) {
  if (!output_pump(&run.output, run.pipe_fd, turn_bytes)) close_fd(&run.pipe_fd);
}

static void hear_signals(void) {
  struct signalfd_siginfo signals[8];
  while (read(run.signal_fd, signals, sizeof signals) > 0) continue;
}

static void end_command(int status) {
  run.is_reaped = true;
  run.status = status;
  hear_child();
  // The daemon kills the cgroup itself, too, right after it has said so: hear that first.
  hear_daemon();
  run.is_over = true;
}

static void reap(void) {
  for (;;) {
    int status;
    pid_t pid = waitpid(-1, &status, WNOHANG);
    if (pid == run.command) end_command(status);
    if (pid <= 0) {
      run.is_childless = pid < 0 && errno == ECHILD;
      return;
    }
  }
}

static bool is_gone(void) {
  if (!run.is_over || !run.is_childless) return false;
  if (run.has_cgroup && run.events_fd < 0)
    run.events_fd = openat(RUBATO_FD_CGROUP, "cgroup.events", O_RDONLY | O_CLOEXEC);
  return run.events_fd < 0 || !tree_is_populated(run.events_fd);
}

static void follow_command(void) {
  bool is_late = run.deadline_ms >= 0 && now_ms() >= run.deadline_ms;
  if (run.is_over) {
    run.phase = LINGERING;
    run.deadline_ms = now_ms() + linger_ms;
  } else if (is_late) {
    begin_killing(RUBATO_ENDED_KILLED);
  }
}

// As the reader of `exec > >(tee log)` in bash, which outlives the shell by a moment.
static void linger(void) {
  int64_t now = now_ms();
  if (run.pipe_fd < 0 && run.deadline_ms > now + silent_ms) run.deadline_ms = now + silent_ms;
  if (is_gone()) run.phase = DONE;
  else if (run.is_childless || now >= run.deadline_ms) begin_killing(RUBATO_ENDED_LEFTOVERS);
}

// Once more at everything, until nothing is left.
static void press(void) {
  if (is_gone()) {
    run.phase = DONE;
    return;
  }
  tree_kill(run.has_cgroup);
  if (!run.is_reported && now_ms() >= run.deadline_ms) {
    run.flags |= RUBATO_ENDED_SURVIVORS;
    tell_end();
  }
}

static void advance(void) {
  if (run.phase <= RUNNING) follow_command();
  if (run.phase == LINGERING) linger();
  if (run.phase == KILLING) press();
}

static int patience_ms(void) {
  if (run.phase == KILLING) return run.is_reported ? survivor_interval_ms : blow_interval_ms;
  if (run.deadline_ms < 0) return -1;
  int64_t left = run.deadline_ms - now_ms();
  return left < 0 ? 0 : left > 1000000 ? 1000000 : (int)left;
}

static void turn(void) {
  struct pollfd fds[] = {
      {.fd = run.failure_fd, .events = POLLIN}, {.fd = run.daemon_fd, .events = POLLIN},
      {.fd = run.pipe_fd, .events = POLLIN},    {.fd = run.signal_fd, .events = POLLIN},
      {.fd = run.events_fd, .events = POLLPRI},
  };
  if (poll(fds, sizeof fds / sizeof *fds, patience_ms()) < 0) return;
  if (fds[0].revents) hear_child();
  if (fds[1].revents) hear_daemon();
  if (fds[2].revents) hear_output();
  if (fds[3].revents) hear_signals();
  reap();
  advance();
}

// Signals that are meant for others in its cgroup or at its terminal stay pending for ever.
static int block_signals(void) {
  sigset_t all, children;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  return signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
}

static void adopt_descriptors(void) {
  for (int fd = RUBATO_FD_DAEMON; fd < RUBATO_FD_COUNT; fd++) fcntl(fd, F_SETFD, FD_CLOEXEC);
  run.daemon_fd = RUBATO_FD_DAEMON;
}

// For the next daemon, should this one die. Before the command starts, which could stop us.
static void sign_lock(void) {
  if (ftruncate(RUBATO_FD_LOCK, 0) == 0)
    dprintf(RUBATO_FD_LOCK, "%d %llu\n", getpid(), tree_start_time());
}

static bool start(void) {
  int output[2], failure[2];
  if (pipe2(output, O_CLOEXEC) != 0 || pipe2(failure, O_CLOEXEC) != 0) {
    run.failure = (struct failure){.stage = RUBATO_STAGE_FORK, .error = errno};
    return false;
  }
  fcntl(output[0], F_SETFL, O_NONBLOCK);
  fcntl(failure[0], F_SETFL, O_NONBLOCK);
  run.command = command_start(&run.order, output[1], failure[1], &run.failure);
  close(output[1]);
  close(failure[1]);
  run.pipe_fd = output[0];
  run.failure_fd = failure[0];
  return run.command > 0;
}

static bool prepare(void) {
  adopt_descriptors();
  run.signal_fd = block_signals();
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  if (!order_read(&run.order)) {
    run.failure = (struct failure){.stage = RUBATO_STAGE_VERSION, .error = errno};
    return false;
  }
  run.has_cgroup = run.order.plan.flags & RUBATO_PLAN_HAS_CGROUP;
  output_open(&run.output, &run.order.plan);
  sign_lock();
  return true;
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "--keep") == 0) return keep_output(argc - 2, argv + 2);
  if (argc != 2 || fcntl(RUBATO_FD_DAEMON, F_GETFD) < 0) {
    fputs("rubato-supervise is started by rubatod, one for each run\n", stderr);
    return 2;
  }
  if (prepare() && start()) {
    while (run.phase != DONE) turn();
    if (run.pipe_fd >= 0) output_pump(&run.output, run.pipe_fd, last_bytes);
  }
  tell_end();
  return 0;
}
