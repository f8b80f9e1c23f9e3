// Starts and watches supervisors, and other functions for processes and files.
#ifndef RUBATO_PROCESS_H
#define RUBATO_PROCESS_H

#include <stdint.h>
#include <sys/types.h>

/// Starts `path` with the argument `name`, an empty environment, its own session, default signals, /dev/null as
/// standard descriptors, and `descriptors` as 3, 4, ... (-1 leaves a gap). The process inherits no other descriptor.
/// Returns the pid or -errno.
pid_t rubato_spawn(const char *path, const char *name, const int *descriptors, int count);

/// Returns a descriptor that becomes readable when the process ends, or -errno (pidfd_open(2)).
int rubato_pidfd_open(pid_t pid);

/// Returns a file in memory with these bytes, at its beginning, or -errno (memfd_create(2)).
int rubato_memory_file(const void *bytes, int64_t count);

/// Opens a pair of connected SOCK_SEQPACKET sockets, which are closed at exec. Returns 0 or -errno.
int rubato_message_pair(int sockets[2]);

/// Waits for a readable priority event (cgroup.events, inotify) on the descriptor. Returns whether it occurred.
int rubato_wait_for_priority_event(int fd, int timeout_ms);

/// Returns whether the file has this extended attribute with the value "1".
int rubato_has_flag(const char *path, const char *attribute);

/// Allows a user to read a file of another user (acl(5)). Returns 0 or an errno.
int rubato_allow_reading(int fd, uint32_t uid);

#endif
