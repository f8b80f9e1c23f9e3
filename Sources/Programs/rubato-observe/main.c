// rubato-observe: watches paths for the requests of one user, as that user, and reports changes to rubatod. rubatod
// starts it if the daemon itself may not read the paths. Written in C to be small: one exists for each such user.
//
// It receives the paths (ObservePaths), and reports the state of each once and then each change (ReportPaths). It ends
// when no path is left, or with the daemon.
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
  // The shortest time between two readings of events, by which a storm of events is one change.
  pace_ns = 50000000,
  // Of a call.
  most_bytes = 1 << 16,
  // The paths of a call. Each has at most two reports, and the daemon accepts 1000.
  most_paths = 500,
};

static struct {
  struct path *paths;
  size_t count;
  int paths_fd, reports_fd;
  struct inbox paths_inbox, answers;
  // Whether the last call with reports is not answered yet.
  bool awaits_answer;
  // The times on the monotonic clock at which pending events are read (-1 if there are none), and were last read.
  int64_t due_ns, handled_ns;
} state;

// Ends the program with a message, and the reason in errno if that is not 0.
_Noreturn void fail(const char *problem) {
  if (errno != 0) {
    fprintf(stderr, "%s: %s\n", problem, strerror(errno));
  } else {
    fprintf(stderr, "%s\n", problem);
  }
  exit(1);
}

// Returns the memory with another size. Ends the program if there is none.
void *resized(void *bytes, size_t size) {
  void *room = realloc(bytes, size);
  if (room == NULL) fail("memory");
  return room;
}

