// What the parts of rubato-notify know of each other.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <systemd/sd-bus.h>

// The service of this program on the session bus, which the bus starts when a notification of an app is shown.
#define SERVICE "io.rubato.Notifications"
#define SERVICE_PATH "/io/rubato/Notifications"

// What is shown.
struct notification {
  const char *app, *title;
  // With the markup of the specification escaped.
  const char *text;
  // Pairs of the name of an action and its label, and NULL; NULL without actions.
  char *const *actions;
};

// The bus of the session: where the environment says, or else where systemd has it.
sd_bus *session(void);

// Has the session show it.
//
// number  In: the one whose place it takes, or 0. Out: what the session calls it.
int show(sd_bus *bus, const struct notification *shown, uint32_t *number, sd_bus_error *error);

// Whether it may be tried again later, because there is nobody to show it.
bool is_absent(const sd_bus_error *error, int result);

// Runs `rubatoctl VERB REQUEST` and shows its output as a notification: the answer to an action of a notification.
_Noreturn void answer(const char *verb, const char *request);

// The path of rubatoctl: in the directory of this program, as after a build, otherwise /usr/bin.
const char *controller(char *room, size_t size);

// A text with the markup of the specification escaped. The caller frees it.
char *escaped(const char *text);

// Shows notifications of apps and about requests for others, and opens the app of one that is clicked. Returns when all are gone.
void serve(void);

_Noreturn void end(int code, const char *what, const char *why);
