// What the parts of rubato-observe know of each other.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/inotify.h>

enum { stamp_size = 128, trouble_size = 200 };

// MARK: One path

// A directory on the way to a path, or what is there itself, as inotify watches it.
struct step {
  int watch;
  // The entry of the directory that matters; NULL where everything does, which is at the end of the path.
  char *entry;
};

struct path {
  char *name;
  struct step *steps;
  size_t step_count;
  char stamp[stamp_size];
  // What `stamp` was taken of may still change within the same tick of the kernel's clock.
  bool is_fresh;
  // It was told of, at least once.
  bool is_told;
  // Something happened on it since it was looked at.
  bool is_dirty;
  // Told of as changed whatever it looks like: events were lost.
  bool is_lost;
  char trouble[trouble_size];
};

// MARK: How something looks (stamp.c)

// Text that is another one after a change, and when that was, as far as the kernel tells: nanoseconds since 1970, or -1.
struct look {
  char stamp[stamp_size];
  int64_t changed;
  // A directory with too many entries to look at each: its stamp does not tell of them.
  bool is_partial;
};

struct look look_at(const char *name);
// How long the kernel shows the same time.
int64_t tick_ns(void);
// What keeps changes in a file system from being noticed; NULL for nothing.
const char *weakness_of(const char *name);

// MARK: Watching (watch.c)

extern int inotify_fd;

void start_watching(void);
// Watches all that leads to `path`, and what is there. Returns whether nothing is in the way; else says what.
bool arm(struct path *path);
void disarm(struct path *path, struct path *paths, size_t count);
// Reads all events, and marks what they are about.
void take_events(struct path *paths, size_t count);

// MARK: The daemon (talk.c)

// Connects to the daemon of this run.
int connect_to_daemon(void);
void send_call(int fd, const char *text, size_t length);
// Reads what is there. Returns a whole answer, for the caller to free, or NULL.
struct inbox {
  char *bytes;
  size_t count, room;
};
char *receive(int fd, struct inbox *inbox);
// The strings of the list `paths` in an answer; each for the caller to free.
char **paths_of(const char *answer, size_t *count);
bool is_error(const char *answer);

struct text {
  char *bytes;
  size_t count, room;
};
void add(struct text *text, const char *bytes);
void add_quoted(struct text *text, const char *bytes);

// MARK: Ends

_Noreturn void fail(const char *what);
void *make_room(void *bytes, size_t size);
