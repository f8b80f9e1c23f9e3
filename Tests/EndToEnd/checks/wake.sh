# Requests that wake the machine. A container does not sleep. WakingTests and LogindSleepTests test the alarm, the
# return to sleep and the decisions. These checks test whether the installed service can set the alarm, and its report
# if it cannot.

wake_serve() {
  check 'only root can wake the machine, unless the policy allows it' only_root_may_wake
  check 'explain and list show the time at which the machine is woken' the_wake_is_shown
  check 'the alarm is set, or the reason is reported' an_alarm_is_set_or_the_reason_is_reported
  check 'a timer with WakeSystem= becomes a request that wakes' a_waking_timer_is_adopted
}

only_root_may_wake() {
  fails_with 1 'wake is only for root.*users-may-wake' \
    as alice rubatoctl submit --id nightly --every 1d --wake -- true
  fails_with 1 'wake requires a date' rubatoctl submit --id nightly --kind utility --wake -- true
  fails_with 1 'exclude each other' \
    rubatoctl submit --id nightly --when-changed mail --wake -- true
}

the_wake_is_shown() {
  rubatoctl submit --id nightly --kind maintenance --earliest 20h --every 1d --wake -- true
  rubatoctl explain nightly | grep 'wakes .*if the machine sleeps'
  rubatoctl explain nightly --json | jq --exit-status '.wakesAt > .submitted'
  rubatoctl show nightly --json | jq --exit-status '.wake and .wakesAt != null'
  rubatoctl export nightly | grep 'wake: yes'
}

# has_capability NUMBER: process 1 can have this capability.
has_capability() {
  local bounds
  bounds=$(awk '/^CapBnd:/ { print $2 }' /proc/1/status)
  (((16#$bounds >> $1) & 1))
}

# Clock 9 of the kernel is CLOCK_BOOTTIME_ALARM.
has_an_alarm() { grep --quiet '^clockid: 9$' "/proc/$(property MainPID)"/fdinfo/*; }

warns_that_nothing_wakes() {
  answers rubatoctl status --json |
    jq --exit-status ".warnings | any(contains(\"nothing can wake this machine\") and contains(\"$1\"))"
  rubatoctl explain nightly --json |
    jq --exit-status ".warnings | any(.code == \"cannotWake\" and (.text | contains(\"$1\")))"
}

an_alarm_is_set_or_the_reason_is_reported() {
  ask logind
  eventually answers rubatoctl status
  # CAP_WAKE_ALARM.
  if has_capability 35; then
    eventually has_an_alarm
    grep --quiet enabled /sys/class/rtc/*/device/power/wakeup ||
      warns_that_nothing_wakes 'no real-time clock'
  else
    warns_that_nothing_wakes CAP_WAKE_ALARM
  fi
  rubatoctl cancel nightly
  keep_from_the_machine
  rubatoctl submit --id nightly --earliest 20h --every 1d --wake --json -- true |
    jq --exit-status '.warnings | any(.code == "cannotWake")'
  rubatoctl cancel nightly
}

# The timer is not started, since systemd needs the capability for this.
a_waking_timer_is_adopted() {
  printf '[Timer]\nOnCalendar=*-*-* 03:00\nWakeSystem=yes\n[Install]\nWantedBy=timers.target\n' \
    >/etc/systemd/system/check-woken.timer
  printf '[Service]\nType=oneshot\nExecStart=/bin/true\n' >/etc/systemd/system/check-woken.service
  systemctl daemon-reload
  systemctl enable check-woken.timer
  rubatoctl adopt check-woken.timer --every 1d
  rubatoctl show check-woken --json | jq --exit-status '.wake'
  rubatoctl release check-woken.timer
  systemctl disable check-woken.timer
  rm /etc/systemd/system/check-woken.*
  systemctl daemon-reload
}
