#!/bin/sh
# Shows what has failed in your session, by notify-send(1) of the package libnotify-bin:
#   rubatoctl submit --on-failure-command '/usr/local/bin/rubato-desktop' ...
# Exits with 1 where you have no session: then nobody would see it.
set -eu

# Requests do not inherit the bus of a session, which may be gone by then.
if [ -z "${DBUS_SESSION_BUS_ADDRESS:-}" ]; then
  bus=${XDG_RUNTIME_DIR:-/run/user/$(id -u)}/bus
  [ -S "$bus" ] || { echo "there is no session of $(id -un): $bus does not exist" >&2; exit 1; }
  export DBUS_SESSION_BUS_ADDRESS="unix:path=$bus"
fi

id=${RUBATO_FAILED_APP:+$RUBATO_FAILED_APP/}$RUBATO_FAILED_ID
body=$RUBATO_FAILED_OUTCOME${RUBATO_FAILED_EXIT:+, exit $RUBATO_FAILED_EXIT}${RUBATO_FAILED_SIGNAL:+, signal $RUBATO_FAILED_SIGNAL}
last=$(printf '%s\n' "${RUBATO_FAILED_OUTPUT:-$RUBATO_FAILED_MESSAGE}" | tail -n 1)
# Notifications may have markup in their text.
body=$(printf '%s\n%s\n' "$body" "$last" | sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g')
exec notify-send --app-name=Rubato --icon=dialog-error --urgency=critical -- "$id has failed" "$body"
