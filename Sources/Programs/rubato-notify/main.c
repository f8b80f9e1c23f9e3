// rubato-notify: shows one notification on the session bus of the user that it runs as. rubatod runs it at the date of the
// notification, whose text is in its environment, where other users do not see it. In C, because it is small and often run.
//
// It exits 0 once the notification is shown, 75 where there is no session to show it in, so that it is tried again later,
// and 1 where the session refuses it.
//
//   rubato-notify                      show what the environment says
//   rubato-notify --serve              be the service of the session that opens the app of what is clicked
//   rubato-notify --remove APP [ID]... take back what is shown of an app: these, or all
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

static const char *variable(const char *name) {
  const char *value = getenv(name);
  return value != NULL ? value : "";
}

_Noreturn void end(int code, const char *what, const char *why) {
  fprintf(stderr, "%s: %s\n", what, why);
  exit(code);
}

static char *joined(const char *first, const char *between, const char *last) {
  char *text = NULL;
  bool is_one = *first == '\0' || *last == '\0';
  if (asprintf(&text, "%s%s%s", first, is_one ? "" : between, last) < 0) {
    end(EX_TEMPFAIL, "no memory", strerror(errno));
  }
  return text;
}

// What the specification has markup for must not be taken for it.
char *escaped(const char *text) {
  char *result = malloc(strlen(text) * 5 + 1);
  if (result == NULL) end(EX_TEMPFAIL, "no memory", strerror(errno));
  char *end = result;
  for (; *text != '\0'; text++) {
    const char *entity = *text == '&' ? "&amp;" : *text == '<' ? "&lt;" : *text == '>' ? "&gt;" : NULL;
    if (entity != NULL) {
      end = stpcpy(end, entity);
    } else {
      *end++ = *text;
    }
  }
  *end = '\0';
  return result;
}

// Has the service show it, which hears of clicks as long as the session lasts. A session that cannot start the service, as
// where its file is not installed, shows it all the same.
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

// The same for a notification about a request, which has actions.
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
    // Without the service, or beside one of an earlier version, it has no actions.
    sd_bus_error_free(error);
    result = show(bus, shown, number, error);
  }
  sd_bus_message_unref(reply);
  return result;
}

static int show_what_is_said(void) {
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
  int result = *app != '\0'     ? show_of_app(bus, &shown, identifier, &number, &error)
               : *request != '\0' ? show_of_request(bus, &shown, request, &number, &error)
                                  : show(bus, &shown, &number, &error);
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

// Where the service does not run, nothing of an app is shown that it knows.
static int take_back(char **arguments) {
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
  if (count == 1) return show_what_is_said();
  if (count == 2 && strcmp(arguments[1], "--serve") == 0) {
    serve();
    return EXIT_SUCCESS;
  }
  if (count >= 3 && strcmp(arguments[1], "--remove") == 0) return take_back(arguments + 2);
  if (count == 4 && strcmp(arguments[1], "--answer") == 0) answer(arguments[2], arguments[3]);
  end(EX_USAGE, "usage", "rubato-notify [--serve | --remove APP [ID]... | --answer VERB ID]");
}
