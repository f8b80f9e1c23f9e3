#define _GNU_SOURCE
#include "process.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { first_descriptor = 3, most_descriptors = 8 };

// Duplicates the descriptors above their target numbers. Otherwise one dup2 could overwrite the source of another.
static int raise_descriptors(const int *descriptors, int count, int *raised) {
  for (int index = 0; index < count; index++) {
    raised[index] = -1;
    if (descriptors[index] < 0) continue;
    raised[index] =
        fcntl(descriptors[index], F_DUPFD_CLOEXEC, first_descriptor + most_descriptors);
    if (raised[index] < 0) return errno;
  }
  return 0;
}

static int add_actions(posix_spawn_file_actions_t *actions, const int *raised, int count) {
  int error = posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0);
  if (error == 0) error = posix_spawn_file_actions_addopen(actions, 1, "/dev/null", O_WRONLY, 0);
  if (error == 0) error = posix_spawn_file_actions_adddup2(actions, 1, 2);
  for (int index = 0; index < count && error == 0; index++) {
    int target = first_descriptor + index;
    error = raised[index] >= 0 ? posix_spawn_file_actions_adddup2(actions, raised[index], target)
                               : posix_spawn_file_actions_addclose(actions, target);
  }
  if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(actions, first_descriptor + count);
  return error;
}

static int set_attributes(posix_spawnattr_t *attributes) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(attributes, &none);
  posix_spawnattr_setsigdefault(attributes, &all);
  return posix_spawnattr_setflags(
      attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
}

static int spawn(const char *path, const char *name, const int *raised, int count, pid_t *pid) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  char *arguments[] = {(char *)path, (char *)name, NULL};
  char *environment[] = {NULL};
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  int error = add_actions(&actions, raised, count);
  if (error == 0) error = set_attributes(&attributes);
  if (error == 0) error = posix_spawn(pid, path, &actions, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error;
}

pid_t rubato_spawn(const char *path, const char *name, const int *descriptors, int count) {
  int raised[most_descriptors] = {-1, -1, -1, -1, -1, -1, -1, -1};
  pid_t pid = -1;
  if (count > most_descriptors) return -EINVAL;
  int error = raise_descriptors(descriptors, count, raised);
  if (error == 0) error = spawn(path, name, raised, count, &pid);
  for (int index = 0; index < count; index++)
    if (raised[index] >= 0) close(raised[index]);
  return error == 0 ? pid : -error;
}

int rubato_pidfd_open(pid_t pid) {
  int fd = (int)syscall(SYS_pidfd_open, pid, 0);
  return fd < 0 ? -errno : fd;
}

int rubato_memory_file(const void *bytes, int64_t count) {
  int fd = memfd_create("rubato", MFD_CLOEXEC);
  if (fd < 0) return -errno;
  const char *position = bytes;
  while (count > 0) {
    ssize_t written = write(fd, position, (size_t)count);
    if (written < 0) {
      int error = errno;
      close(fd);
      return -error;
    }
    position += written;
    count -= written;
  }
  return fd;
}

int rubato_message_pair(int sockets[2]) {
  return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) == 0 ? 0 : -errno;
}

int rubato_wait_for_priority_event(int fd, int timeout_ms) {
  struct pollfd event = {.fd = fd, .events = POLLPRI};
  return poll(&event, 1, timeout_ms) > 0;
}

int rubato_has_flag(const char *path, const char *attribute) {
  char value = 0;
  return getxattr(path, attribute, &value, 1) == 1 && value == '1';
}

// The layout of <linux/posix_acl_xattr.h>, which the headers of the C library do not declare: version 2, then an entry
// for each tag, in the order of acl(5).
int rubato_allow_reading(int fd, uint32_t uid) {
  enum { user_object = 1, user = 2, group_object = 4, mask = 16, other = 32, reading = 4 };
  struct entry {
    uint16_t tag, permissions;
    uint32_t id;
  };
  const uint32_t no_user = UINT32_MAX;
  struct {
    uint32_t version;
    struct entry entries[5];
  } list = {
      htole32(2),
      {
          {htole16(user_object), htole16(reading), no_user},
          {htole16(user), htole16(reading), htole32(uid)},
          {htole16(group_object), 0, no_user},
          {htole16(mask), htole16(reading), no_user},
          {htole16(other), 0, no_user},
      },
  };
  return fsetxattr(fd, "system.posix_acl_access", &list, sizeof list, 0) == 0 ? 0 : errno;
}
