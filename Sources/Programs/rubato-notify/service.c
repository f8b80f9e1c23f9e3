// The service of the session that shows notifications of apps and about requests, and receives the clicks on them. It
// runs while one of them is visible, and keeps their contents for that time.
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

#include "notify.h"

// The time for which the service runs without a visible notification, since the next one may come soon.
enum { idle_us = 5 * 1000 * 1000 };

// A visible notification, in a list.
struct entry {
  struct entry *next;
  uint32_t number;
  // The path of the daemon's socket.
  char *socket;
  char *app, *identifier;
  // The content as JSON, for the app; for a notification about a request, the verb of rubatoctl that tries it again.
  char *content;
  // Whether it is about a request, which is then its identifier. Then it has no app.
  bool is_of_request;
};

// The actions of a notification of an app, of a failed request, and of an overdue request: their names and labels. A
// click on the notification itself has the name `default`.
static char *const opening[] = {"default", "Open", NULL};
static char *const retrying[] = {"retry", "Retry", "explain", "Explain", NULL};
static char *const running[] = {"retry", "Run now", "explain", "Explain", NULL};

static struct entry *entries;

// Returns the place of the pointer to a notification in the list; the end of the list if it is unknown.
static struct entry **place_of(uint32_t number) {
  struct entry **place = &entries;
  while (*place != NULL && (*place)->number != number) place = &(*place)->next;
  return place;
}

// Returns the notification of an app with this identifier; NULL if none is visible.
static struct entry *entry_of_app(const char *app, const char *identifier) {
  struct entry *entry = entries;
  while (entry != NULL && (entry->is_of_request || strcmp(entry->app, app) != 0 ||
                           strcmp(entry->identifier, identifier) != 0)) {
    entry = entry->next;
  }
  return entry;
}

// Returns the notification about a request of the daemon at `socket`; NULL if none is visible.
static struct entry *entry_of_request(const char *socket, const char *request) {
  struct entry *entry = entries;
  while (entry != NULL && (!entry->is_of_request || strcmp(entry->socket, socket) != 0 ||
                           strcmp(entry->identifier, request) != 0)) {
    entry = entry->next;
  }
  return entry;
}

// Removes a notification from the list and releases it. Does nothing at the end of the list.
static void forget(struct entry **place) {
  struct entry *gone = *place;
  if (gone == NULL) return;
  *place = gone->next;
  free(gone->socket);
  free(gone->app);
  free(gone->identifier);
  free(gone->content);
  free(gone);
}

// Returns a copy of a text. Ends the program if there is no memory.
static char *copied(const char *text) {
  char *copy = strdup(text);
  if (copy == NULL) end(EX_TEMPFAIL, "no memory", strerror(errno));
  return copy;
}

// Adds a visible notification to the list, in place of one with the same number.
static struct entry *keep(
    uint32_t number, const char *socket, const char *app, const char *identifier, const char *content
) {
  forget(place_of(number));
  struct entry *entry = calloc(1, sizeof *entry);
  if (entry == NULL) end(EX_TEMPFAIL, "no memory", strerror(errno));
  *entry = (struct entry){
      .next = entries, .number = number, .socket = copied(socket), .app = copied(app),
      .identifier = copied(identifier), .content = copied(content),
  };
  entries = entry;
  return entry;
}

// Shows a notification in place of `old`, which may be NULL. An absent notification service has an error of its own,
// which the caller distinguishes from an absent service of this program.
static int show_replacing(
    sd_bus_message *call, const struct notification *shown, const struct entry *old, uint32_t *number, sd_bus_error *error
) {
  *number = old != NULL ? old->number : 0;
  int result = show(sd_bus_message_get_bus(call), shown, number, error);
  if (result >= 0) {
    if (old != NULL && old->number != *number) forget(place_of(old->number));
    return result;
  }
  if (!is_absent(error, result)) return result;
  char *why = copied(error->message != NULL ? error->message : strerror(-result));
  sd_bus_error_free(error);
  result = sd_bus_error_set(error, SERVICE ".Absent", why);
  free(why);
  return result;
}

