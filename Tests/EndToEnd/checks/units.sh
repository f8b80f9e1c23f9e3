# Runs as units of systemd: they outlive the daemon, systemd applies their limits, and they leave nothing behind.

# live_run USER ID: prints the number of the active run.
live_run() {
  as "$1" rubatoctl runs "$2" --json | jq --exit-status --raw-output '.[] | select(.end == null).run'
}

unit_property() { systemctl show --value --property="$2" "$1"; }

# lasted ID SECONDS: the run took its budget and its grace, and at most a second more. Its clock did not stop or start
# again.
lasted() {
  as alice rubatoctl runs "$1" --json | jq --exit-status --argjson expected "$2" '
    def seconds: sub("\\.[0-9]*Z$"; "Z") as $whole | ($whole | fromdate)
      + (capture("(?<fraction>\\.[0-9]*)Z$").fraction // ".0" | "0" + . | tonumber);
    .[0] | (.end | seconds) - (.start | seconds) | . >= $expected - 0.1 and . < $expected + 1'
}

outlives_restart_and_kill() {
  local run pid
  new_fifo
  submit alice survivor --budget 12s --grace 2s -- sh -c "
    trap '' TERM; exec 3>$fifo; echo started >&3; sleep 1000"
  await_line
  run=$(live_run alice survivor)
  pid=$(unit_property "rubato-run-$run" MainPID)
  systemctl restart rubatod
  equal "$(live_run alice survivor)" "$run"
  systemctl kill --kill-who=main --signal=KILL rubatod
  equal "$(state alice survivor)" running
  equal "$(live_run alice survivor)" "$run"
  equal "$(unit_property "rubato-run-$run" MainPID)" "$pid"
  gone
  # The processes end a moment before the end is recorded.
  fails_with 1 '' as alice timeout 60 rubatoctl wait --run "$run"
  equal "$(last_run alice survivor outcome)" killed
  equal "$(last_run alice survivor stopReason)" budget
  lasted survivor 14
}

# Its output is also kept.
knows_what_ended_meanwhile() {
  local run
  new_fifo
  submit alice meanwhile -- sh -c "exec 3>$fifo; echo started >&3; read -r line <&0; sleep 3; echo done; exit 7"
  await_line
  run=$(live_run alice meanwhile)
  systemctl stop rubatod
  gone
  timeout 60 sh -c "until [ \"\$(systemctl show --value --property=SubState rubato-run-$run)\" = exited ]; do sleep 0.1; done"
  systemctl start rubatod
  equal "$(last_run alice meanwhile outcome)" failed
  equal "$(last_run alice meanwhile exit)" 7
  equal "$(as alice rubatoctl logs meanwhile)" done
}

reads_limits_back() {
  local unit
  new_fifo
  submit alice limited --budget 1h --grace 5s --signal INT \
    --limit memory=64M,tasks=20,cpu=50%,cpu-weight=30,io-weight=40 \
    -- sh -c "exec 3>$fifo; echo started >&3; exec sleep 1000"
  await_line
  unit=rubato-run-$(live_run alice limited)
  equal "$(unit_property "$unit" MemoryMax)" 67108864
  equal "$(unit_property "$unit" TasksMax)" 20
  equal "$(unit_property "$unit" CPUQuotaPerSecUSec)" 500ms
  equal "$(unit_property "$unit" CPUWeight)" 30
  equal "$(unit_property "$unit" IOWeight)" 40
  equal "$(unit_property "$unit" TimeoutStopUSec)" 5s
  equal "$(unit_property "$unit" KillSignal)" 2
  equal "$(unit_property "$unit" OOMPolicy)" kill
  equal "$(unit_property "$unit" User)" "$(id --user alice)"
  equal "$(unit_property "$unit" Slice)" rubato.slice
  equal "$(unit_property rubato.slice CPUWeight)" 20
  as alice rubatoctl cancel limited
  gone
}

# All users can read the properties of a unit.
shows_no_secret() {
  local unit
  new_fifo
  as alice env PASSPHRASE='open "$sesame"' rubatoctl submit --id secret --kind userInitiated --env PASSPHRASE -- \
    sh -c "exec 3>$fifo; echo \"\$PASSPHRASE\" >&3; exec sleep 1000"
  read -rt 60 -u 9 said
  equal "$said" 'open "$sesame"'
  unit=rubato-run-$(live_run alice secret)
  systemctl show "$unit" | finds_no sesame
  finds_no --recursive sesame /run/systemd/transient /run/rubato
  as alice rubatoctl cancel secret
  gone
}

# A request whose run is stopped by systemctl waits again, and no failure is counted.
requeues_a_run_that_systemctl_stops() {
  new_fifo
  as alice rubatoctl submit --id halted --kind userInitiated -- sh -c "
    exec 3>$fifo; echo started >&3; exec sleep 1000"
  await_line
  systemctl stop "rubato-run-$(live_run alice halted)"
  await_line
  as alice rubatoctl runs halted --json | jq --exit-status 'any(.outcome == "interrupted" and .stopReason == "stoppedOutside")'
  as alice rubatoctl cancel halted
  gone
}

# The bus is restarted during a run. The daemon still notices the end of the run.
survives_a_restart_of_the_bus() {
  new_fifo
  submit alice patient -- sh -c "exec 3>$fifo; echo started >&3; read -r line <$fifo.go; exit 5"
  await_line
  systemctl restart dbus.service
  submit alice afterwards --wait -- true
  echo go >"$fifo.go"
  gone
  timeout 60 sh -c 'until setpriv --reuid=alice --regid=alice --init-groups rubatoctl runs patient --json | grep "\"exit\": 5"; do sleep 0.2; done'
  equal "$(last_run alice patient outcome)" failed
}

# An upgrade of any package can reload systemd during a run.
keeps_its_unit_when_systemd_reloads() {
  new_fifo
  submit alice reloaded -- sh -c "exec 3>$fifo; echo started >&3; read -r line <$fifo.go; exit 5"
  await_line
  systemctl daemon-reload
  equal "$(systemctl show --property LoadState --value "rubato-run-$(live_run alice reloaded)")" loaded
  echo go >"$fifo.go"
  gone
  timeout 60 sh -c 'until setpriv --reuid=alice --regid=alice --init-groups rubatoctl runs reloaded --json | grep "\"exit\": 5"; do sleep 0.2; done'
}

# Runs are ordered and end during restarts of the bus. Each is started once, and no unit remains.
carries_out_what_is_ordered_without_a_bus() {
  local number submissions=()
  for number in {1..12}; do
    submit alice "order-$number" --wait -- sh -c "echo started >>/home/alice/order-$number" &
    submissions+=($!)
  done
  for number in {1..10}; do
    # The limit is five starts within ten seconds (StartLimitBurst= of systemd.unit(5)).
    systemctl reset-failed dbus.service
    systemctl restart dbus.service
  done
  for number in "${submissions[@]}"; do wait "$number"; done
  for number in {1..12}; do equal "$(cat "/home/alice/order-$number")" started; done
  timeout 60 sh -c 'while systemctl list-units --all "rubato-run-*" --no-legend | grep .; do sleep 0.2; done'
}

reports_a_unit_that_did_not_start() {
  printf '[Unit]\nConditionPathExists=/nowhere\n[Service]\nType=oneshot\nExecStart=/bin/true\n' \
    >/etc/systemd/system/check-condition.service
  systemctl daemon-reload
  fails_with 1 'conditions is not met' timeout 60 rubatoctl submit --id condition --kind userInitiated \
    --retries 0 --unit check-condition.service --wait
}

# The signal before the end of the budget reaches the service, which is not stopped for it.
signals_a_service_before_the_budget_ends() {
  printf '#!/bin/sh\ntrap "exit 3" USR1\nsleep 1000 &\nwait\n' >/usr/local/bin/check-early
  chmod 755 /usr/local/bin/check-early
  printf '[Service]\nExecStart=/usr/local/bin/check-early\n' >/etc/systemd/system/check-early.service
  systemctl daemon-reload
  fails_with 1 '' timeout 60 rubatoctl submit --id early-service --kind userInitiated --retries 0 --budget 3s \
    --early-signal USR1 --unit check-early.service --wait
  rubatoctl runs early-service --json | jq --exit-status '.[0].exit == 3'
  rubatoctl acknowledge early-service
}

leaves_no_units_behind() {
  equal "$(systemctl list-units --all 'rubato-run-*' --no-legend)" ''
  equal "$(find /run/rubato/environments /run/rubato/runs -type f)" ''
}

is_confined() {
  systemd-analyze security --no-pager --threshold=15 rubatod.service | tail --lines=1
}
