// rubato-observe: watches paths for the requests of one user, as that user, and tells rubatod what has changed. rubatod
// starts it where it may not look itself. In C, because one lives for each user who has something to watch.
//
// It asks which paths (ObservePaths), tells of each how it looks now, and afterwards what has changed (ReportPaths). It
// ends when there is nothing to watch any more, or with the daemon.
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "observe.h"

// There is no Swift in this program; the libraries that Swift's linker adds are dropped.
__attribute__((section(".swift1_autolink_entries"), used)) static const char link_options[] =
    "-Wl,--as-needed";

enum {
  // Events of a storm are taken so often, and told of once.
  pace_ns = 50000000,
  // Of a call.
  most_bytes = 1 << 16,
};

static struct {
  struct path *paths;
  size_t count;
  int orders_fd, reports_fd;
  struct inbox orders, answers;
  // A call was made and not answered.
  bool is_telling;
  // When events are taken, if there are any; when they were last.
  int64_t due_ns, taken_ns;
} state;

_Noreturn void fail(const char *what) {
  if (errno != 0) {
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
  } else {
    fprintf(stderr, "%s\n", what);
  }
  exit(1);
}

void *make_room(void *bytes, size_t size) {
  void *room = realloc(bytes, size);
  if (room == NULL) fail("memory");
  return room;
}