// Shows a notification of an app, and keeps it for clicks. Called for `Show`.
static int handle_show(sd_bus_message *call, void *data, sd_bus_error *error) {
  (void)data;
  const char *socket, *app, *identifier, *title, *text, *content;
  int result = sd_bus_message_read(call, "ssssss", &socket, &app, &identifier, &title, &text, &content);
  if (result < 0) return result;
  uint32_t number;
  struct notification shown = {.app = app, .title = title, .text = text, .actions = opening};
  result = show_replacing(call, &shown, entry_of_app(app, identifier), &number, error);
  if (result < 0) return result;
  (void)keep(number, socket, app, identifier, content);
  return sd_bus_reply_method_return(call, "u", number);
}

// Shows a notification about a request, and keeps it for its actions. Called for `ShowOfRequest`.
static int handle_show_of_request(sd_bus_message *call, void *data, sd_bus_error *error) {
  (void)data;
  const char *socket, *request, *remedy, *title, *text;
  int result = sd_bus_message_read(call, "sssss", &socket, &request, &remedy, &title, &text);
  if (result < 0) return result;
  uint32_t number;
  struct notification shown = {
      .app = "Rubato", .title = title, .text = text, .actions = strcmp(remedy, "retry") == 0 ? retrying : running,
  };
  result = show_replacing(call, &shown, entry_of_request(socket, request), &number, error);
  if (result < 0) return result;
  keep(number, socket, "", request, remedy)->is_of_request = true;
  return sd_bus_reply_method_return(call, "u", number);
}

// Asks the notification service to remove a visible notification, without waiting.
static void close_shown(sd_bus *bus, uint32_t number) {
  (void)sd_bus_call_method_async(
      bus, NULL, "org.freedesktop.Notifications", "/org/freedesktop/Notifications",
      "org.freedesktop.Notifications", "CloseNotification", NULL, NULL, "u", number);
}

// Returns whether the list contains the identifier; an empty list means all.
static bool is_among(char *const *identifiers, const char *identifier) {
  if (identifiers == NULL || *identifiers == NULL) return true;
  while (*identifiers != NULL && strcmp(*identifiers, identifier) != 0) identifiers++;
  return *identifiers != NULL;
}

// Removes visible notifications of an app. Called for `Remove`.
static int handle_remove(sd_bus_message *call, void *data, sd_bus_error *error) {
  (void)data, (void)error;
  const char *app;
  char **identifiers = NULL;
  int result = sd_bus_message_read(call, "s", &app);
  if (result >= 0) result = sd_bus_message_read_strv(call, &identifiers);
  if (result < 0) return result;
  for (struct entry **place = &entries; *place != NULL;) {
    const struct entry *entry = *place;
    bool is_of_app = !entry->is_of_request && strcmp(entry->app, app) == 0;
    if (!is_of_app || !is_among(identifiers, entry->identifier)) {
      place = &(*place)->next;
      continue;
    }
    close_shown(sd_bus_message_get_bus(call), (*place)->number);
    forget(place);
  }
  for (char **each = identifiers; each != NULL && *each != NULL; each++) free(*each);
  free(identifiers);
  return sd_bus_reply_method_return(call, "");
}

// Opens the app of a clicked notification. The content is passed through a pipe, which other users cannot read.
static void open_app(const struct entry *entry) {
  int ends[2];
  if (pipe(ends) != 0) return perror("pipe");
  pid_t child = fork();
  if (child == 0) {
    char room[PATH_MAX];
    (void)setsid();
    (void)dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    close(ends[1]);
    (void)signal(SIGPIPE, SIG_DFL);
    (void)signal(SIGCHLD, SIG_DFL);
    if (*entry->socket != '\0') (void)setenv("RUBATO_SOCKET", entry->socket, 1);
    const char *program = controller(room, sizeof room);
    execl(program, "rubatoctl", "app", "open", entry->app, "--response", entry->identifier, (char *)NULL);
    perror(program);
    _exit(127);
  }
  close(ends[0]);
  // The content fits into the pipe, which holds 64 KiB, so that the write does not wait for a reader.
  if (child > 0 && write(ends[1], entry->content, strlen(entry->content)) < 0) perror("rubatoctl");
  close(ends[1]);
}

