// The service of the session that shows the notifications of apps, so that somebody hears which of them is clicked. It lives
// as long as one of them is shown, and knows what they say for as long.
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

// How long it stays when nothing is shown any more: the next may be about to come.
enum { idle_us = 5 * 1000 * 1000 };

struct entry {
  struct entry *next;
  uint32_t number;
  // Where the daemon of the app listens.
  char *socket;
  char *app, *identifier;
  // All that it says, as JSON, for the app.
  char *content;
};

static struct entry *entries;

static struct entry **place_of(uint32_t number) {
  struct entry **place = &entries;
  while (*place != NULL && (*place)->number != number) place = &(*place)->next;
  return place;
}

static struct entry *named(const char *app, const char *identifier) {
  struct entry *entry = entries;
  while (entry != NULL && (strcmp(entry->app, app) != 0 || strcmp(entry->identifier, identifier) != 0)) {
    entry = entry->next;
  }
  return entry;
}

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

static char *copied(const char *text) {
  char *copy = strdup(text);
  if (copy == NULL) end(EX_TEMPFAIL, "no memory", strerror(errno));
  return copy;
}

static void keep(uint32_t number, const char *socket, const char *app, const char *identifier, const char *content) {
  forget(place_of(number));
  struct entry *entry = calloc(1, sizeof *entry);
  if (entry == NULL) end(EX_TEMPFAIL, "no memory", strerror(errno));
  *entry = (struct entry){
      .next = entries, .number = number, .socket = copied(socket), .app = copied(app),
      .identifier = copied(identifier), .content = copied(content),
  };
  entries = entry;
}

// In the place of one of its name that is shown.
static int take_show(sd_bus_message *call, void *data, sd_bus_error *error) {
  (void)data;
  const char *socket, *app, *identifier, *title, *text, *content;
  int result = sd_bus_message_read(call, "ssssss", &socket, &app, &identifier, &title, &text, &content);
  if (result < 0) return result;
  struct entry *old = named(app, identifier);
  uint32_t number = old != NULL ? old->number : 0;
  struct notification shown = {.app = app, .title = title, .text = text};
  result = show(sd_bus_message_get_bus(call), &shown, true, &number, error);
  if (result < 0) {
    if (!is_absent(error, result)) return result;
    char *why = copied(error->message != NULL ? error->message : strerror(-result));
    sd_bus_error_free(error);
    result = sd_bus_error_set(error, SERVICE ".Absent", why);
    free(why);
    return result;
  }
  if (old != NULL && old->number != number) forget(place_of(old->number));
  keep(number, socket, app, identifier, content);
  return sd_bus_reply_method_return(call, "u", number);
}

static void close_shown(sd_bus *bus, uint32_t number) {
  (void)sd_bus_call_method_async(
      bus, NULL, "org.freedesktop.Notifications", "/org/freedesktop/Notifications",
      "org.freedesktop.Notifications", "CloseNotification", NULL, NULL, "u", number);
}

static bool is_among(char *const *identifiers, const char *identifier) {
  if (identifiers == NULL || *identifiers == NULL) return true;
  while (*identifiers != NULL && strcmp(*identifiers, identifier) != 0) identifiers++;
  return *identifiers != NULL;
}

static int take_remove(sd_bus_message *call, void *data, sd_bus_error *error) {
  (void)data, (void)error;
  const char *app;
  char **identifiers = NULL;
  int result = sd_bus_message_read(call, "s", &app);
  if (result >= 0) result = sd_bus_message_read_strv(call, &identifiers);
  if (result < 0) return result;
  for (struct entry **place = &entries; *place != NULL;) {
    bool is_meant = strcmp((*place)->app, app) == 0 && is_among(identifiers, (*place)->identifier);
    if (!is_meant) {
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

// rubatoctl beside this program, as where it is built, or where it is installed.
static const char *controller(char *room, size_t size) {
  ssize_t length = readlink("/proc/self/exe", room, size - sizeof "rubatoctl");
  if (length > 0) {
    room[length] = '\0';
    char *name = strrchr(room, '/');
    if (name != NULL) {
      strcpy(name + 1, "rubatoctl");
      if (access(room, X_OK) == 0) return room;
    }
  }
  return "/usr/bin/rubatoctl";
}

// Opens the app, which is told of the click. What the notification says goes by a pipe, where other users do not see it.
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
  // It fits into a pipe, of 64 KiB, so that nobody is waited for.
  if (child > 0 && write(ends[1], entry->content, strlen(entry->content)) < 0) perror("rubatoctl");
  close(ends[1]);
}

static int take_action(sd_bus_message *signal, void *data, sd_bus_error *error) {
  (void)data, (void)error;
  uint32_t number;
  const char *action;
  if (sd_bus_message_read(signal, "us", &number, &action) < 0) return 0;
  const struct entry *entry = *place_of(number);
  if (entry != NULL && strcmp(action, "default") == 0) open_app(entry);
  return 0;
}

static int take_close(sd_bus_message *signal, void *data, sd_bus_error *error) {
  (void)data, (void)error;
  uint32_t number;
  if (sd_bus_message_read(signal, "uu", &number, &(uint32_t){0}) >= 0) forget(place_of(number));
  return 0;
}

// Whoever shows them is gone, and they with it.
static int take_owner(sd_bus_message *signal, void *data, sd_bus_error *error) {
  (void)data, (void)error;
  const char *name, *old, *new;
  if (sd_bus_message_read(signal, "sss", &name, &old, &new) < 0 || *old == '\0') return 0;
  while (entries != NULL) forget(&entries);
  return 0;
}

static const sd_bus_vtable methods[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("Show", "ssssss", "u", take_show, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("Remove", "sas", "", take_remove, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

static int listen_on(sd_bus *bus) {
  static const char of_service[] = "org.freedesktop.Notifications";
  int result = sd_bus_add_object_vtable(bus, NULL, SERVICE_PATH, SERVICE, methods, NULL);
  if (result >= 0) {
    result = sd_bus_match_signal(
        bus, NULL, of_service, "/org/freedesktop/Notifications", of_service, "ActionInvoked", take_action, NULL);
  }
  if (result >= 0) {
    result = sd_bus_match_signal(
        bus, NULL, of_service, "/org/freedesktop/Notifications", of_service, "NotificationClosed", take_close, NULL);
  }
  if (result >= 0) {
    result = sd_bus_add_match(
        bus, NULL,
        "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='org.freedesktop.Notifications'",
        take_owner, NULL);
  }
  return result >= 0 ? sd_bus_request_name(bus, SERVICE, 0) : result;
}

void serve(void) {
  // rubatoctl ends by itself, and nobody asks how.
  (void)signal(SIGCHLD, SIG_IGN);
  (void)signal(SIGPIPE, SIG_IGN);
  sd_bus *bus = session();
  int result = listen_on(bus);
  while (result >= 0) {
    result = sd_bus_process(bus, NULL);
    if (result != 0) continue;
    result = sd_bus_wait(bus, entries == NULL ? idle_us : UINT64_MAX);
    if (result == 0 && entries == NULL) return;
  }
  if (result != -ECONNRESET && result != -ENOTCONN) end(EXIT_FAILURE, "the session bus", strerror(-result));
}
