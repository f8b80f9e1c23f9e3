// The protocol between rubatod and rubato-supervise. Both are built from this file. The version prevents a daemon that
// continues after an upgrade from using the new supervisor.
#ifndef RUBATO_SUPERVISE_H
#define RUBATO_SUPERVISE_H

#include <stdint.h>

enum { RUBATO_SUPERVISE_VERSION = 4 };

// The descriptors of a new supervisor, in addition to /dev/null as 0, 1 and 2.
enum {
  RUBATO_FD_DAEMON = 3,  // its end of a SOCK_SEQPACKET pair: it receives commands and sends reports
  RUBATO_FD_PLAN = 4,    // a memory file with a rubato_plan and its strings
  RUBATO_FD_OUTPUT = 5,  // the directory with the output of runs
  RUBATO_FD_CGROUP = 6,  // the cgroup of the run, with RUBATO_PLAN_HAS_CGROUP; locked as the file below
  // A file that the daemon has locked (flock(2)). The lock ends with the supervisor, after all processes of the run.
  // The supervisor writes its pid and its start time into the file, in the form of proc_pid_stat(5).
  RUBATO_FD_LOCK = 7,
  RUBATO_FD_COUNT = 8,
};

enum {
  RUBATO_PLAN_HAS_UID = 1,
  RUBATO_PLAN_HAS_UMASK = 2,
  RUBATO_PLAN_HAS_CGROUP = 4,
};

// Strings follow, each with a NUL at its end: the directory, the arguments, the environment. They are not the arguments
// and the environment of the supervisor, because all users can read arguments, and a user's LD_PRELOAD must not apply
// to a program that root runs.
struct rubato_plan {
  uint32_t version;
  uint32_t flags;
  char output_name[40];  // the name of the directory for its output, with a NUL at its end
  int64_t output_limit_bytes;
  // The end of the output of earlier steps, and the beginnings of the newest and of the older segment (-1 if none
  // exists).
  int64_t output_start;
  int64_t output_segment;
  int64_t output_previous;
  int64_t grace_ms;  // between SIGTERM and the kill after the daemon has ended
  uint32_t uid;
  uint32_t umask;
  uint32_t argument_count;
  uint32_t environment_count;
};

enum {
  RUBATO_COMMAND_SIGNAL = 1,  // to the process group of the command
  RUBATO_COMMAND_KILL = 2,    // all processes of the run
  RUBATO_COMMAND_FREEZE = 3,  // all processes of the run
  RUBATO_COMMAND_THAW = 4,
};

struct rubato_command {
  int32_t kind;
  int32_t signal;
};

// The supervisor sends at most one STARTED, then exactly one FAILED or ENDED.
enum {
  RUBATO_REPORT_STARTED = 1,
  RUBATO_REPORT_FAILED = 2,
  RUBATO_REPORT_ENDED = 3,
};

// The stage at which a start has failed.
enum {
  RUBATO_STAGE_VERSION = 1,
  RUBATO_STAGE_FORK = 2,
  RUBATO_STAGE_CGROUP = 3,
  RUBATO_STAGE_USER = 4,    // error 0: the uid has no entry in the user database
  RUBATO_STAGE_GROUPS = 5,
  RUBATO_STAGE_DIRECTORY = 6,
  RUBATO_STAGE_EXEC = 7,
  RUBATO_STAGE_INTERPRETER = 8,  // the file exists, but not the interpreter that it names
  RUBATO_STAGE_SESSION = 9,
};

enum {
  RUBATO_ENDED_KILLED = 1,     // killed by a command, or because the daemon had ended
  RUBATO_ENDED_LEFTOVERS = 2,  // the command had ended, and its other processes were killed
  RUBATO_ENDED_SURVIVORS = 4,  // processes still exist after SIGKILL
};

struct rubato_report {
  int32_t kind;
  int32_t pid;
  int32_t stage;
  int32_t error;
  int32_t status;  // in the form of wait(2)
  uint32_t flags;
  int64_t cpu_us;
  int64_t peak_bytes;
  int64_t output_bytes;       // all output of the run, with earlier steps and removed parts
  int64_t output_lost_bytes;  // output of this step that could not be stored, for example on a full disk
};

#endif
