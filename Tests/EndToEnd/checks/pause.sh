# Pauses: their effect, a restart of the daemon, and pauses of several users.

pause_serve() {
  check 'a pause holds requests of its user, and explain shows it' holds_what_is_paused
  check 'a pause can freeze a run with its cgroup' freezes_what_runs
  check 'a pause survives a restart, and ends automatically' outlasts_a_restart
  check 'several pauses apply at the same time, and root ends those of other users' adds_up
  check 'a pause can stop a run, and its request waits again' stops_what_runs
  check 'a drain lets runs complete, and ends with the next start' drains
}

# has_completed ID: the last run of alice's request has completed.
has_completed() { equal "$(last_run alice "$1" outcome)" completed; }

holds_what_is_paused() {
  as alice rubatoctl pause --for 1h
  submit alice presents -- true
  equal "$(as alice rubatoctl explain presents --json | jq --raw-output '.reasons[0]')" paused
  as alice rubatoctl explain presents | grep 'paused by alice'
  as alice rubatoctl list | grep 'presents.*paused'
  as alice rubatoctl status | grep 'all requests of alice, by alice'
  fails_with 1 'paused by alice' as alice rubatoctl run presents
  as alice rubatoctl resume | grep 'No requests are paused'
  eventually has_completed presents
}

freezes_what_runs() {
  local run unit
  new_fifo
  as alice rubatoctl submit --id freezes --kind userInitiated --budget 10s -- sh -c "echo begun >$fifo; exec sleep 6"
  await_line
  run=$(last_run alice freezes run)
  unit=rubato-run-$run.service
  rubatoctl pause freezes --for 12s --freeze-running
  freezes_unit() { equal "$(property FreezerState "$unit")" frozen; }
  eventually freezes_unit
  equal "$(as alice rubatoctl runs show "$run" --json | jq --raw-output .state)" frozen
  # With the frozen time, the run takes longer than its budget.
  as alice timeout 60 rubatoctl wait --run "$run"
  equal "$(last_run alice freezes outcome)" completed
}

outlasts_a_restart() {
  as alice rubatoctl pause --for 20s
  submit alice later -- true
  systemctl restart rubatod
  equal "$(as alice rubatoctl status --json | jq --raw-output '.pauses[0].byName')" alice
  eventually has_completed later
  equal "$(as alice rubatoctl status --json | jq '.pauses | length')" 0
}

adds_up() {
  rubatoctl pause --kind maintenance
  as alice rubatoctl pause --for 1h
  as alice rubatoctl resume
  as alice rubatoctl submit --id held -- true
  as alice rubatoctl explain held | grep 'paused by root'
  fails_with 1 'only root' as alice rubatoctl resume --everybodys
  rubatoctl resume --everybodys
  eventually has_completed held
}

stops_what_runs() {
  local run
  new_fifo
  as alice rubatoctl submit --id stops --kind userInitiated -- sh -c "echo begun >$fifo; exec sleep 1000"
  await_line
  run=$(last_run alice stops run)
  rubatoctl pause --stop-running
  fails_with 1 '' as alice timeout 60 rubatoctl wait --run "$run"
  equal "$(last_run alice stops stopReason)" paused
  equal "$(state alice stops)" waiting
  rubatoctl resume
  as alice rubatoctl cancel stops
}

drains() {
  new_fifo
  as alice rubatoctl submit --id last --kind userInitiated -- sh -c "echo begun >$fifo; read line <$fifo.go; exit 0"
  await_line
  rubatoctl drain
  submit alice after -- true
  equal "$(state alice after)" waiting
  echo go >"$fifo.go"
  fails_with 1 'only root' as alice rubatoctl run after --force
  rubatoctl drain --wait | grep 'Nothing runs'
  equal "$(last_run alice last outcome)" completed
  systemctl restart rubatod
  eventually has_completed after
}
