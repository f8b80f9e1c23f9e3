// The watches of inotify(7) for each path: on the file or directory there, and on the directories on the way. They notice
// that something is moved away, replaced, or created at a missing path.
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "observe.h"

int inotify_fd = -1;

enum {
  // Events of a directory on the way.
  moves = IN_MOVE_SELF | IN_DELETE_SELF,
  entries = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO,
  // Events of the file or directory at the end. Reading it is no change.
  changes = IN_MODIFY | IN_ATTRIB | moves | entries,
};

void start_watching(void) {
  inotify_fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (inotify_fd < 0 && errno == EMFILE) {
    errno = 0;
    fail("the limit of inotify instances is reached (sysctl fs.inotify.max_user_instances)");
  }
  if (inotify_fd < 0) fail("inotify_init1");
}

// Records that the limit of watches is reached, with its value and the remedy.
static void note_limit(struct path *path) {
  char limit[32] = "";
  FILE *file = fopen("/proc/sys/fs/inotify/max_user_watches", "re");
  if (file != NULL) {
    if (fgets(limit, sizeof limit, file) == NULL) limit[0] = 0;
    fclose(file);
  }
  limit[strcspn(limit, "\n")] = 0;
  snprintf(path->trouble, sizeof path->trouble,
           "the limit of your inotify watches is reached (%s); raise fs.inotify.max_user_watches with"
           " sysctl, or watch fewer paths",
           limit);
}

// Returns whether a text consists of printable characters of ASCII.
static bool is_plain(const char *text) {
  for (; *text != 0; text++) {
    if (*text < ' ' || *text > '~') return false;
  }
  return true;
}

// Records that the file or directory `name` cannot be watched, with the reason in errno.
static void note_error(struct path *path, const char *name) {
  if (errno == ENOSPC) return note_limit(path);
  const char *reason = strerror(errno);
  // The daemon refuses a whole call because of a control character or of a character that is cut off. Another name is
  // therefore left out; the report contains the path.
  const char *shown = is_plain(name) ? name : strcmp(name, path->name) == 0 ? "it" : "a directory on its way";
  // A name can be longer than the room for the message.
  snprintf(path->trouble, sizeof path->trouble, "%.100s%s: %s", shown,
           strlen(shown) > 100 ? "..." : "", reason);
}

// Adds a watch for `path`. Returns whether it was added. Masks only grow, since several paths may lead through one
// directory.
static bool watch(struct path *path, const char *name, uint32_t mask, const char *entry) {
  int watch = inotify_add_watch(inotify_fd, name, mask | IN_MASK_ADD);
  if (watch < 0) return false;
  path->steps = resized(path->steps, (path->step_count + 1) * sizeof *path->steps);
  path->steps[path->step_count++] =
      (struct step){.watch = watch, .entry = entry == NULL ? NULL : strdup(entry)};
  return true;
}

// Releases the steps of a path, whose watches stay.
static void forget_steps(struct path *path) {
  for (size_t index = 0; index < path->step_count; index++) free(path->steps[index].entry);
  path->step_count = 0;
}

// Watches one directory on the way, in which `entry` leads further; `whole` is the path up to the entry. Returns
// whether the entry exists.
static bool pass(struct path *path, const char *directory, const char *entry, const char *whole) {
  struct stat file;
  bool is_there = lstat(whole, &file) == 0;
  bool is_link = is_there && S_ISLNK(file.st_mode);
  // The target of a link may not exist.
  if (is_link && stat(whole, &file) != 0) is_there = false;
  // A missing entry can be created, and a link can be replaced, by events with its name in the directory.
  bool is_named = !is_there || is_link;
  bool is_watched =
      watch(path, directory, is_named ? moves | entries : moves, is_named ? entry : "");
  // The watch of an existing entry would notice only moves, so a directory that cannot be read is no problem then.
  if (!is_watched && (is_named || errno == ENOSPC)) note_error(path, directory);
  return is_there;
}

// Watches all steps of a path once. Returns `false` if the path has changed meanwhile, so that the watches must be
// added again.
static bool try_arm(struct path *path) {
  char whole[PATH_MAX], directory[PATH_MAX] = "/";
  snprintf(whole, sizeof whole, "%s", path->name);
  forget_steps(path);
  path->trouble[0] = 0;
  for (char *name = whole + 1; *name != 0;) {
    char *end = name + strcspn(name, "/");
    char slash = *end;
    *end = 0;
    if (!pass(path, directory, name, whole)) {
      struct stat file;
      return stat(whole, &file) != 0;
    }
    snprintf(directory, sizeof directory, "%s", whole);
    *end = slash;
    name = slash == 0 ? end : end + 1;
  }
  if (watch(path, path->name, changes, NULL)) return true;
  bool is_gone = errno == ENOENT || errno == ENOTDIR;
  if (!is_gone) note_error(path, path->name);
  return !is_gone;
}

bool arm(struct path *path) {
  // Repeated while the path changes, but not without limit.
  for (int round = 0; round < 10; round++) {
    if (try_arm(path)) break;
  }
  return path->trouble[0] == 0;
}

// Returns whether one of the paths needs this watch.
static bool is_used(int watch, const struct path *paths, size_t count) {
  for (size_t index = 0; index < count; index++) {
    for (size_t step = 0; step < paths[index].step_count; step++) {
      if (paths[index].steps[step].watch == watch) return true;
    }
  }
  return false;
}

void disarm(struct path *path, struct path *paths, size_t count) {
  size_t steps = path->step_count;
  path->step_count = 0;
  for (size_t index = 0; index < steps; index++) {
    free(path->steps[index].entry);
    int watch = path->steps[index].watch;
    if (!is_used(watch, paths, count)) inotify_rm_watch(inotify_fd, watch);
  }
}

// Returns whether an event can change the path that this step belongs to.
static bool concerns(const struct inotify_event *event, const struct step *step) {
  if (event->wd != step->watch) return false;
  // The end of the path has no entry: each of its events is a change. An empty entry equals no name.
  if (step->entry == NULL || event->mask & (moves | IN_IGNORED | IN_UNMOUNT)) return true;
  return event->len > 0 && strcmp(event->name, step->entry) == 0;
}

// Marks the paths that an event concerns. After an overflow of the queue, these are all paths.
static void mark_concerned_paths(const struct inotify_event *event, struct path *paths, size_t count) {
  bool is_lost = event->mask & IN_Q_OVERFLOW;
  for (size_t index = 0; index < count; index++) {
    struct path *path = &paths[index];
    if (is_lost) path->is_lost = true;
    bool is_concerned = is_lost;
    for (size_t step = 0; step < path->step_count && !path->is_dirty && !is_concerned; step++) {
      is_concerned = concerns(event, &path->steps[step]);
    }
    if (is_concerned) path->is_dirty = true;
  }
}

void mark_changed_paths(struct path *paths, size_t count) {
  _Alignas(struct inotify_event) char buffer[1 << 16];
  for (;;) {
    ssize_t length = read(inotify_fd, buffer, sizeof buffer);
    if (length <= 0) return;
    for (char *place = buffer; place < buffer + length;) {
      const struct inotify_event *event = (const void *)place;
      mark_concerned_paths(event, paths, count);
      place += sizeof *event + event->len;
    }
  }
}
