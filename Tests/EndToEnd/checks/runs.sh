# Commands of users that the service starts.

runs_as_the_submitter() {
  submit alice identity --wait -- sh -c 'id >identity'
  equal "$(cat /home/alice/identity)" "$(as alice id)"
  equal "$(stat --format=%U /home/alice/identity)" alice
  equal "$(last_run alice identity outcome)" completed
  equal "$(last_run alice identity exit)" 0
}

# A command inherits from its submitter, and nothing from the daemon.
inherits_from_the_submitter_alone() {
  as alice mkdir -p work
  as alice env --chdir=work sh -c '
    umask 027
    exec rubatoctl submit --id heritage --kind userInitiated --wait -- bash -c "
      pwd >../directory
      umask >../umask
      env >../environment
      ls /proc/self/fd | wc --lines >../descriptors
      ulimit -Sn >../limit
      cat /proc/self/oom_score_adj >../oom
      grep ^0:: /proc/self/cgroup >../cgroup
      grep ^CapEff /proc/self/status >../capabilities"'
  cd /home/alice
  equal "$(cat directory)" /home/alice/work
  equal "$(cat umask)" 0027
  cat environment
  grep '^PATH=/' environment
  grep '^RUBATO_RUN=[0-9]' environment
  finds_no --extended-regexp '^(NOTIFY_SOCKET|LISTEN_|WATCHDOG_|INVOCATION_ID|JOURNAL_STREAM|STATE_DIRECTORY|RUNTIME_DIRECTORY)' environment
  # Three standard descriptors, and the directory that ls reads.
  equal "$(cat descriptors)" 4
  equal "$(cat limit)" 1024
  equal "$(cat oom)" 0
  equal "$(cat capabilities)" "$(as alice grep ^CapEff /proc/self/status)"
}

has_a_cgroup_of_its_own() {
  grep '^0::/rubato.slice/rubato-run-[0-9]*\.service$' /home/alice/cgroup
  grep "^0::$(property ControlGroup)$" "/proc/$(property MainPID)/cgroup"
}

# The command and its child ignore the signal. The child has left the session and the process group.
kills_an_overrun_with_its_child() {
  new_fifo
  fails_with 1 '' submit alice overrun --wait --budget 2s --grace 1s -- sh -c "
    trap '' TERM
    exec 3>$fifo
    setsid sh -c 'echo started >&3; exec sleep 1000' &
    sleep 1000"
  await_line
  gone
  equal "$(last_run alice overrun outcome)" killed
  equal "$(last_run alice overrun killed)" true
  equal "$(last_run alice overrun code)" 0x8badf00d
}

keeps_the_output() {
  fails_with 1 '' submit alice speaks --wait -- \
    sh -c 'echo to standard output; echo to standard error >&2; exit 3'
  equal "$(as alice rubatoctl logs speaks)" $'to standard output\nto standard error'
  equal "$(last_run alice speaks exit)" 3
}

# If journald is late, for example on a busy machine, the unit has ended, and journald finds only its name.
keeps_output_that_journald_reads_late() {
  local journald status=0
  journald=$(systemctl show --property=MainPID --value systemd-journald)
  kill -STOP "$journald"
  submit alice late --wait -- echo 'before journald' || status=$?
  kill -CONT "$journald"
  journalctl --sync
  equal $status 0
  equal "$(as alice rubatoctl logs late)" 'before journald'
}

# systemd 252 has no peak of memory for ended units, so it is not checked.
records_the_usage_of_a_run() {
  submit alice busy --wait -- bash -c 'for ((n = 0; n < 300000; n++)); do :; done'
  as alice rubatoctl runs busy --json |
    jq --exit-status '.[0].cpuSeconds > 0'
}
