#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "supervise.h"

// Sends a signal to the process group of the command.
void tree_signal(pid_t leader, int number) {
  // The child has no group before its setsid(2).
  if (kill(-leader, number) != 0) kill(leader, number);
  // A stopped process would not handle the signal.
  if (number != SIGKILL && number != SIGSTOP && number != SIGTSTP) kill(-leader, SIGCONT);
}

// Kills a child with its process group. A signal to a group also reaches processes that are being
// forked in it, since fork fails while a signal is pending. Forking in a loop is therefore no
// escape.
static void kill_child(pid_t child) {
  pid_t group = getpgid(child);
  if (group > 1 && group != getpgrp()) kill(-group, SIGKILL);
  kill(child, SIGKILL);
}

// The most pids that are read from a file at a time; the others are read by the next kill.
enum { most_numbers = 1024 };

// Reads the pids in a file of the kernel, such as cgroup.procs, and returns their number.
static int read_numbers(int directory_fd, const char *path, pid_t numbers[most_numbers]) {
  char text[4096];
  int fd = openat(directory_fd, path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  ssize_t length = read(fd, text, sizeof text - 1);
  close(fd);
  text[length > 0 ? length : 0] = 0;
  char *position = text;
  int count = 0;
  while (count < most_numbers) {
    char *end;
    long pid = strtol(position, &end, 10);
    // The end of the buffer may have cut the number, which is left to the next kill.
    if (end == position || !isspace((unsigned char)*end)) break;
    if (pid > 1) numbers[count++] = (pid_t)pid;
    position = end;
  }
  return count;
}

// Calls `body` with each pid in a file of the kernel.
static void each_number(int directory_fd, const char *path, void (*body)(pid_t)) {
  pid_t numbers[most_numbers];
  int count = read_numbers(directory_fd, path, numbers);
  for (int index = 0; index < count; index++) body(numbers[index]);
}

// Reads /proc/PID/stat into `text`, and returns the position after the name of the program, which
// may contain spaces and parentheses (proc_pid_stat(5)). NULL if the process does not exist.
static const char *read_stat(const char *pid, char text[1024]) {
  char path[300];
  snprintf(path, sizeof path, "/proc/%s/stat", pid);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return NULL;
  ssize_t length = read(fd, text, 1023);
  close(fd);
  text[length > 0 ? length : 0] = 0;
  const char *name_end = strrchr(text, ')');
  return name_end == NULL ? NULL : name_end + 1;
}

// Returns the parent of a process; -1 if the process does not exist.
static pid_t parent_of(const char *pid) {
  char text[1024];
  const char *fields = read_stat(pid, text);
  int parent = -1;
  if (fields == NULL || sscanf(fields, " %*c %d", &parent) != 1) return -1;
  return parent;
}

// Returns the 22nd field of /proc/self/stat, the start of this process.
unsigned long long tree_start_time(void) {
  char text[1024];
  const char *position = read_stat("self", text);
  // The name is the second field.
  for (int field = 3; position != NULL && field < 22; field++) position = strchr(position + 1, ' ');
  return position == NULL ? 0 : strtoull(position, NULL, 10);
}

// Kills all children of this process, found among all processes.
static void kill_children_by_search(void) {
  DIR *processes = opendir("/proc");
  if (processes == NULL) return;
  for (struct dirent *entry; (entry = readdir(processes)) != NULL;) {
    if (!isdigit((unsigned char)entry->d_name[0])) continue;
    if (parent_of(entry->d_name) == getpid()) kill_child(atoi(entry->d_name));
  }
  closedir(processes);
}

static void kill_process(pid_t pid) { kill(pid, SIGKILL); }

// Kills all processes of the cgroup.
static void kill_cgroup(void) {
  int fd = openat(RUBATO_FD_CGROUP, "cgroup.kill", O_WRONLY | O_CLOEXEC);
  bool done = fd >= 0 && write(fd, "1", 1) == 1;
  if (fd >= 0) close(fd);
  // Before Linux 5.14 there is no cgroup.kill.
  if (!done) each_number(RUBATO_FD_CGROUP, "cgroup.procs", kill_process);
}

void tree_kill(bool has_cgroup) {
  if (has_cgroup) kill_cgroup();
  // This file exists only in kernels with CONFIG_PROC_CHILDREN.
  if (access("/proc/thread-self/children", R_OK) == 0)
    each_number(AT_FDCWD, "/proc/thread-self/children", kill_child);
  else
    kill_children_by_search();
}

// The longest chain of descendants that is followed.
enum { deepest = 32 };

// Sends a signal to all descendants of a process, whose threads are the entries of the directory
// `threads`. Parents receive it first, so that a stopped process starts no unseen child. A child
// belongs to the thread that started it (proc_pid_tid_children(5)).
static void signal_descendants(const char *threads, int number, int depth) {
  char path[320];
  pid_t numbers[most_numbers];
  DIR *directory = depth > deepest ? NULL : opendir(threads);
  if (directory == NULL) return;
  for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
    if (!isdigit((unsigned char)entry->d_name[0])) continue;
    snprintf(path, sizeof path, "%s/%s/children", threads, entry->d_name);
    int count = read_numbers(AT_FDCWD, path, numbers);
    for (int index = 0; index < count; index++) {
      kill(numbers[index], number);
      snprintf(path, sizeof path, "/proc/%d/task", numbers[index]);
      signal_descendants(path, number, depth + 1);
    }
  }
  closedir(directory);
}

void tree_freeze(bool has_cgroup, bool is_frozen) {
  if (has_cgroup) {
    int fd = openat(RUBATO_FD_CGROUP, "cgroup.freeze", O_WRONLY | O_CLOEXEC);
    bool done = fd >= 0 && write(fd, is_frozen ? "1" : "0", 1) == 1;
    if (fd >= 0) close(fd);
    // Before Linux 5.2 there is no cgroup.freeze.
    if (done) return;
  }
  signal_descendants("/proc/self/task", is_frozen ? SIGSTOP : SIGCONT, 0);
}

bool tree_is_populated(int events_fd) {
  char text[256];
  ssize_t length = pread(events_fd, text, sizeof text - 1, 0);
  text[length > 0 ? length : 0] = 0;
  return strstr(text, "populated 1") != NULL;
}
