// What rubatod and rubato-supervise say to each other. Both are built from this file; the version
// tells a daemon that outlived an upgrade from the supervisor that was installed meanwhile.
#ifndef RUBATO_SUPERVISE_H
#define RUBATO_SUPERVISE_H

#include <stdint.h>

enum { RUBATO_SUPERVISE_VERSION = 4 };

// The descriptors a supervisor is started with, beside /dev/null as 0, 1 and 2.
enum {
  RUBATO_FD_DAEMON = 3,  // its end of a SOCK_SEQPACKET pair: commands come in, reports go out
  RUBATO_FD_PLAN = 4,    // a memory file with a rubato_plan and its strings
  RUBATO_FD_OUTPUT = 5,  // the directory in which the output of runs is kept
  RUBATO_FD_CGROUP = 6,  // the cgroup of the run, where RUBATO_PLAN_HAS_CGROUP says so; locked likewise
  // A file that the daemon has locked (flock(2)). The lock goes with the supervisor, when all of the
  // run is gone; the supervisor writes its pid and its start time into it, as proc_pid_stat(5) has them.
  RUBATO_FD_LOCK = 7,
  RUBATO_FD_COUNT = 8,
};

enum {
  RUBATO_PLAN_HAS_UID = 1,
  RUBATO_PLAN_HAS_UMASK = 2,
  RUBATO_PLAN_HAS_CGROUP = 4,
};

// Followed by strings, each ended by NUL: the directory, the arguments, the environment. They do
// not come as the supervisor's own arguments and environment, because arguments are public and a
// user's LD_PRELOAD must not reach a program that root runs.
struct rubato_plan {
  uint32_t version;
  uint32_t flags;
  char output_name[40];  // of the directory for its output, ended by NUL
  int64_t output_limit_bytes;
  // Where the output of the run's earlier steps ends, and where its newest and its older segment
  // begin (-1 for none).
  int64_t output_start;
  int64_t output_segment;
  int64_t output_previous;
  int64_t grace_ms;  // between SIGTERM and the kill when the daemon is gone
  uint32_t uid;
  uint32_t umask;
  uint32_t argument_count;
  uint32_t environment_count;
};

enum {
  RUBATO_COMMAND_SIGNAL = 1,  // to the process group of the command
  RUBATO_COMMAND_KILL = 2,    // everything the run has started
  RUBATO_COMMAND_FREEZE = 3,  // everything is held where it stands
  RUBATO_COMMAND_THAW = 4,
};

struct rubato_command {
  int32_t kind;
  int32_t signal;
};

// One STARTED at most, then exactly one FAILED or ENDED.
enum {
  RUBATO_REPORT_STARTED = 1,
  RUBATO_REPORT_FAILED = 2,
  RUBATO_REPORT_ENDED = 3,
};

// What a launch failed at.
enum {
  RUBATO_STAGE_VERSION = 1,
  RUBATO_STAGE_FORK = 2,
  RUBATO_STAGE_CGROUP = 3,
  RUBATO_STAGE_USER = 4,    // error 0: the uid has no entry in the user database
  RUBATO_STAGE_GROUPS = 5,
  RUBATO_STAGE_DIRECTORY = 6,
  RUBATO_STAGE_EXEC = 7,
  RUBATO_STAGE_INTERPRETER = 8,  // the file is there, the interpreter it names is not
  RUBATO_STAGE_SESSION = 9,
};

enum {
  RUBATO_ENDED_KILLED = 1,     // killed on command, or because the daemon was gone
  RUBATO_ENDED_LEFTOVERS = 2,  // the command was over, what it had left behind was killed
  RUBATO_ENDED_SURVIVORS = 4,  // something is still there, in spite of SIGKILL
};

struct rubato_report {
  int32_t kind;
  int32_t pid;
  int32_t stage;
  int32_t error;
  int32_t status;  // as wait(2) has it
  uint32_t flags;
  int64_t cpu_us;
  int64_t peak_bytes;
  int64_t output_bytes;       // all that the run wrote, earlier steps included, kept or not
  int64_t output_lost_bytes;  // what of this step could not be stored, as on a full disk
};

#endif
