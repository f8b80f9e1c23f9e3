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

// Reads the order from RUBATO_FD_PLAN. False, with errno, where it cannot be understood.
bool order_read(struct order *order);
void order_forget(struct order *order);

// What a child that could not become the command writes before it exits.
struct failure {
  int32_t stage;
  int32_t error;
};

// Starts the command. Its output goes to `output_fd`; `failure_fd` closes when the command runs.
// -1 with `failure` filled in where there is no child.
pid_t command_start(const struct order *order, int output_fd, int failure_fd,
                    struct failure *failure);

// Where the output goes: NAME/OFFSET in the directory of outputs, each segment named after the
// offset of its first byte. There are at most two, each of at most half of the limit.
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

// Goes on behind what earlier steps wrote.
void output_open(struct output *output, const struct rubato_plan *plan);
// Moves what the pipe holds, at most `limit` bytes of it. False at its end.
bool output_pump(struct output *output, int pipe_fd, int64_t limit);

// Leaves a process that keeps the output as the arguments say, and becomes the command behind them
// (keep.c). Returns the exit status if it cannot.
int keep_output(int count, char **arguments);

// The process group of `leader`, or `leader` alone while it has none yet.
void tree_signal(pid_t leader, int signal);
// One blow at everything: the cgroup, and all children with their process groups. Children that
// lose their parent by it become children of the supervisor, for the next blow.
void tree_kill(bool has_cgroup);
// Holds everything where it stands, or lets it go on: the cgroup, or else all that descends from
// the supervisor, as far as the kernel lists it.
void tree_freeze(bool has_cgroup, bool is_frozen);
// When this process was started, in ticks since the boot; with the pid it names the process for ever.
unsigned long long tree_start_time(void);
// Whether anything lives in the cgroup. `events_fd` is its open cgroup.events.
bool tree_is_populated(int events_fd);

#endif
