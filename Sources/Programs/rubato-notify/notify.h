// The parts of rubato-notify.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <systemd/sd-bus.h>

// The service of this program on the session bus, which the bus starts when a notification of an app is shown.
#define SERVICE "io.rubato.Notifications"
#define SERVICE_PATH "/io/rubato/Notifications"

// A notification.
struct notification {
  const char *app, *title;
  // With the markup of the specification escaped.
  const char *text;
  // Pairs of the name of an action and its label, and NULL; NULL without actions.
  char *const *actions;
};

// Connects to the bus of the session: at the address in the environment, else at systemd's path. Ends the program if
// there is no session.
sd_bus *session(void);

// Shows a notification by the notification service of the session. Returns a negative error code if that fails.
//
// number  In: the number of the notification that it replaces, or 0. Out: its number.
int show(sd_bus *bus, const struct notification *shown, uint32_t *number, sd_bus_error *error);

// Whether the error means that no notification service runs, so that a later try can succeed.
bool is_absent(const sd_bus_error *error, int result);

// Runs `rubatoctl VERB REQUEST` and shows its output as a notification: the answer to an action of a notification.
_Noreturn void answer(const char *verb, const char *request);

// The path of rubatoctl: in the directory of this program, as after a build, otherwise /usr/bin.
const char *controller(char *room, size_t size);

// A text with the markup of the specification escaped. The caller frees it.
char *escaped(const char *text);

// Serves other runs of this program: shows their notifications, opens the app of a clicked one, and performs the actions
// of those about requests. Returns when none is visible any more.
void serve(void);

// Ends the program with an exit code and a message.
_Noreturn void end(int code, const char *problem, const char *reason);
