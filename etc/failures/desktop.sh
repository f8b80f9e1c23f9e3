#!/bin/sh
# Shows a failure as a notification in your session, with notify-send(1) of the package libnotify-bin:
#   rubatoctl submit --on-failure-command '/usr/local/bin/rubato-desktop' ...
# Exits with 1 if you have no session, since you could not see the notification.
set -eu

# Requests do not inherit the bus address of a session, since the session can have ended when they run.
if [ -z "${DBUS_SESSION_BUS_ADDRESS:-}" ]; then
  bus=${XDG_RUNTIME_DIR:-/run/user/$(id -u)}/bus
  [ -S "$bus" ] || { echo "session of $(id -un) not found: $bus does not exist" >&2; exit 1; }
  export DBUS_SESSION_BUS_ADDRESS="unix:path=$bus"
fi

id=${RUBATO_FAILED_APP:+$RUBATO_FAILED_APP/}$RUBATO_FAILED_ID
body=$RUBATO_FAILED_OUTCOME${RUBATO_FAILED_EXIT:+, exit $RUBATO_FAILED_EXIT}${RUBATO_FAILED_SIGNAL:+, signal $RUBATO_FAILED_SIGNAL}
last=$(printf '%s\n' "${RUBATO_FAILED_OUTPUT:-$RUBATO_FAILED_MESSAGE}" | tail -n 1)
# The text of a notification can contain markup, so escape its characters.
body=$(printf '%s\n%s\n' "$body" "$last" | sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g')
exec notify-send --app-name=Rubato --icon=dialog-error --urgency=critical -- "$id has failed" "$body"
