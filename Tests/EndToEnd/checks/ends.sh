# How runs end early, and what is told of those that had to be killed.

freezes_while_a_gate_is_closed() {
  local run group
  new_fifo
  rubatoctl device set metered=no
  submit alice freezes --requires unmetered --on-closed-gate freeze -- sh -c "
    grep ^0:: /proc/self/cgroup >freezes
    echo started >$fifo
    read line <$fifo.go"
  hear
  run=$(last_run alice freezes run)
  group=/sys/fs/cgroup$(cut --delimiter=: --fields=3 /home/alice/freezes)
  rubatoctl device set metered=yes
  equal "$(as alice rubatoctl runs show "$run" --json | jq --raw-output .state)" frozen
  eventually grep --quiet 'frozen 1' "$group/cgroup.events"
  # Its limit would also count the frozen time.
  equal "$(property RuntimeMaxUSec "rubato-run-$run.service")" infinity
  rubatoctl device set metered=no
  equal "$(as alice rubatoctl runs show "$run" --json | jq --raw-output .state)" running
  eventually grep --quiet 'frozen 0' "$group/cgroup.events"
  echo go >"$fifo.go"
  as alice timeout 60 rubatoctl wait --run "$run"
}

# Also over a restart of the daemon, and it can be cancelled meanwhile.
freezes_without_a_limit_when_busy() {
  local group
  new_fifo
  rubatoctl device set metered=no
  submit alice keeps --requires unmetered --freeze-when-busy -- sh -c "
    grep ^0:: /proc/self/cgroup >keeps
    echo started >$fifo
    sleep 1000"
  hear
  group=/sys/fs/cgroup$(cut --delimiter=: --fields=3 /home/alice/keeps)
  rubatoctl device set metered=yes
  eventually grep --quiet 'frozen 1' "$group/cgroup.events"
  as alice rubatoctl explain keeps | grep 'however long that takes'
  as alice rubatoctl list --json | jq --exit-status 'any(.id == "keeps" and .frozenSince != null)'
  restarted
  grep 'frozen 1' "$group/cgroup.events"
  equal "$(as alice rubatoctl runs show "$(last_run alice keeps run)" --json | jq --raw-output .state)" frozen
  as alice rubatoctl cancel keeps
  eventually test ! -d "$group"
  rubatoctl device set metered=no
}

signals_before_the_budget_ends() {
  submit alice early --wait --budget 3s --early-signal USR1 -- \
    sh -c 'trap "echo early; exit 0" USR1; sleep 1000 & wait'
  equal "$(last_run alice early outcome)" completed
  equal "$(as alice rubatoctl logs early)" early
}

# tells_of_a_kill ID TEXT SCRIPT: of what it was at, in a sentence with that text.
tells_of_a_kill() {
  fails_with 1 '' submit alice "$1" --wait --budget 1s --grace 1s -- bash -c "$3"
  equal "$(last_run alice "$1" outcome)" killed
  as alice rubatoctl runs show "$(last_run alice "$1" run)" --kill | tee /dev/stderr |
    grep --ignore-case -- "$2"
}

tells_of_a_kill_on_a_lock() {
  exec 8>/home/alice/lock
  flock 8
  tells_of_a_kill locked lock "trap '' TERM; echo before the lock; flock /home/alice/lock true"
  as alice rubatoctl runs show "$(last_run alice locked run)" --json |
    jq --exit-status '.killReport.lastLines == ["before the lock"] and .killReport.expiration == "ignored"'
}

tells_of_a_kill_in_the_network() {
  tells_of_a_kill distant network "trap '' TERM; exec 3<>/dev/udp/127.0.0.1/9; read -r line <&3"
}

tells_of_a_kill_of_busy_work() {
  tells_of_a_kill endless busy "trap '' TERM; while :; do :; done"
}

tells_of_a_kill_in_the_handler() {
  tells_of_a_kill handles handl "trap 'sleep 1000' TERM; sleep 1000"
}
