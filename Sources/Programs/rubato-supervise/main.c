// rubato-supervise: the process between rubatod and one run. It starts the command, stores its
// output, reports its end to the daemon, and exits only after all processes that the command has
// started. Written in C to be small: it exists as long as its run, and there may be many runs.
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
  // For processes that the command has left behind: to finish their output, and to exit after it.
  linger_ms = 250,
  silent_ms = 20,
  // Between two kills, unless a process ends earlier.
  kill_interval_ms = 20,
  // After this time of killing, the daemon receives a report that processes do not end.
  survivors_ms = 10000,
  // Between two kills after that report.
  survivor_interval_ms = 1000,
  // Of output, before other events are handled again, and after the end of the run.
  most_bytes_per_read = 1 << 18,
  most_last_bytes = 1 << 20,
};

// The phases of a run, in order. LINGERING: the command has ended, and its other processes may
// still finish. KILLING: all processes are killed until none is left.
enum phase { LAUNCHING, RUNNING, LINGERING, KILLING, DONE };

static struct {
  enum phase phase;
  struct order order;
  struct output output;
  struct failure failure;
  int daemon_fd, signal_fd, failure_fd, pipe_fd, events_fd;
  pid_t command;
  int status;
  // Whether the exit of the command was read; whether the commands that the daemon had sent by then
  // were also handled; whether no child is left; and whether the end was reported.
  bool has_cgroup, is_reaped, is_over, is_childless, is_reported;
  uint32_t flags;
  // The end of the phase on the monotonic clock; -1 if it has none.
  int64_t deadline_ms;
} run = {.failure_fd = -1, .pipe_fd = -1, .events_fd = -1, .deadline_ms = -1};

static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// Closes a descriptor if it is open, and marks it as closed (-1).
static void close_fd(int *fd) {
  if (*fd >= 0) close(*fd);
  *fd = -1;
}

// Sends a report to the daemon, if its connection is open.
static void send_report(struct rubato_report report) {
  if (run.daemon_fd >= 0) send(run.daemon_fd, &report, sizeof report, MSG_NOSIGNAL);
}

