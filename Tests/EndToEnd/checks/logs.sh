# Following of output, waiting for commands, and the retention of their output.

logs_serve() {
  check 'logs -f prints the output of a unit immediately, until its end' logs_follow_a_unit
  check 'logs -f of a request continues with its next run, until the request is removed' logs_follow_a_request
  check "a user cannot follow another user's output" logs_are_the_owners
  check "root can use the id of another user's request without --owner" logs_of_others_by_their_ids
  check 'submit --wait prints the output and exits with the code of the command' logs_exit_as_the_command
  check 'wait and logs -f survive a restart of the daemon' logs_outlive_the_daemon
  check 'waiting commands report a stop of the daemon, and do not start it' logs_report_the_stop
  check 'logs --since shows the runs since a time' logs_since_a_time
  check 'status prints how long history and output are kept' logs_are_kept_for_so_long
}

# talking ID CODE: runs a request of alice, which prints one, waits for a line, prints two, and exits with CODE. Sets
# $run to the number of its run.
talking() {
  rm -f /home/alice/line
  mkfifo --mode=600 /home/alice/line
  chown alice /home/alice/line
  as alice rubatoctl submit --id "$1" --earliest +20h --retries 0 -- \
    sh -c "echo one; read line </home/alice/line; echo two; exit $2"
  run=$(as alice rubatoctl run "$1" --force --json | jq .run)
}

# following FILE ARGUMENT...: runs logs -f in the background, and sets $following to its process.
following() {
  local file=$1
  shift
  # Empties the file now. The process in the background does so later, and lines of an earlier check could be read
  # before.
  : >"$file"
  as alice rubatoctl logs -f "$@" >"$file" 2>"$file.errors" &
  following=$!
}

logs_follow_a_unit() {
  talking follow 0
  following /tmp/followed --run "$run"
  eventually grep --quiet '^one$' /tmp/followed
  echo now >/home/alice/line
  wait "$following"
  equal "$(cat /tmp/followed)" $'one\ntwo'
}

logs_follow_a_request() {
  as alice rubatoctl submit --id each --earliest +20h --every 1d -- sh -c 'echo "$RUBATO_RUN"'
  local first second
  first=$(as alice rubatoctl run each --force --json | jq .run)
  following /tmp/followed each
  eventually grep --quiet "^$first\$" /tmp/followed
  as alice rubatoctl wait --run "$first"
  second=$(as alice rubatoctl run each --force --json | jq .run)
  eventually grep --quiet "^$second\$" /tmp/followed
  as alice rubatoctl wait --run "$second"
  as alice rubatoctl cancel each
  wait "$following"
  equal "$(cat /tmp/followed)" "$first"$'\n'"$second"
  grep --fixed-strings -- "-- run $second --" /tmp/followed.errors
}

logs_are_the_owners() {
  local run
  run=$(last_run alice each run)
  fails_with 1 "run $run not found" \
    setpriv --reuid=nobody --regid=nogroup --clear-groups rubatoctl logs -f --run "$run"
  rubatoctl logs -f --run "$run" | grep "^$run\$"
}

logs_of_others_by_their_ids() {
  local status=0
  rubatoctl runs each --json | jq --exit-status 'length >= 2 and all(.id == "each")'
  rubatoctl logs each
  as alice rubatoctl submit --id tried-twice --kind userInitiated --retries 1 --backoff-delay 10s --latest 1d -- \
    sh -c 'exit 3'
  eventually logs_has_failed tried-twice
  # `wait` does not return for the failed attempt, since the request is retried.
  rubatoctl wait tried-twice --exit-code || status=$?
  equal $status 3
  equal "$(as alice rubatoctl runs tried-twice --json | jq length)" 2
  # The request has failed permanently, and a second `wait` returns the same result.
  status=0
  rubatoctl wait tried-twice --exit-code || status=$?
  equal $status 3
  as alice rubatoctl acknowledge tried-twice
}

logs_has_failed() { equal "$(last_run alice "$1" outcome)" failed; }

logs_exit_as_the_command() {
  local status=0
  as alice rubatoctl submit --id seven --kind userInitiated --retries 0 --wait --exit-code -- \
    sh -c 'echo said; exit 7' >/tmp/said 2>/tmp/errors || status=$?
  cat /tmp/errors
  equal $status 7
  equal "$(cat /tmp/said)" said
  grep 'seven: failed' /tmp/errors
  fails_with 1 'plain: failed' as alice rubatoctl submit --id plain --kind userInitiated \
    --retries 0 --wait -- sh -c 'exit 7'
  fails_with 143 '' as alice rubatoctl submit --id signalled --kind userInitiated --retries 0 \
    --wait --exit-code -- sh -c 'kill -TERM $$'
}

logs_outlive_the_daemon() {
  local status=0 waiting
  talking outlives 7
  as alice rubatoctl wait --run "$run" --exit-code &
  waiting=$!
  following /tmp/followed --run "$run"
  eventually grep --quiet '^one$' /tmp/followed
  systemctl restart rubatod
  echo now >/home/alice/line
  wait "$waiting" || status=$?
  equal $status 7
  wait "$following"
  equal "$(cat /tmp/followed)" $'one\ntwo'
}

logs_report_the_stop() {
  local status=0
  talking stopped 0
  following /tmp/followed --run "$run"
  eventually grep --quiet '^one$' /tmp/followed
  systemctl stop rubatod
  wait "$following" || status=$?
  cat /tmp/followed.errors
  equal $status 3
  grep 'rubatod was stopped' /tmp/followed.errors
  equal "$(property ActiveState)" inactive
  echo now >/home/alice/line
  systemctl start rubatod
  as alice rubatoctl wait --run "$run"
}

logs_since_a_time() {
  local run
  run=$(last_run alice each run)
  as alice rubatoctl logs each --since 1h | grep "^$run\$"
  fails_with 1 'not found' as alice rubatoctl logs each --since 1s
  fails_with 1 'has passed' as alice rubatoctl logs each --since +1h
}

logs_are_kept_for_so_long() {
  answers rubatoctl status | grep 'history.*90 d, at most 1000 runs'
  answers rubatoctl status --json | jq --exit-status \
    '.history.seconds == 7776000 and .history.runs == 1000 and .history.directOutputBytes == 268435456'
}
