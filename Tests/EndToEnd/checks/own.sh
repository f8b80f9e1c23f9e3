# A user's own daemon: its runs are units of that user's systemd. Without a bus, they are children of the daemon.

own_serve() {
  check "a user's own daemon is started in her session" own_starts
  check 'a warning about the end of the session is shown once' own_warns_of_logout
  check 'her runs are units in her background slice, with the environment of her session' own_runs_units
  check 'every output line of her runs is found, also of processes that end immediately' own_finds_every_line
  check 'her runs outlive a restart and a kill of her daemon' own_outlives_its_daemon
  check 'the limits of her runs apply if her systemd has the controllers' own_is_limited
  check 'her runs are frozen' own_freezes
  check 'she adopts and releases her own timer' own_adopts
  check 'she starts units, also after failures' own_starts_units
  check 'suggested commands contain the option for her daemon' own_is_advised
  check 'the output is kept in files if she cannot read the journal' own_keeps_output
  check 'without a bus her runs are children, which status shows' own_falls_back
  check 'her daemon leaves nothing behind' own_ends
}

# hers COMMAND...: runs a command in her session.
hers() { in_session alice "$@"; }

# her_units ARGUMENT...: runs systemctl with her service manager.
her_units() { hers systemctl --user "$@"; }

her_property() { her_units show --value --property="$2" "$1"; }

# her_last_run ID KEY: prints a value of the newest run of a request.
her_last_run() { hers rubatoctl --user runs "$1" --json | jq --raw-output ".[0].$2"; }

# her_live_run ID: prints the number of the active run.
her_live_run() {
  hers rubatoctl --user runs "$1" --json | jq --exit-status --raw-output '.[] | select(.end == null).run'
}

# her_logs_have ID PATTERN: the output matches a pattern of grep. Only root can make journald write all received lines.
her_logs_have() { hers rubatoctl --user logs "$1" | grep -- "$2"; }

her_status() { answers hers rubatoctl --user status --json; }

# submit_hers ID ARGUMENT...: submits a request of the kind with the fewest conditions, without retries.
submit_hers() {
  local id=$1
  shift
  hers rubatoctl --user submit --id "$id" --kind userInitiated --retries 0 "$@"
}

# her_status_is CONDITION: the status meets a condition of jq.
her_status_is() { her_status | jq --exit-status "$1"; }

own_starts() {
  loginctl disable-linger alice
  # The journal has files of each user only with persistent storage.
  mkdir -p /run/systemd/journald.conf.d
  printf '[Journal]\nStorage=persistent\n' >/run/systemd/journald.conf.d/own.conf
  systemctl restart systemd-journald
  systemd-run --quiet --collect --unit=own-session --property=PAMName=login --property=User=alice sleep infinity
  eventually test -S "/run/user/$(id --user alice)/bus"
  her_units daemon-reload
  her_units enable --now rubatod.socket rubatod
  eventually her_status
  her_status_is '.launcher == "units"'
  her_status | jq --raw-output '.warnings[]' | finds_no 'children of rubatod'
}

own_warns_of_logout() {
  hers rubatoctl --user submit --id nightly --every 1d --earliest 3h --json -- true |
    jq --exit-status '[.warnings[].code] == ["endsAtLogout"]'
  hers rubatoctl --user submit --id weekly --every 7d --earliest 3h --json -- true |
    jq --exit-status '.warnings == []'
  hers rubatoctl --user status | grep 'loginctl enable-linger'
  loginctl enable-linger alice
  her_status | jq --raw-output '.warnings[]' | finds_no enable-linger
  hers rubatoctl --user cancel nightly
  hers rubatoctl --user cancel weekly
}

own_runs_units() {
  local run
  new_fifo
  her_units set-environment WAYLAND_DISPLAY=wayland-7 RUBATO_CHECKPOINT=of-another
  hers env WAYLAND_DISPLAY=old MINE='open "$sesame"' rubatoctl --user submit --id shown --kind userInitiated \
    --env MINE -- sh -c "exec 3>$fifo; echo started >&3
      echo \$XDG_RUNTIME_DIR \$WAYLAND_DISPLAY \"\$MINE\" checkpoint=\$RUBATO_CHECKPOINT; cat /proc/self/cgroup
      read -r line <$fifo.go"
  await_line
  run=$(her_live_run shown)
  equal "$(her_property "rubato-run-$run" Slice)" background-rubato.slice
  her_units show "rubato-run-$run" | finds_no sesame
  systemctl list-units --plain --no-legend 'rubato-run-*' | finds_no "rubato-run-$run.service"
  # When her manager ends, her daemon is stopped after its runs.
  [[ $(her_property "rubato-run-$run" After) == *rubatod.service* ]]
  echo go >"$fifo.go"
  hers rubatoctl --user wait --run "$run"
  eventually her_logs_have shown "^/run/user/$(id --user alice) wayland-7 open \"\$sesame\" checkpoint=$"
  eventually her_logs_have shown \
    "user@$(id --user alice).service/background.slice/background-rubato.slice/rubato-run-$run.service"
  her_units unset-environment WAYLAND_DISPLAY RUBATO_CHECKPOINT
}

