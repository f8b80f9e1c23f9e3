# What is paused, over a restart, and by whom.

pause_serve() {
  check 'a pause holds what its user submits, and says so' holds_what_is_paused
  check 'a pause freezes a run, and its cgroup with it' freezes_what_runs
  check 'a pause holds over a restart, and ends by itself' outlasts_a_restart
  check 'pauses add up, and root lifts those of others' adds_up
  check 'a pause stops what runs, which waits again' stops_what_runs
  check 'a drain lets what runs finish, and ends with the next start' drains
}

# has_completed ID: whether the last run of this request of alice's has.
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
  hear
  run=$(last_run alice freezes run)
  unit=rubato-run-$run.service
  rubatoctl pause freezes --for 12s --freeze-running
  freezes_unit() { equal "$(property FreezerState "$unit")" frozen; }
  eventually freezes_unit
  equal "$(as alice rubatoctl runs show "$run" --json | jq --raw-output .state)" frozen
  # Longer than its budget in all.
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
  hear
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
  hear
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