static int64_t now_ns(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// MARK: Reporting

// Adds the beginning of a report to a call, and that of the call itself before the first report.
static void begin_report(struct text *call) {
  if (call->count > 0) {
    add(call, ",");
  } else {
    add(call, "{\"method\":\"io.rubato.Scheduler.ReportPaths\",\"parameters\":{\"reports\":[");
  }
}

// Adds the report that a path cannot be watched, or not fully.
static void report_trouble(struct text *call, const struct path *path, const char *trouble) {
  begin_report(call);
  add(call, "{\"path\":");
  add_quoted(call, path->name);
  add(call, ",\"changed\":false,\"trouble\":");
  add_quoted(call, trouble);
  add(call, "}");
}

// Adds the report of the state of a path, and whether it is a change. `changed` is its time in nanoseconds since 1970;
// -1 if unknown.
static void report_state(struct text *call, const struct path *path, int64_t changed, bool is_change) {
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

// Reads the state of a path, and reports it if it is the first or has changed. Called when events of the path were
// read, and for new paths.
static void check_path(struct path *path, struct text *call) {
  bool can_watch = arm(path);
  struct look look = read_state(path->name);
  bool is_other = strcmp(look.stamp, path->stamp) != 0;
  // A partial stamp does not show all changes, so every event counts as one.
  bool is_change = is_other || look.is_partial || path->is_fresh || path->is_lost;
  bool is_first = !path->is_reported;
  snprintf(path->stamp, sizeof path->stamp, "%s", look.stamp);
  // Another change within this tick of the clock would leave the same stamp, so the next event counts as a change.
  path->is_fresh = look.changed + tick_ns() >= now_ns(CLOCK_REALTIME_COARSE);
  path->is_dirty = path->is_lost = false;
  // If it can be watched later, its state is reported as the first one.
  path->is_reported = can_watch;
  if (!can_watch) return report_trouble(call, path, path->trouble);
  if (is_first || is_change) report_state(call, path, look.changed, !is_first);
  const char *weakness = is_first ? weakness_of(path->name) : NULL;
  if (weakness != NULL) report_trouble(call, path, weakness);
}

// Sends the reports of marked paths, as many as fit into a call. The others follow when that is answered.
static void send_reports(void) {
  struct text call = {0};
  size_t reported = 0;
  for (size_t index = 0; index < state.count && call.count < most_bytes; index++) {
    if (reported == most_paths) break;
    if (!state.paths[index].is_dirty) continue;
    size_t before = call.count;
    check_path(&state.paths[index], &call);
    // Paths without a report do not count: without a call, no answer would lead to the others.
    if (call.count > before) reported++;
  }
  if (call.count > 0) {
    add(&call, "]}}");
    send_call(state.reports_fd, call.bytes, call.count);
    state.awaits_answer = true;
  }
  free(call.bytes);
}

// Returns whether a path is marked, so that its state must be read.
static bool has_dirty(void) {
  for (size_t index = 0; index < state.count; index++) {
    if (state.paths[index].is_dirty) return true;
  }
  return false;
}

// Receives the answer to a call with reports. An error ends the program.
static void receive_answer(void) {
  char *answer = receive(state.reports_fd, &state.answers);
  if (answer == NULL) return;
  errno = 0;
  if (is_error(answer)) fail(answer);
  free(answer);
  state.awaits_answer = false;
}

// MARK: Which paths

// Orders paths by their names, for qsort(3) and bsearch(3).
static int by_name(const void *one, const void *other) {
  return strcmp(((const struct path *)one)->name, ((const struct path *)other)->name);
}

// Stops watching a path, and releases its memory. `paths` are those that remain.
static void drop(struct path *path, struct path *paths, size_t count) {
  disarm(path, paths, count);
  free(path->steps);
  free(path->name);
}

// Replaces the watched paths by those with these names. Paths that remain keep their watches and their states.
static void replace_paths(char **names, size_t count) {
  struct path *paths = resized(NULL, (count + 1) * sizeof *paths);
  for (size_t index = 0; index < count; index++) {
    struct path wanted = {.name = names[index], .is_dirty = true};
    struct path *known = bsearch(&wanted, state.paths, state.count, sizeof wanted, by_name);
    paths[index] = wanted;
    if (known == NULL) continue;
    paths[index] = *known;
    free(names[index]);
    // A limit that prevented its watch may no longer be reached.
    if (known->trouble[0] != 0) paths[index].is_dirty = true;
    *known = (struct path){.name = known->name};
  }
  qsort(paths, count, sizeof *paths, by_name);
  for (size_t index = 0; index < state.count; index++) {
    // A path that remains has only its name here, which is still in use.
    struct path *old = &state.paths[index];
    struct path *kept = bsearch(old, paths, count, sizeof *paths, by_name);
    if (kept == NULL) drop(old, paths, count);
  }
  free(state.paths);
  state.paths = paths;
  state.count = count;
}

// Receives the paths to watch. An empty list ends the program.
static void receive_paths(void) {
  for (char *answer; (answer = receive(state.paths_fd, &state.paths_inbox)) != NULL; free(answer)) {
    errno = 0;
    if (is_error(answer)) fail(answer);
    size_t count;
    char **names = paths_of(answer, &count);
    replace_paths(names, count);
    free(names);
    if (count == 0) exit(0);
  }
}

// MARK: Waiting

// Reads the pending events and marks their paths. Until then the kernel keeps events, and joins equal ones.
static void handle_due_events(void) {
  mark_changed_paths(state.paths, state.count);
  state.handled_ns = now_ns(CLOCK_MONOTONIC);
  state.due_ns = -1;
}

// Sets the time at which pending events are read: a tick of the clock after the first, so that several writes are one
// change, and not before the pace allows it.
static void note_events(void) {
  // A millisecond more, so that the tick has certainly ended.
  int64_t soon = now_ns(CLOCK_MONOTONIC) + tick_ns() + 1000000;
  int64_t paced = state.handled_ns + pace_ns;
  state.due_ns = soon > paced ? soon : paced;
}

// Waits for a message of the daemon, for events, or for the time to read them, and handles that.
static void handle_input(void) {
  bool is_due = state.due_ns >= 0;
  struct pollfd fds[] = {
      {.fd = state.paths_fd, .events = POLLIN},
      {.fd = state.reports_fd, .events = POLLIN},
      // Once events are pending, further ones are read with them, and do not wake this program.
      {.fd = is_due ? -1 : inotify_fd, .events = POLLIN},
  };
  int64_t left = is_due ? state.due_ns - now_ns(CLOCK_MONOTONIC) : 0;
  if (left < 0) left = 0;
  struct timespec wait = {.tv_sec = left / 1000000000, .tv_nsec = left % 1000000000};
  if (ppoll(fds, 3, is_due ? &wait : NULL, NULL) < 0 && errno != EINTR) fail("ppoll");
  if (fds[0].revents) receive_paths();
  if (fds[1].revents) receive_answer();
  if (fds[2].revents) note_events();
  if (is_due && now_ns(CLOCK_MONOTONIC) >= state.due_ns) handle_due_events();
}

int main(void) {
  static const char call[] =
      "{\"method\":\"io.rubato.Scheduler.ObservePaths\",\"parameters\":{},\"more\":true}";
  state.due_ns = -1;
  // The pace does not delay the first events.
  state.handled_ns = now_ns(CLOCK_MONOTONIC) - pace_ns;
  state.paths_fd = connect_to_daemon();
  state.reports_fd = connect_to_daemon();
  start_watching();
  send_call(state.paths_fd, call, sizeof call - 1);
  for (;;) {
    handle_input();
    if (!state.awaits_answer && has_dirty()) send_reports();
  }
}