static int64_t now_ns(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// MARK: Telling

static void begin_report(struct text *call) {
  if (call->count > 0) {
    add(call, ",");
  } else {
    add(call, "{\"method\":\"io.rubato.Scheduler.ReportPaths\",\"parameters\":{\"reports\":[");
  }
}

static void tell_trouble(struct text *call, const struct path *path, const char *trouble) {
  begin_report(call);
  add(call, "{\"path\":");
  add_quoted(call, path->name);
  add(call, ",\"changed\":false,\"trouble\":");
  add_quoted(call, trouble);
  add(call, "}");
}

static void tell_look(struct text *call, const struct path *path, int64_t changed, bool is_change) {
  char time[64] = "";
  if (changed >= 0) {
    snprintf(time, sizeof time, ",\"time\":%lld.%09lld", (long long)(changed / 1000000000),
             (long long)(changed % 1000000000));
  }
  begin_report(call);
  add(call, "{\"path\":");
  add_quoted(call, path->name);
  add(call, is_change ? ",\"changed\":true,\"stamp\":" : ",\"changed\":false,\"stamp\":");
  add_quoted(call, path->stamp);
  add(call, time);
  add(call, "}");
}

// Looks at a path whose events have been taken, and tells of it what is news.
static void look(struct path *path, struct text *call) {
  bool can_watch = arm(path);
  struct look look = look_at(path->name);
  bool is_other = strcmp(look.stamp, path->stamp) != 0;
  bool is_change = is_other || look.is_partial || path->is_fresh || path->is_lost;
  bool is_first = !path->is_told;
  snprintf(path->stamp, sizeof path->stamp, "%s", look.stamp);
  // Another change within this tick would look the same.
  path->is_fresh = look.changed + tick_ns() >= now_ns(CLOCK_REALTIME_COARSE);
  path->is_dirty = path->is_lost = false;
  path->is_told = can_watch;
  if (!can_watch) return tell_trouble(call, path, path->trouble);
  if (is_first || is_change) tell_look(call, path, look.changed, !is_first);
  const char *weakness = is_first ? weakness_of(path->name) : NULL;
  if (weakness != NULL) tell_trouble(call, path, weakness);
}

// Tells of what is dirty, as much as fits into a call; the rest follows when that is answered.
static void tell(void) {
  struct text call = {0};
  for (size_t index = 0; index < state.count && call.count < most_bytes; index++) {
    if (state.paths[index].is_dirty) look(&state.paths[index], &call);
  }
  if (call.count > 0) {
    add(&call, "]}}");
    send_call(state.reports_fd, call.bytes, call.count);
    state.is_telling = true;
  }
  free(call.bytes);
}

static bool has_dirty(void) {
  for (size_t index = 0; index < state.count; index++) {
    if (state.paths[index].is_dirty) return true;
  }
  return false;
}

static void hear_answer(void) {
  char *answer = receive(state.reports_fd, &state.answers);
  if (answer == NULL) return;
  errno = 0;
  if (is_error(answer)) fail(answer);
  free(answer);
  state.is_telling = false;
}

// MARK: Which paths

static int by_name(const void *one, const void *other) {
  return strcmp(((const struct path *)one)->name, ((const struct path *)other)->name);
}

static void drop(struct path *path, struct path *paths, size_t count) {
  disarm(path, paths, count);
  free(path->steps);
  free(path->name);
}

// Takes the place of the paths so far. What stays is watched on.
static void take_paths(char **names, size_t count) {
  struct path *paths = make_room(NULL, (count + 1) * sizeof *paths);
  for (size_t index = 0; index < count; index++) {
    struct path wanted = {.name = names[index], .is_dirty = true};
    struct path *known = bsearch(&wanted, state.paths, state.count, sizeof wanted, by_name);
    paths[index] = wanted;
    if (known == NULL) continue;
    paths[index] = *known;
    free(names[index]);
    // There may be room for it now.
    if (known->trouble[0] != 0) paths[index].is_dirty = true;
    *known = (struct path){.name = known->name};
  }
  qsort(paths, count, sizeof *paths, by_name);
  for (size_t index = 0; index < state.count; index++) {
    // Of what stays only the name is left here, which is still in use.
    struct path *old = &state.paths[index];
    struct path *kept = bsearch(old, paths, count, sizeof *paths, by_name);
    if (kept == NULL) drop(old, paths, count);
  }
  free(state.paths);
  state.paths = paths;
  state.count = count;
}

static void hear_orders(void) {
  for (char *answer; (answer = receive(state.orders_fd, &state.orders)) != NULL; free(answer)) {
    errno = 0;
    if (is_error(answer)) fail(answer);
    size_t count;
    char **names = paths_of(answer, &count);
    take_paths(names, count);
    free(names);
    if (count == 0) exit(0);
  }
}

// MARK: Waiting

// Events are taken a tick after the first of them, so that what is written at once is one change, and then no more
// often than the pace. Until then the kernel keeps them, and joins those that are alike.
static void take_due(void) {
  take_events(state.paths, state.count);
  state.taken_ns = now_ns(CLOCK_MONOTONIC);
  state.due_ns = -1;
}

static void note_events(void) {
  int64_t soon = now_ns(CLOCK_MONOTONIC) + tick_ns() + 1000000;
  int64_t paced = state.taken_ns + pace_ns;
  state.due_ns = soon > paced ? soon : paced;
}

static void wait_for_news(void) {
  bool is_due = state.due_ns >= 0;
  struct pollfd fds[] = {
      {.fd = state.orders_fd, .events = POLLIN},
      {.fd = state.reports_fd, .events = POLLIN},
      {.fd = is_due ? -1 : inotify_fd, .events = POLLIN},
  };
  int64_t left = is_due ? state.due_ns - now_ns(CLOCK_MONOTONIC) : 0;
  if (left < 0) left = 0;
  struct timespec wait = {.tv_sec = left / 1000000000, .tv_nsec = left % 1000000000};
  if (ppoll(fds, 3, is_due ? &wait : NULL, NULL) < 0 && errno != EINTR) fail("ppoll");
  if (fds[0].revents) hear_orders();
  if (fds[1].revents) hear_answer();
  if (fds[2].revents) note_events();
  if (is_due && now_ns(CLOCK_MONOTONIC) >= state.due_ns) take_due();
}

int main(void) {
  static const char call[] =
      "{\"method\":\"io.rubato.Scheduler.ObservePaths\",\"parameters\":{},\"more\":true}";
  state.due_ns = -1;
  state.taken_ns = now_ns(CLOCK_MONOTONIC) - pace_ns;
  state.orders_fd = connect_to_daemon();
  state.reports_fd = connect_to_daemon();
  start_watching();
  send_call(state.orders_fd, call, sizeof call - 1);
  for (;;) {
    wait_for_news();
    if (!state.is_telling && has_dirty()) tell();
  }
}
