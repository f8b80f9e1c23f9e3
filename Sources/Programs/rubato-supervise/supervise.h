// The parts of rubato-supervise.
#ifndef RUBATO_SUPERVISE_PARTS_H
#define RUBATO_SUPERVISE_PARTS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "../../Shims/CLinux/include/supervise.h"

// The order, as the daemon wrote it.
struct order {
  struct rubato_plan plan;
  char *mapping;
  size_t size;
  char *directory;
  char **arguments;
  char **environment;
};

// Reads the order from RUBATO_FD_PLAN. False, with errno, if it is invalid.
bool order_read(struct order *order);
// Releases the memory of the order, except for its plan. Called when the command has started.
void order_forget(struct order *order);

// The message of a child that could not become the command, before it exits.
struct failure {
  int32_t stage;
  int32_t error;
};

// Starts the command. Its output goes to `output_fd`; `failure_fd` closes when the command runs.
// Returns the child, or -1 with the reason in `failure`.
pid_t command_start(const struct order *order, int output_fd, int failure_fd,
                    struct failure *failure);

// The stored output: files NAME/OFFSET in the directory of outputs, its segments, each named after
// the offset of its first byte. There are at most two, each of at most half of the limit.
struct output {
  char name[sizeof((struct rubato_plan *)0)->output_name];
  int64_t limit;
  int directory_fd;
  int segment_fd;
  int64_t segment_start;
  int64_t previous_start;
  int64_t total;
  int64_t lost;
};

// Prepares the storing of output, after the output of earlier steps.
void output_open(struct output *output, const struct rubato_plan *plan);
// Stores available bytes of the pipe, until at least `limit` bytes are stored. False at its end.
bool output_pump(struct output *output, int pipe_fd, int64_t limit);

// Leaves a process that keeps the output by the arguments, and executes the command that follows
// them (keep.c). Returns the exit status if that fails.
int keep_output(int count, char **arguments);

// Sends a signal to the process group of `leader`, or only to `leader` while it has no group.
void tree_signal(pid_t leader, int signal);
// Kills the cgroup, and all children with their process groups, once. Children that thereby lose
// their parent become children of the supervisor, for the next kill.
void tree_kill(bool has_cgroup);
// Freezes or thaws the cgroup, or otherwise all descendants of the supervisor that the kernel
// lists.
void tree_freeze(bool has_cgroup, bool is_frozen);
// Returns the start of this process, in ticks since the boot, which identifies it with its pid.
unsigned long long tree_start_time(void);
// Whether the cgroup has a process. `events_fd` is its open cgroup.events.
bool tree_is_populated(int events_fd);

#endif
