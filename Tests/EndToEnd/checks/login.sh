# Whether somebody is at the device, and what holds its sleep back, by the container's own logind. A
# container has neither screen nor keyboard: a file with the name of a serial line is its console,
# since all that logind asks of one is when it was used last.

console=/dev/ttyS0

sees_nobody_without_a_login() { eventually device_is idle yes; }

# For logind, a console is idle when it has not been used for fifteen seconds from now on.
sees_who_logs_in_at_a_console() {
  mkdir -p /run/systemd/logind.conf.d
  printf '[Login]\nIdleActionSec=15s\n' >/run/systemd/logind.conf.d/check.conf
  systemctl restart systemd-logind
  touch $console
  log_in console --property=TTYPath=$console
  eventually device_is idle no
}

# Nothing tells of that: it is looked at while something waits for it. Somebody must have been there
# for ten seconds to count as back.
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
    tell_of_the_desktop "$hint" true
    eventually device_is idle yes
    tell_of_the_desktop "$hint" false
    eventually device_is idle no
  done
  systemctl stop desktop
  eventually device_is idle yes
}

# Were one of these at the device, it would not be idle again when the video has ended.
sees_nobody_in_sessions_from_elsewhere() {
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

# logind keeps its sessions in files meanwhile.
survives_a_restart_of_logind() {
  log_in desktop --setenv=XDG_SESSION_TYPE=wayland --setenv=XDG_SEAT=seat0
  eventually device_is idle no
  systemctl restart systemd-logind
  tell_of_the_desktop Locked true
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

# log_in UNIT SETTING...: alice begins a session that lives as long as the unit.
log_in() {
  local unit=$1
  shift
  systemd-run --quiet --collect --unit="$unit" --property=PAMName=login --property=User=alice "$@" \
    sleep infinity
}

# tell_of_the_desktop Idle|Locked true|false: as the desktop of the session on the seat would.
tell_of_the_desktop() {
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

# inhibits MODE COUNT: so many inhibitors of that kind are Rubato's.
inhibits() {
  equal "$(systemd-inhibit --list --no-legend --no-pager | grep --count "^Rubato.*sleep.* $1 *$")" "$2"
}