// Starts `rubatoctl VERB REQUEST` in another process, which shows the output as a notification.
static void run_verb(const struct entry *entry, const char *verb) {
  // Only the child continues.
  if (fork() != 0) return;
  (void)setsid();
  (void)signal(SIGPIPE, SIG_DFL);
  (void)signal(SIGCHLD, SIG_DFL);
  if (*entry->socket != '\0') (void)setenv("RUBATO_SOCKET", entry->socket, 1);
  execl("/proc/self/exe", "rubato-notify", "--answer", verb, entry->identifier, (char *)NULL);
  perror("/proc/self/exe");
  _exit(127);
}

// Performs the action of a click: opens the app, or runs a verb for the request.
static int handle_action(sd_bus_message *signal, void *data, sd_bus_error *error) {
  (void)data, (void)error;
  uint32_t number;
  const char *action;
  if (sd_bus_message_read(signal, "us", &number, &action) < 0) return 0;
  const struct entry *entry = *place_of(number);
  if (entry == NULL) return 0;
  if (!entry->is_of_request) {
    if (strcmp(action, "default") == 0) open_app(entry);
  } else if (strcmp(action, "retry") == 0) {
    run_verb(entry, strcmp(entry->content, "retry") == 0 ? "retry" : "run");
  } else {
    run_verb(entry, "explain");
  }
  return 0;
}

// Forgets a notification that is no longer visible.
static int handle_close(sd_bus_message *signal, void *data, sd_bus_error *error) {
  (void)data, (void)error;
  uint32_t number;
  if (sd_bus_message_read(signal, "uu", &number, &(uint32_t){0}) >= 0) forget(place_of(number));
  return 0;
}

// Forgets all notifications when the notification service has ended, since they are no longer visible.
static int handle_new_owner(sd_bus_message *signal, void *data, sd_bus_error *error) {
  (void)data, (void)error;
  const char *name, *old, *new;
  if (sd_bus_message_read(signal, "sss", &name, &old, &new) < 0 || *old == '\0') return 0;
  while (entries != NULL) forget(&entries);
  return 0;
}

static const sd_bus_vtable methods[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("Show", "ssssss", "u", handle_show, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("ShowOfRequest", "sssss", "u", handle_show_of_request, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("Remove", "sas", "", handle_remove, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

// Registers the methods of this service and its handlers of signals, and requests its name on the bus.
static int listen_on(sd_bus *bus) {
  static const char of_service[] = "org.freedesktop.Notifications";
  int result = sd_bus_add_object_vtable(bus, NULL, SERVICE_PATH, SERVICE, methods, NULL);
  if (result >= 0) {
    result = sd_bus_match_signal(
        bus, NULL, of_service, "/org/freedesktop/Notifications", of_service, "ActionInvoked", handle_action, NULL);
  }
  if (result >= 0) {
    result = sd_bus_match_signal(
        bus, NULL, of_service, "/org/freedesktop/Notifications", of_service, "NotificationClosed", handle_close, NULL);
  }
  if (result >= 0) {
    result = sd_bus_add_match(
        bus, NULL,
        "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='org.freedesktop.Notifications'",
        handle_new_owner, NULL);
  }
  return result >= 0 ? sd_bus_request_name(bus, SERVICE, 0) : result;
}

void serve(void) {
  // The kernel removes ended children, whose exit codes are not needed.
  (void)signal(SIGCHLD, SIG_IGN);
  (void)signal(SIGPIPE, SIG_IGN);
  sd_bus *bus = session();
  int result = listen_on(bus);
  while (result >= 0) {
    result = sd_bus_process(bus, NULL);
    // Further messages may already be here.
    if (result != 0) continue;
    result = sd_bus_wait(bus, entries == NULL ? idle_us : UINT64_MAX);
    if (result == 0 && entries == NULL) return;
  }
  // These two are the end of the session.
  if (result != -ECONNRESET && result != -ENOTCONN) end(EXIT_FAILURE, "the session bus", strerror(-result));
}