// Returns the processor time in microseconds, of user and system mode together.
static int64_t cpu_us(const struct rusage *usage) {
  return ((int64_t)usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000000 +
         usage->ru_utime.tv_usec + usage->ru_stime.tv_usec;
}

// Reports the failed start or the end of the command to the daemon, once.
static void report_end(void) {
  if (run.is_reported) return;
  run.is_reported = true;
  if (run.failure.stage != 0) {
    send_report((struct rubato_report){.kind = RUBATO_REPORT_FAILED,
                                       .stage = run.failure.stage,
                                       .error = run.failure.error});
    return;
  }
  struct rusage usage;
  getrusage(RUSAGE_CHILDREN, &usage);
  send_report((struct rubato_report){.kind = RUBATO_REPORT_ENDED,
                                     .pid = run.command,
                                     .status = run.status,
                                     .flags = run.flags,
                                     .cpu_us = cpu_us(&usage),
                                     .peak_bytes = (int64_t)usage.ru_maxrss * 1024,
                                     .output_bytes = run.output.total,
                                     .output_lost_bytes = run.output.lost});
}

// Begins to kill all processes of the run. `flag` is the reason for the report:
// RUBATO_ENDED_KILLED, RUBATO_ENDED_LEFTOVERS or 0.
static void begin_killing(uint32_t flag) {
  if (run.phase >= KILLING) return;
  run.phase = KILLING;
  run.flags |= flag;
  run.deadline_ms = now_ms() + survivors_ms;
  tree_kill(run.has_cgroup);
}

// Reads whether the child has become the command. Its pipe for failures closes at exec; before that
// it carries the failure, if any. A started command is reported to the daemon.
static void read_child_failure(void) {
  struct failure failure;
  if (run.failure_fd < 0) return;
  ssize_t count = read(run.failure_fd, &failure, sizeof failure);
  if (count < 0) return;
  close_fd(&run.failure_fd);
  if (count == (ssize_t)sizeof failure) {
    run.failure = failure;
  } else if (run.phase == LAUNCHING) {
    run.phase = RUNNING;
    send_report((struct rubato_report){.kind = RUBATO_REPORT_STARTED, .pid = run.command});
  }
  order_forget(&run.order);
}

// Warns the command when the connection to the daemon is lost: it has its grace before it is
// killed.
static void handle_lost_daemon(void) {
  close_fd(&run.daemon_fd);
  if (run.phase > RUNNING) return;
  // A frozen process does not receive the signal.
  tree_freeze(run.has_cgroup, false);
  tree_signal(run.command, SIGTERM);
  run.deadline_ms = now_ms() + run.order.plan.grace_ms;
}

// Carries out the commands that the daemon has sent: to kill, signal, freeze or thaw the run.
static void read_daemon_commands(void) {
  struct rubato_command command;
  while (run.daemon_fd >= 0) {
    ssize_t count = recv(run.daemon_fd, &command, sizeof command, MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count != (ssize_t)sizeof command) return handle_lost_daemon();
    if (command.kind == RUBATO_COMMAND_KILL) begin_killing(run.is_over ? 0 : RUBATO_ENDED_KILLED);
    if (run.is_reaped) continue;
    if (command.kind == RUBATO_COMMAND_SIGNAL) tree_signal(run.command, command.signal);
    if (command.kind == RUBATO_COMMAND_FREEZE) tree_freeze(run.has_cgroup, true);
    if (command.kind == RUBATO_COMMAND_THAW) tree_freeze(run.has_cgroup, false);
  }
}

// Stores output of the command. Closes the pipe if no process can write to it any more.
static void read_output(void) {
  if (!output_pump(&run.output, run.pipe_fd, most_bytes_per_read)) close_fd(&run.pipe_fd);
}

// Reads pending SIGCHLD, which only wakes the loop: `reap` finds the ended children.
static void drain_signals(void) {
  struct signalfd_siginfo signals[8];
  while (read(run.signal_fd, signals, sizeof signals) > 0) continue;
}

// Notes the end of the command, after a late failure of its start and the commands of the daemon.
static void handle_command_end(int status) {
  run.is_reaped = true;
  run.status = status;
  read_child_failure();
  // A daemon that kills the cgroup announces that first. The announcement must be handled before
  // the end, so that the run counts as killed.
  read_daemon_commands();
  run.is_over = true;
}

// Reads the ends of all children that have ended, which include adopted descendants of the command.
static void reap(void) {
  for (;;) {
    int status;
    pid_t pid = waitpid(-1, &status, WNOHANG);
    if (pid == run.command) handle_command_end(status);
    if (pid <= 0) {
      run.is_childless = pid < 0 && errno == ECHILD;
      return;
    }
  }
}

// Returns whether the command and all processes that it has started have ended.
static bool has_no_process(void) {
  if (!run.is_over || !run.is_childless) return false;
  if (run.has_cgroup && run.events_fd < 0)
    run.events_fd = openat(RUBATO_FD_CGROUP, "cgroup.events", O_RDONLY | O_CLOEXEC);
  return run.events_fd < 0 || !tree_is_populated(run.events_fd);
}

// Begins to wait for leftovers when the command has ended, or to kill it when its deadline has
// passed.
static void follow_command(void) {
  bool is_late = run.deadline_ms >= 0 && now_ms() >= run.deadline_ms;
  if (run.is_over) {
    run.phase = LINGERING;
    run.deadline_ms = now_ms() + linger_ms;
  } else if (is_late) {
    begin_killing(RUBATO_ENDED_KILLED);
  }
}

// Gives processes that the command has left behind a moment to end, such as the reader of
// `exec > >(tee log)` in bash. Then kills them.
static void wait_for_leftovers(void) {
  int64_t now = now_ms();
  if (run.pipe_fd < 0 && run.deadline_ms > now + silent_ms) run.deadline_ms = now + silent_ms;
  if (has_no_process()) run.phase = DONE;
  else if (run.is_childless || now >= run.deadline_ms) begin_killing(RUBATO_ENDED_LEFTOVERS);
}

// Kills all processes again, until none is left. After `survivors_ms`, reports to the daemon that
// some do not end.
static void kill_survivors(void) {
  if (has_no_process()) {
    run.phase = DONE;
    return;
  }
  tree_kill(run.has_cgroup);
  if (!run.is_reported && now_ms() >= run.deadline_ms) {
    run.flags |= RUBATO_ENDED_SURVIVORS;
    report_end();
  }
}

// Checks whether the present phase ends, and the phases after it.
static void advance_phase(void) {
  if (run.phase <= RUNNING) follow_command();
  if (run.phase == LINGERING) wait_for_leftovers();
  if (run.phase == KILLING) kill_survivors();
}

// Returns the time until the next check without an event, in milliseconds; -1 for no limit.
static int poll_timeout_ms(void) {
  if (run.phase == KILLING) return run.is_reported ? survivor_interval_ms : kill_interval_ms;
  if (run.deadline_ms < 0) return -1;
  int64_t left = run.deadline_ms - now_ms();
  // poll(2) takes an int.
  const int64_t longest = 1000000;
  if (left > longest) left = longest;
  return left < 0 ? 0 : (int)left;
}

// Waits for an event or the end of the phase, and handles all that have come.
static void handle_events(void) {
  struct pollfd fds[] = {
      {.fd = run.failure_fd, .events = POLLIN}, {.fd = run.daemon_fd, .events = POLLIN},
      {.fd = run.pipe_fd, .events = POLLIN},    {.fd = run.signal_fd, .events = POLLIN},
      {.fd = run.events_fd, .events = POLLPRI},
  };
  if (poll(fds, sizeof fds / sizeof *fds, poll_timeout_ms()) < 0) return;
  if (fds[0].revents) read_child_failure();
  if (fds[1].revents) read_daemon_commands();
  if (fds[2].revents) read_output();
  if (fds[3].revents) drain_signals();
  reap();
  advance_phase();
}

// Blocks all signals, and returns a descriptor that is readable after SIGCHLD. Signals for other
// processes of the cgroup or terminal must not end the supervisor.
static int block_signals(void) {
  sigset_t all, children;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  return signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
}

// Makes sure that the command does not inherit the descriptors by which the daemon has started this
// program.
static void prepare_descriptors(void) {
  for (int fd = RUBATO_FD_DAEMON; fd < RUBATO_FD_COUNT; fd++) fcntl(fd, F_SETFD, FD_CLOEXEC);
  run.daemon_fd = RUBATO_FD_DAEMON;
}

// Writes the pid and the start of this process into the lock file, by which the next daemon
// recognizes it. Called before the command starts, since that could stop this process.
static void write_lock_owner(void) {
  if (ftruncate(RUBATO_FD_LOCK, 0) == 0)
    dprintf(RUBATO_FD_LOCK, "%d %llu\n", getpid(), tree_start_time());
}

// Starts the command with pipes for its output and for a failure. Returns whether a child was
// started.
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

// Prepares this process, and reads the order of the daemon. Returns whether the order is valid.
static bool prepare(void) {
  prepare_descriptors();
  run.signal_fd = block_signals();
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  if (!order_read(&run.order)) {
    run.failure = (struct failure){.stage = RUBATO_STAGE_VERSION, .error = errno};
    return false;
  }
  run.has_cgroup = run.order.plan.flags & RUBATO_PLAN_HAS_CGROUP;
  output_open(&run.output, &run.order.plan);
  write_lock_owner();
  return true;
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "--keep") == 0) return keep_output(argc - 2, argv + 2);
  if (argc != 2 || fcntl(RUBATO_FD_DAEMON, F_GETFD) < 0) {
    fputs("rubato-supervise is started by rubatod, one for each run\n", stderr);
    return 2;
  }
  if (prepare() && start()) {
    while (run.phase != DONE) handle_events();
    if (run.pipe_fd >= 0) output_pump(&run.output, run.pipe_fd, most_last_bytes);
  }
  report_end();
  return 0;
}
