// rubato-notify: shows one notification on the session bus of the user that it runs as. rubatod runs it at the date of
// the notification. The text is in its environment, which other users cannot read. Written in C to be small.
//
// It exits with 0 if the notification is shown, with 75 if there is no session, so that it is run again later, and with 1
// if the session refuses the notification.
//
//   rubato-notify                      show the notification in the environment
//   rubato-notify --serve              be the service of the session that opens the app of a clicked notification
//   rubato-notify --remove APP [ID]... remove visible notifications of an app: these, or all
//   rubato-notify --answer VERB ID     show the output of `rubatoctl VERB ID`, for an action of a notification
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "notify.h"

// There is no Swift in this program; the libraries that Swift's linker adds are dropped.
__attribute__((section(".swift1_autolink_entries"), used)) static const char link_options[] =
    "-Wl,--as-needed";

// Returns an environment variable; empty if it is not set.
static const char *variable(const char *name) {
  const char *value = getenv(name);
  return value != NULL ? value : "";
}

// Ends the program with an exit code and a message: the problem and its reason.
_Noreturn void end(int code, const char *problem, const char *reason) {
  fprintf(stderr, "%s: %s\n", problem, reason);
  exit(code);
}

// Joins two texts with `between`, which is left out if one of them is empty.
static char *joined(const char *first, const char *between, const char *last) {
  char *text = NULL;
  bool is_one = *first == '\0' || *last == '\0';
  if (asprintf(&text, "%s%s%s", first, is_one ? "" : between, last) < 0) {
    end(EX_TEMPFAIL, "no memory", strerror(errno));
  }
  return text;
}

// Escapes the characters that the specification uses for markup.
char *escaped(const char *text) {
  // The longest entity has five bytes.
  char *result = malloc(strlen(text) * 5 + 1);
  if (result == NULL) end(EX_TEMPFAIL, "no memory", strerror(errno));
  char *end = result;
  for (; *text != '\0'; text++) {
    const char *entity = NULL;
    if (*text == '&') entity = "&amp;";
    if (*text == '<') entity = "&lt;";
    if (*text == '>') entity = "&gt;";
    if (entity != NULL) {
      end = stpcpy(end, entity);
    } else {
      *end++ = *text;
    }
  }
  *end = '\0';
  return result;
}

// Shows a notification of an app by the service, which receives clicks on it. If the session cannot start the service,
// for example because it is not installed, shows the notification without it.
static int show_of_app(
    sd_bus *bus, const struct notification *shown, const char *identifier, uint32_t *number, sd_bus_error *error
) {
  sd_bus_message *reply = NULL;
  int result = sd_bus_call_method(
      bus, SERVICE, SERVICE_PATH, SERVICE, "Show", error, &reply, "ssssss", variable("RUBATO_SOCKET"), shown->app,
      identifier, shown->title, shown->text, variable("RUBATO_NOTIFICATION_CONTENT"));
  if (result >= 0) {
    result = sd_bus_message_read(reply, "u", number);
  } else if (is_absent(error, result) && !sd_bus_error_has_name(error, SERVICE ".Absent")) {
    sd_bus_error_free(error);
    result = show(bus, shown, number, error);
  }
  sd_bus_message_unref(reply);
  return result;
}

// Shows a notification about a request by the service, which performs its actions. Without the service, it has no
// actions.
static int show_of_request(
    sd_bus *bus, const struct notification *shown, const char *request, uint32_t *number, sd_bus_error *error
) {
  sd_bus_message *reply = NULL;
  int result = sd_bus_call_method(
      bus, SERVICE, SERVICE_PATH, SERVICE, "ShowOfRequest", error, &reply, "sssss", variable("RUBATO_SOCKET"), request,
      variable("RUBATO_NOTIFICATION_REMEDY"), shown->title, shown->text);
  if (result >= 0) {
    result = sd_bus_message_read(reply, "u", number);
  } else if (
      sd_bus_error_has_name(error, SD_BUS_ERROR_UNKNOWN_METHOD) ||
      (is_absent(error, result) && !sd_bus_error_has_name(error, SERVICE ".Absent"))
  ) {
    // The service does not run, or is of an earlier version.
    sd_bus_error_free(error);
    result = show(bus, shown, number, error);
  }
  sd_bus_message_unref(reply);
  return result;
}

// Shows the notification that the environment describes, and returns the exit code.
static int show_from_environment(void) {
  const char *late = variable("RUBATO_NOTIFICATION_LATE");
  const char *delay = *late != '\0' ? joined(late, "", " late") : "";
  char *body = joined(variable("RUBATO_NOTIFICATION_SUBTITLE"), "\n", variable("RUBATO_NOTIFICATION_BODY"));
  const char *app = variable("RUBATO_NOTIFICATION_APP"), *identifier = variable("RUBATO_NOTIFICATION_ID");
  struct notification shown = {
      .app = *app != '\0' ? app : "Rubato",
      .title = variable("RUBATO_NOTIFICATION_TITLE"),
      .text = escaped(joined(body, "\n", delay)),
  };
  sd_bus *bus = session();
  sd_bus_error error = SD_BUS_ERROR_NULL;
  uint32_t number = 0;
  const char *request = variable("RUBATO_NOTIFICATION_REQUEST");
  int result;
  if (*app != '\0') {
    result = show_of_app(bus, &shown, identifier, &number, &error);
  } else if (*request != '\0') {
    result = show_of_request(bus, &shown, request, &number, &error);
  } else {
    result = show(bus, &shown, &number, &error);
  }
  if (result < 0) {
    const char *why = error.message != NULL ? error.message : strerror(-result);
    if (is_absent(&error, result) || sd_bus_error_has_name(&error, SERVICE ".Absent")) {
      end(EX_TEMPFAIL, "no notification service in this session", why);
    }
    end(EXIT_FAILURE, "the session refuses the notification", why);
  }
  printf("shown as notification %u\n", number);
  return EXIT_SUCCESS;
}

// Removes visible notifications of an app, by the service that has shown them. If the service does not run, none is
// visible.
static int remove_shown(char **arguments) {
  sd_bus *bus = session();
  sd_bus_error error = SD_BUS_ERROR_NULL;
  sd_bus_message *call = NULL;
  int result = sd_bus_message_new_method_call(bus, &call, SERVICE, SERVICE_PATH, SERVICE, "Remove");
  if (result >= 0) result = sd_bus_message_set_auto_start(call, 0);
  if (result >= 0) result = sd_bus_message_append(call, "s", arguments[0]);
  if (result >= 0) result = sd_bus_message_append_strv(call, arguments + 1);
  if (result >= 0) result = sd_bus_call(bus, call, 0, &error, NULL);
  if (result >= 0 || is_absent(&error, result)) return EXIT_SUCCESS;
  end(EXIT_FAILURE, "cannot withdraw the notification", error.message != NULL ? error.message : strerror(-result));
}

int main(int count, char **arguments) {
  if (count == 1) return show_from_environment();
  if (count == 2 && strcmp(arguments[1], "--serve") == 0) {
    serve();
    return EXIT_SUCCESS;
  }
  if (count >= 3 && strcmp(arguments[1], "--remove") == 0) return remove_shown(arguments + 2);
  if (count == 4 && strcmp(arguments[1], "--answer") == 0) answer(arguments[2], arguments[3]);
  end(EX_USAGE, "usage", "rubato-notify [--serve | --remove APP [ID]... | --answer VERB ID]");
}