# Journald knows the unit of a line only if the process that wrote it is still running.
own_finds_every_line() {
  submit_hers lines -- sh -c 'for n in $(seq 200); do sh -c "echo line $n"; done'
  hers rubatoctl --user wait lines
  has_each_line() { [[ $(hers rubatoctl --user logs lines) == "$(seq --format='line %.0f' 200)" ]]; }
  eventually has_each_line
}

own_outlives_its_daemon() {
  local run pid
  new_fifo
  submit_hers survivor -- sh -c "exec 3>$fifo; echo started >&3; read -r line <$fifo.go; echo finished; exit 7"
  await_line
  run=$(her_live_run survivor)
  pid=$(her_property "rubato-run-$run" MainPID)
  her_units restart rubatod
  equal "$(her_live_run survivor)" "$run"
  her_units kill --kill-who=main --signal=KILL rubatod
  eventually her_status
  equal "$(her_live_run survivor)" "$run"
  equal "$(her_property "rubato-run-$run" MainPID)" "$pid"
  # The run ends while the daemon is stopped.
  her_units stop rubatod
  echo go >"$fifo.go"
  gone
  her_units start rubatod
  equal "$(her_last_run survivor exit)" 7
  equal "$(her_last_run survivor run)" "$run"
  eventually her_logs_have survivor finished
  her_has_no_unit() { equal "$(her_units list-units --all --plain --no-legend "rubato-run-$run.service")" ''; }
  eventually her_has_no_unit
}

own_is_limited() {
  local unit controllers warned
  new_fifo
  controllers=$(cat "/sys/fs/cgroup$(her_units show --value --property=ControlGroup)/cgroup.controllers")
  warned=$(hers rubatoctl --user submit --id limited --kind userInitiated --json \
    --limit memory=64M,tasks=20,cpu=50%,io-weight=40 -- sh -c "exec 3>$fifo; echo started >&3; exec sleep 1000" |
    jq --raw-output '.warnings[] | select(.code == "limitIgnored").text')
  await_line
  unit=rubato-run-$(her_live_run limited)
  equal "$(her_property "$unit" MemoryMax)" 67108864
  equal "$(her_property "$unit" TasksMax)" 20
  equal "$(her_property "$unit" CPUQuotaPerSecUSec)" 500ms
  if [[ " $controllers " == *' io '* ]]; then
    finds_no io-weight <<<"$warned"
  else
    grep 'without effect: .*io-weight' <<<"$warned"
  fi
  [[ " $controllers " != *' memory '* ]] ||
    equal "$(cat "/sys/fs/cgroup$(her_property "$unit" ControlGroup)/memory.max")" 67108864
  hers rubatoctl --user cancel limited
  gone
}

own_freezes() {
  local unit group
  new_fifo
  submit_hers frozen -- sh -c "exec 3>$fifo; echo started >&3; exec sleep 1000"
  await_line
  unit=rubato-run-$(her_live_run frozen)
  group=/sys/fs/cgroup$(her_property "$unit" ControlGroup)
  hers rubatoctl --user pause --freeze-running
  eventually grep --line-regexp 'frozen 1' "$group/cgroup.events"
  her_units restart rubatod
  grep --line-regexp 'frozen 1' "$group/cgroup.events"
  hers rubatoctl --user resume
  eventually grep --line-regexp 'frozen 0' "$group/cgroup.events"
  # After a stop the request would wait, and start again during the next checks.
  hers rubatoctl --user cancel frozen
  gone
}

