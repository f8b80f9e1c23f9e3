// The notification service of the session (specifications.freedesktop.org/notification-spec).
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "notify.h"

sd_bus *session(void) {
  char *address = NULL;
  const char *given = getenv("DBUS_SESSION_BUS_ADDRESS");
  if (given != NULL) {
    address = strdup(given);
  } else if (asprintf(&address, "unix:path=/run/user/%u/bus", (unsigned)getuid()) < 0) {
    address = NULL;
  }
  if (address == NULL) end(EX_TEMPFAIL, "no memory", strerror(errno));
  sd_bus *bus = NULL;
  int error = sd_bus_new(&bus);
  if (error >= 0) error = sd_bus_set_address(bus, address);
  if (error >= 0) error = sd_bus_set_bus_client(bus, 1);
  if (error >= 0) error = sd_bus_start(bus);
  // The connection is complete only when the bus has assigned a name.
  if (error >= 0) error = sd_bus_get_unique_name(bus, &(const char *){NULL});
  if (error < 0) end(EX_TEMPFAIL, "no session bus", strerror(-error));
  free(address);
  return bus;
}

bool is_absent(const sd_bus_error *error, int result) {
  static const char *const names[] = {
      SD_BUS_ERROR_SERVICE_UNKNOWN, SD_BUS_ERROR_NAME_HAS_NO_OWNER, SD_BUS_ERROR_NO_REPLY,
      SD_BUS_ERROR_TIMEOUT, SD_BUS_ERROR_DISCONNECTED,
      "org.freedesktop.DBus.Error.Spawn.ChildExited",
      "org.freedesktop.DBus.Error.Spawn.ChildSignaled",
      "org.freedesktop.DBus.Error.Spawn.ExecFailed",
      "org.freedesktop.DBus.Error.Spawn.ServiceNotFound",
  };
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    if (sd_bus_error_has_name(error, names[index])) return true;
  }
  return result == -ECONNRESET || result == -ENOTCONN;
}

int show(sd_bus *bus, const struct notification *shown, uint32_t *number, sd_bus_error *error) {
  sd_bus_message *call = NULL, *reply = NULL;
  int result = sd_bus_message_new_method_call(
      bus, &call, "org.freedesktop.Notifications", "/org/freedesktop/Notifications",
      "org.freedesktop.Notifications", "Notify");
  if (result >= 0) {
    result = sd_bus_message_append(call, "susss", shown->app, *number, "", shown->title, shown->text);
  }
  if (result >= 0) {
    result = sd_bus_message_append_strv(call, (char **)shown->actions);
  }
  if (result >= 0) result = sd_bus_message_append(call, "a{sv}i", 0, -1);
  if (result >= 0) result = sd_bus_call(bus, call, 0, error, &reply);
  if (result >= 0) result = sd_bus_message_read(reply, "u", number);
  sd_bus_message_unref(call);
  sd_bus_message_unref(reply);
  return result;
}
