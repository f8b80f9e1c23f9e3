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

void tree_signal(pid_t leader, int number) {
  // Before its setsid the child has no group of its own.
  if (kill(-leader, number) != 0) kill(leader, number);
  // A stopped process would sleep through the warning.
  if (number != SIGKILL && number != SIGSTOP && number != SIGTSTP) kill(-leader, SIGCONT);
}

// SIGKILL for a group reaches also what is being forked in it at this moment (fork refuses while
// a signal is pending), so that forking in a loop is no escape.
static void kill_child(pid_t child) {
  pid_t group = getpgid(child);
  if (group > 1 && group != getpgrp()) kill(-group, SIGKILL);
  kill(child, SIGKILL);
}

enum { most_numbers = 1024 };

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
    // A number that the buffer's end may have cut is left to the next blow.
    if (end == position || !isspace((unsigned char)*end)) break;
    if (pid > 1) numbers[count++] = (pid_t)pid;
    position = end;
  }
  return count;
}

static void each_number(int directory_fd, const char *path, void (*body)(pid_t)) {
  pid_t numbers[most_numbers];
  int count = read_numbers(directory_fd, path, numbers);
  for (int index = 0; index < count; index++) body(numbers[index]);
}

// What /proc/PID/stat says behind the name of the program, which may hold spaces and parentheses
// (proc_pid_stat(5)); NULL where there is no such process.
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

static pid_t parent_of(const char *pid) {
  char text[1024];
  const char *fields = read_stat(pid, text);
  int parent = -1;
  if (fields == NULL || sscanf(fields, " %*c %d", &parent) != 1) return -1;
  return parent;
}

unsigned long long tree_start_time(void) {
  char text[1024];
  const char *position = read_stat("self", text);
  // The third field is the first behind the name.
  for (int field = 3; position != NULL && field < 22; field++) position = strchr(position + 1, ' ');
  return position == NULL ? 0 : strtoull(position, NULL, 10);
}

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

static void kill_cgroup(void) {
  int fd = openat(RUBATO_FD_CGROUP, "cgroup.kill", O_WRONLY | O_CLOEXEC);
  bool done = fd >= 0 && write(fd, "1", 1) == 1;
  if (fd >= 0) close(fd);
  // Before Linux 5.14 there is no cgroup.kill.
  if (!done) each_number(RUBATO_FD_CGROUP, "cgroup.procs", kill_process);
}

void tree_kill(bool has_cgroup) {
  if (has_cgroup) kill_cgroup();
  // Only a kernel with CONFIG_PROC_CHILDREN lists them.
  if (access("/proc/thread-self/children", R_OK) == 0)
    each_number(AT_FDCWD, "/proc/thread-self/children", kill_child);
  else
    kill_children_by_search();
}

enum { deepest = 32 };

// From above, so that what is stopped starts nothing that has not been seen. A child belongs to the
// thread that started it (proc_pid_tid_children(5)).
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
