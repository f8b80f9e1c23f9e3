// Processes: starting a supervisor, watching it.
#ifndef RUBATO_PROCESS_H
#define RUBATO_PROCESS_H

#include <stdint.h>
#include <sys/types.h>

/// Starts `path` with the argument `name`, an empty environment, a session of its own, default
/// signals, /dev/null as standard descriptors, and `descriptors` as 3, 4, ... (-1 leaves a gap).
/// No other descriptor is passed on. Answers the pid, or -errno.
pid_t rubato_spawn(const char *path, const char *name, const int *descriptors, int count);

/// A descriptor that becomes readable when the process ends, or -errno (pidfd_open(2)).
int rubato_pidfd_open(pid_t pid);

/// A file in memory with these bytes, read from its start, or -errno (memfd_create(2)).
int rubato_memory_file(const void *bytes, int64_t count);

/// A pair of connected SOCK_SEQPACKET sockets, close-on-exec. 0 or -errno.
int rubato_message_pair(int sockets[2]);

/// Waits for a readable priority event (cgroup.events, inotify) on the descriptor. Whether it came.
int rubato_wait_for_priority_event(int fd, int timeout_ms);

/// Whether the file has this extended attribute, and it is "1".
int rubato_has_flag(const char *path, const char *attribute);

/// Lets a user read a file that belongs to somebody else (acl(5)). 0 or an errno.
int rubato_allow_reading(int fd, uint32_t uid);

#endif
