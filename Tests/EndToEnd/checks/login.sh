# The use of the device and its sleep, with the container's logind. A container has no screen and no keyboard. Its
# console is a file with the name of a serial line, since logind only reads the time at which a console was last used.

console=/dev/ttyS0

is_idle_without_a_login() { eventually device_is idle yes; }

# From now on, logind considers a console idle if it was not used for fifteen seconds.
notices_a_login_at_a_console() {
  mkdir -p /run/systemd/logind.conf.d
  printf '[Login]\nIdleActionSec=15s\n' >/run/systemd/logind.conf.d/check.conf
  systemctl restart systemd-logind
  touch $console
  log_in console --property=TTYPath=$console
  eventually device_is idle no
}

# logind sends no event for this, so the daemon polls while a request waits for idleness. A user must be active for ten
# seconds before the device is busy.
sees_a_console_fall_idle() {
  eventually device_field idle '.settles == null'
  submit alice rests --requires idle -- true
  equal "$(state alice rests)" waiting
  as alice timeout 120 rubatoctl wait rests
  equal "$(last_run alice rests outcome)" completed
  device_is idle yes
  systemctl stop console
  rm /run/systemd/logind.conf.d/check.conf
  systemctl restart systemd-logind
}

sees_a_desktop_rest_and_be_locked() {
  local hint
  log_in desktop --setenv=XDG_SESSION_TYPE=wayland --setenv=XDG_SEAT=seat0
  eventually device_is idle no
  for hint in Idle Locked; do
    set_desktop_state "$hint" true
    eventually device_is idle yes
    set_desktop_state "$hint" false
    eventually device_is idle no
  done
  systemctl stop desktop
  eventually device_is idle yes
}

# If one of these sessions made the device busy, it would not be idle after the end of the video.
ignores_remote_sessions() {
  log_in cron --setenv=XDG_SESSION_CLASS=background
  systemd-run --quiet --unit=elsewhere \
    sh -c "sleep infinity | script -qfc 'login -h 192.0.2.1 -f alice' /dev/null"
  eventually has_a_remote_session
  plays_a_video
  systemctl stop cron elsewhere
}

plays_a_video() {
  systemd-run --quiet --unit=video systemd-inhibit --what=idle --mode=block sleep infinity
  eventually device_is idle no
  systemctl stop video
  eventually device_is idle yes
}

# logind keeps its sessions in files over a restart.
survives_a_restart_of_logind() {
  log_in desktop --setenv=XDG_SESSION_TYPE=wayland --setenv=XDG_SEAT=seat0
  eventually device_is idle no
  systemctl restart systemd-logind
  set_desktop_state Locked true
  eventually device_is idle yes
  systemctl stop desktop
}

delays_sleep() {
  eventually inhibits delay 1
  systemctl restart systemd-logind
  eventually inhibits delay 1
}

prevents_sleep_during_a_run() {
  new_fifo
  rubatoctl device set power=ac
  submit alice sleepless --prevent-sleep -- sh -c "read -r line <$fifo"
  eventually inhibits block 1
  systemd-inhibit --list --no-legend --no-pager | grep 'Rubato.*sleepless'
  systemctl restart systemd-logind
  eventually inhibits block 1
  echo done >"$fifo"
  eventually inhibits block 0
  rubatoctl device thaw
}

# log_in UNIT SETTING...: starts a session of alice that lasts as long as the unit.
log_in() {
  local unit=$1
  shift
  systemd-run --quiet --collect --unit="$unit" --property=PAMName=login --property=User=alice "$@" \
    sleep infinity
}

# set_desktop_state Idle|Locked true|false: sets a hint of the session on the seat, as its desktop would.
set_desktop_state() {
  local session
  session=$(loginctl show-seat seat0 --value --property=ActiveSession)
  session=$(busctl --json=short call org.freedesktop.login1 /org/freedesktop/login1 \
    org.freedesktop.login1.Manager GetSession s "$session" | jq --raw-output '.data[0]')
  busctl call org.freedesktop.login1 "$session" org.freedesktop.login1.Session "Set$1Hint" b "$2"
}

has_a_remote_session() {
  local session
  for session in $(loginctl list-sessions --no-legend | awk '{ print $1 }'); do
    [[ $(loginctl show-session "$session" --value --property=Remote) != yes ]] || return 0
  done
  return 1
}

# inhibits MODE COUNT: Rubato has this number of inhibitors of the mode.
inhibits() {
  equal "$(systemd-inhibit --list --no-legend --no-pager | grep --count "^Rubato.*sleep.* $1 *$")" "$2"
}
