// The parts of rubato-observe.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/inotify.h>

enum { stamp_size = 128, trouble_size = 200 };

// MARK: One path

// A watch of inotify for a path: of a directory on the way to it, or of the file or directory at its end.
struct step {
  int watch;
  // The only entry of the directory whose events count; NULL if all do, as at the end of the path.
  char *entry;
};

struct path {
  char *name;
  struct step *steps;
  size_t step_count;
  char stamp[stamp_size];
  // Whether a later change could leave the same stamp, since it would be in the same tick of the kernel's clock.
  bool is_fresh;
  // Whether its state was reported at least once.
  bool is_reported;
  // Whether it has had an event since its state was read.
  bool is_dirty;
  // Whether events were lost, so that it is reported as changed, whatever its state.
  bool is_lost;
  char trouble[trouble_size];
};

// MARK: States (stamp.c)

// The state of a path: a text that differs after a change, and the time of the last change in nanoseconds since 1970, or
// -1 if the kernel does not report it.
struct look {
  char stamp[stamp_size];
  int64_t changed;
  // Whether a directory has too many entries to read each, so that its stamp does not depend on all of them.
  bool is_partial;
};

struct look read_state(const char *name);
// Returns the time for which the kernel's clock shows the same time.
int64_t tick_ns(void);
// Returns the reason why changes in a file system may not be noticed; NULL if there is none.
const char *weakness_of(const char *name);

// MARK: Watching (watch.c)

extern int inotify_fd;

void start_watching(void);
// Watches the directories on the way to `path`, and the file or directory there. Returns whether that succeeds; if not,
// the reason is in `trouble`.
bool arm(struct path *path);
// Ends the watches of `path`, except for those that one of `paths` needs.
void disarm(struct path *path, struct path *paths, size_t count);
// Reads all events, and marks the paths that they concern.
void mark_changed_paths(struct path *paths, size_t count);

// MARK: The daemon (talk.c)

// Connects to the daemon of this run.
int connect_to_daemon(void);
void send_call(int fd, const char *text, size_t length);
// The received bytes that are not a whole answer yet.
struct inbox {
  char *bytes;
  size_t count, room;
};
// Reads available bytes. Returns a whole answer, which the caller frees, or NULL.
char *receive(int fd, struct inbox *inbox);
// Returns the strings of the list `paths` in an answer. The caller frees each of them and the list.
char **paths_of(const char *answer, size_t *count);
bool is_error(const char *answer);

struct text {
  char *bytes;
  size_t count, room;
};
void add(struct text *text, const char *bytes);
void add_quoted(struct text *text, const char *bytes);

// MARK: Ends

_Noreturn void fail(const char *problem);
void *resized(void *bytes, size_t size);
