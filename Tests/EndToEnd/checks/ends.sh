# Early ends of runs, and the reports about killed runs.

freezes_while_a_gate_is_closed() {
  local run group
  new_fifo
  rubatoctl device set metered=no
  submit alice freezes --requires unmetered --on-closed-gate freeze -- sh -c "
    grep ^0:: /proc/self/cgroup >freezes
    echo started >$fifo
    read line <$fifo.go"
  await_line
  run=$(last_run alice freezes run)
  group=/sys/fs/cgroup$(cut --delimiter=: --fields=3 /home/alice/freezes)
  rubatoctl device set metered=yes
  equal "$(as alice rubatoctl runs show "$run" --json | jq --raw-output .state)" frozen
  eventually grep --quiet 'frozen 1' "$group/cgroup.events"
  # systemd's limit would also count the frozen time, so it is not set.
  equal "$(property RuntimeMaxUSec "rubato-run-$run.service")" infinity
  rubatoctl device set metered=no
  equal "$(as alice rubatoctl runs show "$run" --json | jq --raw-output .state)" running
  eventually grep --quiet 'frozen 0' "$group/cgroup.events"
  echo go >"$fifo.go"
  as alice timeout 60 rubatoctl wait --run "$run"
}

# The run stays frozen over a restart of the daemon, and can be cancelled while it is frozen.
freezes_without_a_limit_when_busy() {
  local group
  new_fifo
  rubatoctl device set metered=no
  submit alice keeps --requires unmetered --freeze-when-busy -- sh -c "
    grep ^0:: /proc/self/cgroup >keeps
    echo started >$fifo
    sleep 1000"
  await_line
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

# reports_a_kill ID TEXT SCRIPT: runs a script that is killed. The report describes its activity with TEXT.
reports_a_kill() {
  fails_with 1 '' submit alice "$1" --wait --budget 1s --grace 1s -- bash -c "$3"
  equal "$(last_run alice "$1" outcome)" killed
  as alice rubatoctl runs show "$(last_run alice "$1" run)" --kill | tee /dev/stderr |
    grep --ignore-case -- "$2"
}

reports_a_kill_on_a_lock() {
  exec 8>/home/alice/lock
  flock 8
  reports_a_kill locked lock "trap '' TERM; echo before the lock; flock /home/alice/lock true"
  as alice rubatoctl runs show "$(last_run alice locked run)" --json |
    jq --exit-status '.killReport.lastLines == ["before the lock"] and .killReport.expiration == "ignored"'
}

reports_a_kill_in_the_network() {
  reports_a_kill distant network "trap '' TERM; exec 3<>/dev/udp/127.0.0.1/9; read -r line <&3"
}

reports_a_kill_of_busy_work() {
  reports_a_kill endless busy "trap '' TERM; while :; do :; done"
}

reports_a_kill_in_the_handler() {
  reports_a_kill handles handl "trap 'sleep 1000' TERM; sleep 1000"
}
