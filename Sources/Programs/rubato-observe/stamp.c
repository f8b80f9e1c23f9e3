// The state of a path, as a text that differs after a change. It shows changes that happened while no process watched.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#include "observe.h"

// The most entries of a directory whose states are read.
enum { most_entries = 4096 };

static int64_t nanoseconds(struct timespec time) {
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t tick_ns(void) {
  struct timespec tick;
  return clock_getres(CLOCK_REALTIME_COARSE, &tick) == 0 ? nanoseconds(tick) : 10000000;
}

static int64_t later(int64_t one, int64_t other) { return one > other ? one : other; }

// Continues the 64-bit FNV-1a hash with these bytes (www.isthe.com/chongo/tech/comp/fnv).
static uint64_t mix(uint64_t hash, const void *bytes, size_t count) {
  for (const unsigned char *byte = bytes; count-- > 0; byte++) {
    hash = (hash ^ *byte) * 0x100000001b3;
  }
  return hash;
}

// Returns a hash of the name and the state of a directory entry.
static uint64_t hash_of(const char *name, const struct stat *file) {
  uint64_t hash = mix(0xcbf29ce484222325, name, strlen(name));
  int64_t fields[] = {(int64_t)file->st_ino, file->st_size, file->st_mode,
                      nanoseconds(file->st_mtim), nanoseconds(file->st_ctim)};
  return mix(hash, fields, sizeof fields);
}

// Returns the sum of the hashes of the entries of a directory, which does not depend on their order. Updates the time
// of the last change.
static uint64_t hash_of_entries(const char *name, struct look *look) {
  DIR *directory = opendir(name);
  if (directory == NULL) return 0;
  uint64_t sum = 0;
  int count = 0;
  for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    if (++count > most_entries) {
      look->is_partial = true;
      sum = 0;
      break;
    }
    struct stat file;
    if (fstatat(dirfd(directory), entry->d_name, &file, AT_SYMLINK_NOFOLLOW) != 0) continue;
    sum += hash_of(entry->d_name, &file);
    look->changed = later(look->changed, nanoseconds(file.st_ctim));
  }
  closedir(directory);
  return sum;
}

// Returns the time of the last change of the directory of a missing path, in which an entry may have been removed; -1
// if unknown.
static int64_t change_of_parent(const char *name) {
  char parent[4096];
  const char *slash = strrchr(name, '/');
  size_t length = slash == NULL || slash == name ? 1 : (size_t)(slash - name);
  if (length >= sizeof parent) return -1;
  memcpy(parent, name, length);
  parent[length] = 0;
  struct stat file;
  return stat(parent, &file) == 0 ? nanoseconds(file.st_ctim) : -1;
}

struct look read_state(const char *name) {
  struct look look = {.changed = -1};
  struct stat file;
  if (stat(name, &file) != 0) {
    snprintf(look.stamp, sizeof look.stamp, "missing");
    look.changed = change_of_parent(name);
    return look;
  }
  look.changed = nanoseconds(file.st_ctim);
  uint64_t entries = S_ISDIR(file.st_mode) ? hash_of_entries(name, &look) : 0;
  snprintf(look.stamp, sizeof look.stamp, "%llx %llx %llx %llx %llx %llx",
           (unsigned long long)file.st_ino, (unsigned long long)file.st_size,
           (unsigned long long)file.st_mode, (unsigned long long)nanoseconds(file.st_mtim),
           (unsigned long long)nanoseconds(file.st_ctim), (unsigned long long)entries);
  return look;
}

// Returns the problem of a file system whose changes inotify(7) does not report, by its magic number (statfs(2)): one
// that other machines change, or one whose files the kernel creates when they are read.
const char *weakness_of(const char *name) {
#define REMOTE(system) "it is on " system ", where the kernel reports only changes made on this machine"
#define MADE(system) "it is in " system ", whose changes the kernel does not report"
  static const struct {
    uint32_t magic;
    const char *text;
  } known[] = {
      {0x6969, REMOTE("NFS")},     {0x517b, REMOTE("SMB")},      {0xfe534d42, REMOTE("SMB")},
      {0xff534d42, REMOTE("CIFS")}, {0x5346414f, REMOTE("AFS")}, {0x01021997, REMOTE("9P")},
      {0x00c36400, REMOTE("Ceph")}, {0x65735546, REMOTE("FUSE")}, {0x73757245, REMOTE("Coda")},
      {0x9fa0, MADE("procfs")},    {0x62656572, MADE("sysfs")},  {0x64626720, MADE("debugfs")},
      {0x63677270, MADE("cgroup2")},
  };
#undef REMOTE
#undef MADE
  struct statfs system;
  if (statfs(name, &system) != 0) return NULL;
  for (size_t index = 0; index < sizeof known / sizeof *known; index++) {
    if ((uint32_t)system.f_type == known[index].magic) return known[index].text;
  }
  return NULL;
}
