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
};

// The bus of the session: where the environment says, or else where systemd has it.
sd_bus *session(void);

// Has the session show it.
//
// number  In: the one whose place it takes, or 0. Out: what the session calls it.
// opens   Whether a click on it is told.
int show(sd_bus *bus, const struct notification *shown, bool opens, uint32_t *number, sd_bus_error *error);

// Whether it may be tried again later, because there is nobody to show it.
bool is_absent(const sd_bus_error *error, int result);

// Shows notifications of apps for others, and opens the app of one that is clicked. Returns when all are gone.
void serve(void);

_Noreturn void end(int code, const char *what, const char *why);
