# The unit of the service.

units_are_valid() {
  systemd-analyze verify --man=no rubatod.service rubatod.socket rubatod-kernel.socket rubato.slice
}

starts_as_the_readme_says() {
  systemctl enable --now rubatod.socket rubatod
  equal "$(property ActiveState)" active
  equal "$(property ActiveState rubatod.socket)" active
  answers as alice rubatoctl status
}

leaves_the_right_files() {
  getent group rubato
  equal "$(stat --format='%U %a' /var/lib/rubato)" 'root 700'
  equal "$(stat --format='%F %a' "$scheduler")" 'socket 666'
  test -s /var/lib/rubato/rubato.sqlite
}

# The watchdog has two seconds instead of minutes. During a command of seven seconds, the idle daemon must send three
# pings.
feeds_its_watchdog() {
  local before drop_in=/run/systemd/system/rubatod.service.d
  mkdir -p $drop_in
  printf '[Service]\nWatchdogSec=2s\n' >$drop_in/watchdog.conf
  systemctl daemon-reload
  systemctl restart rubatod
  before=$(property WatchdogTimestampMonotonic)
  submit alice pause --wait -- sleep 7
  rm -r $drop_in
  (($(property WatchdogTimestampMonotonic) > before))
  equal "$(property NRestarts)" 0
  systemctl daemon-reload
  systemctl restart rubatod
}

# Otherwise, a kernel event would start a stopped service.
ignores_the_kernel() { equal "$(property ActiveState rubatod-kernel.socket)" inactive; }

receives_kernel_events_only_while_it_runs() {
  equal "$(property ActiveState rubatod-kernel.socket)" active
  systemctl stop rubatod
  # systemctl waits for the job of the service, and not for the job of its socket.
  eventually ignores_the_kernel
  fails_with 4 'refused' systemctl start rubatod-kernel.socket
  equal "$(property ActiveState)" inactive
  systemctl start rubatod
  equal "$(property SubState rubatod-kernel.socket)" running
}

stays_active() {
  equal "$(property ActiveState)" active
  equal "$(property NRestarts)" 0
  equal "$(property Result)" success
}

refuses_a_second_daemon() {
  fails_with 1 'rubato' timeout 60 /usr/libexec/rubatod \
    --state-directory /var/lib/rubato --socket /run/second
  fails_with 1 "$scheduler" timeout 60 /usr/libexec/rubatod \
    --state-directory /run/second-state --socket "$scheduler"
  fails_with 1 'launcher direct' timeout 60 /usr/libexec/rubatod --launcher units \
    --state-directory /run/third-state --socket /run/third
  answers as alice rubatoctl status
}

# One request waits and one runs when the daemon is killed. The run continues.
loses_nothing_when_killed() {
  local run restarts
  new_fifo
  restarts=$(property NRestarts)
  as alice rubatoctl submit --id waits --kind maintenance --earliest 24h -- true
  submit alice cut -- sh -c "exec 3>$fifo; echo started >&3; exec sleep 1000"
  await_line
  run=$(last_run alice cut run)
  systemctl kill --kill-who=main --signal=KILL rubatod
  # The socket holds this call until the daemon has started again.
  equal "$(state alice waits)" waiting
  equal "$(state alice cut)" running
  equal "$(last_run alice cut run)" "$run"
  as alice rubatoctl cancel cut
  gone
  equal "$(property NRestarts)" $((restarts + 1))
}

# A stop of the service does not affect runs, whether they handle or ignore SIGTERM.
stops_cleanly() {
  local started=$SECONDS
  new_fifo
  submit alice heeds -- sh -c "
    exec 3>$fifo
    trap 'echo warned >/home/alice/warned; exit 75' TERM
    echo started >&3
    sleep 1000 & wait"
  await_line
  submit alice ignores --grace 2s -- sh -c "
    trap '' TERM
    exec 3>$fifo
    setsid sleep 1000 &
    echo started >&3
    sleep 1000"
  await_line
  systemctl stop rubatod
  ((SECONDS - started < 60))
  equal "$(property Result)" success
  equal "$(property ActiveState)" inactive
  equal "$(systemctl list-units 'rubato-run-*' --no-legend | wc --lines)" 2
  [[ ! -e /home/alice/warned ]]
}

# A command that only reads does not start the service again.
stays_stopped_for_reading_commands() {
  local verb
  test -e "${scheduler%/*}/stopped"
  for verb in list status explain 'policy show' runs; do
    fails_with 3 'rubatod is stopped; start it with: sudo systemctl start rubatod' as alice rubatoctl $verb
  done
  equal "$(property ActiveState)" inactive
}

# During a restart, the service is never marked as stopped.
is_not_stopped_by_a_restart() {
  local turn said
  for turn in {1..5}; do
    # Resets the start limit of systemd.
    systemctl reset-failed rubatod
    systemctl restart --no-block rubatod
    # The ending daemon can have accepted the call.
    said=$(as alice rubatoctl list 2>&1) || [[ $said == *'closed the connection'* ]]
    test ! -e "${scheduler%/*}/stopped"
    # Waits for the restart.
    systemctl start rubatod
  done
  equal "$(property ActiveState)" active
}

# The next submission starts the daemon again, which finds the active runs. The run that handles SIGTERM exits; the run
# that ignores it is killed with its child.
answers_after_a_stop() {
  local id
  test -S $scheduler
  equal "$(property ActiveState)" inactive
  as alice rubatoctl submit --id wakes --kind maintenance --earliest 24h -- true
  equal "$(property ActiveState)" active
  test ! -e "${scheduler%/*}/stopped"
  as alice rubatoctl cancel wakes
  equal "$(state alice waits)" waiting
  for id in heeds ignores; do
    equal "$(state alice $id)" running
    as alice rubatoctl cancel $id
  done
  timeout 60 sh -c "until systemctl list-units --all 'rubato-run-*' --no-legend | wc --lines | grep --line-regexp 0; do sleep 0.1; done"
  equal "$(cat /home/alice/warned)" warned
}

# Runs the commands of the README unchanged, except for sudo: the checks run as root.
schedules_the_backup_of_the_readme() {
  local commands command
  sudo() { timeout 60 "$@"; }
  mapfile -t commands < <(
    sed -n '/^## A nightly backup/,/^## /s/^    \(sudo \|ls \)/\1/p' /usr/share/doc/rubato/README.md)
  ((${#commands[@]} > 5))
  for command in "${commands[@]}"; do eval "$command"; done
  tar --list --file=/var/backups/etc.tar.gz etc/passwd
  equal "$(stat --format=%a /var/backups/etc.tar.gz)" 600
}