own_adopts() {
  local units=/home/alice/.config/systemd/user
  hers mkdir -p $units
  hers tee $units/own.service <<<$'[Service]\nType=oneshot\nExecStart=/bin/sh -c "echo ran >>/home/alice/own-ran"' >/dev/null
  hers tee $units/own.timer <<<$'[Timer]\nOnCalendar=daily\n[Install]\nWantedBy=timers.target' >/dev/null
  her_units daemon-reload
  her_units enable --now own.timer
  fails_with 1 'only root may adopt' hers rubatoctl adopt own.timer
  hers rubatoctl --user adopt own.timer | grep 'rubatoctl --user release'
  fails_with 3 inactive her_units is-active own.timer
  fails_with 1 'rubatoctl --user release own.timer' hers rubatoctl --user cancel own
  hers rubatoctl --user run own --force --wait
  grep ran /home/alice/own-ran
  her_units start own.timer
  her_warns() { her_status | jq --raw-output '.warnings[]' | grep 'own.timer is on again'; }
  eventually her_warns
  answers hers rubatoctl --user status | grep 'rubatoctl --user adopt own.timer'
  hers rubatoctl --user release own.timer
  equal "$(her_units is-enabled own.timer)" enabled
  equal "$(her_units is-active own.timer)" active
  her_units disable --now own.timer
}

own_starts_units() {
  local units=/home/alice/.config/systemd/user
  hers tee $units/own-fails.service <<<$'[Service]\nType=oneshot\nExecStart=/bin/sh -c "echo tried; exit 5"' >/dev/null
  her_units daemon-reload
  rm /home/alice/own-ran
  submit_hers unit --unit own-fails.service --on-failure own.service --wait || true
  equal "$(her_last_run unit exit)" 5
  eventually grep ran /home/alice/own-ran
  fails_with 1 'systemctl --user list-unit-files' submit_hers none --unit none.service
  fails_with 1 'systemctl --user edit own.service' submit_hers limits --unit own.service --limit memory=64M
  hers rubatoctl --user acknowledge unit
}

own_is_advised() {
  fails_with 1 'rubatoctl --user list' hers rubatoctl --user show nothing
  (as alice env --unset=XDG_RUNTIME_DIR rubatoctl --user list 2>&1 || true) | grep 'export XDG_RUNTIME_DIR=/run/user/'
  (as alice env --unset=XDG_RUNTIME_DIR /usr/libexec/rubatod --user 2>&1 || true) | grep 'which a login session sets'
}

# As on a machine whose journal is in memory, without files of each user.
own_keeps_output() {
  local run
  printf '[Journal]\nStorage=volatile\n' >/run/systemd/journald.conf.d/own.conf
  systemctl restart systemd-journald
  rm --force /var/log/journal/*/user-"$(id --user alice)"*
  her_units restart rubatod
  eventually her_status_is '.history.usesJournal == false and .launcher == "units"'
  new_fifo
  submit_hers filed -- sh -c "exec 3>$fifo; echo first; echo second >&2; echo started >&3; read -r line <$fifo.go
    echo third; exit 4"
  await_line
  run=$(her_live_run filed)
  her_units restart rubatod
  her_first_lines() { equal "$(hers rubatoctl --user logs filed)" $'first\nsecond'; }
  eventually her_first_lines
  echo go >"$fifo.go"
  gone
  hers rubatoctl --user wait --run "$run" || true
  equal "$(her_last_run filed exit)" 4
  equal "$(hers rubatoctl --user logs filed)" $'first\nsecond\nthird'
  ls "/home/alice/.local/state/rubato/output/$run"
  submit_hers signalled --wait -- sh -c 'kill -TERM $$' || true
  equal "$(her_last_run signalled signal)" 15
  printf '[Journal]\nStorage=persistent\n' >/run/systemd/journald.conf.d/own.conf
  systemctl restart systemd-journald
}

own_falls_back() {
  her_units mask --runtime --now dbus.socket dbus.service
  her_units restart rubatod
  eventually her_status_is '.launcher == "direct"'
  her_status | jq --raw-output '.warnings[]' | grep 'runs are children of rubatod'
  submit_hers child --wait -- sh -c 'echo by itself'
  equal "$(hers rubatoctl --user logs child)" 'by itself'
  fails_with 1 'starts no units' submit_hers unit --unit own.service
  hers rubatoctl --user drain --if-needed | finds_no 'nothing was changed'
  her_status_is '.pauses != []'
  hers rubatoctl --user resume
  her_units unmask --runtime dbus.socket dbus.service
  her_units start dbus.socket
  her_units restart rubatod
  eventually her_status_is '.launcher == "units"'
  hers rubatoctl --user drain --wait --if-needed | grep 'nothing was changed'
  her_status_is '.pauses == []'
}

own_ends() {
  her_units disable --now rubatod.socket rubatod
  equal "$(her_units list-units --all --plain --no-legend 'rubato-run-*')" ''
  equal "$(find "/run/user/$(id --user alice)/rubato" -path '*/environments/*' -o -path '*/runs/*')" ''
  loginctl disable-linger alice
  systemctl stop own-session
  rm /run/systemd/journald.conf.d/own.conf
  systemctl restart systemd-journald
}
