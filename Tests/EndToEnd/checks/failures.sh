# Failures: reported by commands and units, and kept until they are acknowledged.

examples_of_failures=/usr/share/doc/rubato/examples/failures

failures_serve() {
  check 'a command for failures receives the failure, and runs as the owner' failure_runs_a_command
  check 'a permanent failure is kept over a restart until it is acknowledged' failure_is_kept
  check 'a request that has failed permanently is queued again by retry' failure_is_retried
  check 'each failure is reported if the request has this option' each_failure_is_reported
  check 'a command for failures continues while the daemon restarts' failure_outlives_the_daemon
  check 'a command for failures that waits is run by the next daemon' failure_waits_for_the_next_daemon
  check 'the example mails a failure' failure_is_mailed
  check 'a unit for failures reads the failure' failure_starts_a_unit
  check 'systemctl and the login notice show failures' failure_is_seen
}

# kept_failure USER ID: the request is listed as permanently failed.
kept_failure() {
  as "$1" rubatoctl list --failed --json | jq --exit-status --arg id "$2" 'any(.id == $id)'
}

failure_runs_a_command() {
  new_fifo
  submit alice reported --on-failure-command "{ id -un; pwd
    echo \$RUBATO_FAILED_ID \$RUBATO_FAILED_OUTCOME \$RUBATO_FAILED_EXIT \$RUBATO_FAILED_ATTEMPTS \$RUBATO_FAILED_FINAL
    printenv RUBATO_FAILED_OUTPUT; } >$fifo; exit 1" -- sh -c 'echo one; echo "two \"words\""; exit 4'
  await_line
  equal "$REPLY" alice
  await_line
  equal "$REPLY" /
  await_line
  equal "$REPLY" 'reported failed 4 1 yes'
  await_line
  equal "$REPLY" one
  await_line
  equal "$REPLY" 'two "words"'
  # The command for failures is not a run, and its own failure is not reported.
  as alice rubatoctl runs reported --json | jq --exit-status 'length == 1'
}

failure_is_kept() {
  eventually kept_failure alice reported
  as alice rubatoctl list --failed --json |
    jq --exit-status 'any(.id == "reported" and .exit == 4 and .outcome == "failed" and .attempts == 1)'
  fails_with 1 'rubatoctl acknowledge' as alice rubatoctl status
  fails_with 1 'rubatoctl retry reported' as alice rubatoctl show reported
  # Suggested commands contain the option for the daemon that was used.
  fails_with 1 'rubatoctl --system retry reported' as alice rubatoctl --system show reported
  systemctl restart rubatod
  eventually answers rubatoctl status
  kept_failure alice reported
  as alice rubatoctl acknowledge reported
  fails_with 1 false kept_failure alice reported
  fails_with 1 'reported' as alice rubatoctl acknowledge reported
}

failure_is_retried() {
  submit alice again -- sh -c 'test -e /home/alice/again'
  eventually kept_failure alice again
  as alice touch again
  as alice rubatoctl retry again | grep 'Queued again: again\.'
  again_is_done() { equal "$(last_run alice again outcome)" completed; }
  eventually again_is_done
  as alice rubatoctl list --failed --json | jq --exit-status 'all(.id != "again")'
}

each_failure_is_reported() {
  new_fifo
  as alice rubatoctl submit --id each --kind userInitiated --retries 1 --backoff-delay 10s --each-failure \
    --on-failure-command "echo \$RUBATO_FAILED_ATTEMPTS \$RUBATO_FAILED_FINAL >$fifo" -- sh -c 'exit 4'
  await_line
  equal "$REPLY" '1 no'
  await_line
  equal "$REPLY" '2 yes'
}

failure_outlives_the_daemon() {
  new_fifo
  submit alice outlives --on-failure-command \
    "echo begun >$fifo; read line <$fifo.go; echo reported >$fifo" -- false
  await_line
  equal "$REPLY" begun
  systemctl restart rubatod
  echo continue >"$fifo.go"
  await_line
  equal "$REPLY" reported
}

failure_waits_for_the_next_daemon() {
  local number
  new_fifo
  for number in 1 2 3 4; do
    submit alice "blocks-$number" --on-failure-command "echo begun >$fifo; read line <$fifo.go" -- false
    await_line
    equal "$REPLY" begun
  done
  submit alice left-waiting --on-failure-command \
    "echo \$RUBATO_FAILED_ID \$RUBATO_FAILED_EXIT >$fifo" -- false
  eventually kept_failure alice left-waiting
  as alice rubatoctl acknowledge left-waiting
  systemctl restart rubatod
  await_line
  equal "$REPLY" 'left-waiting 1'
  : >"$fifo.go"
}

failure_is_mailed() {
  local mail=
  new_fifo
  cat >/usr/local/bin/sendmail <<END
#!/bin/sh
{ echo "\$@"; cat; echo 'the end'; } >$fifo
END
  chmod 755 /usr/local/bin/sendmail
  submit alice mailed --on-failure-command "sh $examples_of_failures/mail.sh" -- sh -c 'echo the reason; exit 4'
  await_line
  equal "$REPLY" '-i -- alice'
  until [[ $REPLY == 'the end' ]]; do
    await_line
    mail+=$REPLY$'\n'
  done
  rm /usr/local/bin/sendmail
  grep '^To: alice$' <<<"$mail"
  grep '^Subject: mailed on .* has failed$' <<<"$mail"
  grep '^the reason$' <<<"$mail"
}

failure_starts_a_unit() {
  new_fifo
  cat >/run/report-failure <<END
rubatoctl list --failed --json | jq --raw-output ".[] | select(.id == \"\$1\") | .exit" >$fifo
END
  printf '[Service]\nType=oneshot\nExecStart=/bin/sh /run/report-failure %%i\n' \
    >/run/systemd/system/report-failure@.service
  systemctl daemon-reload
  rubatoctl submit --id unit-reported --kind userInitiated --retries 0 \
    --on-failure report-failure@unit-reported.service -- sh -c 'exit 5'
  await_line
  equal "$REPLY" 5
}

failure_is_seen() {
  status_text_names_a_failure() { property StatusText | grep 'failed'; }
  status_text_is_silent() { ! status_text_names_a_failure; }
  eventually status_text_names_a_failure
  sh -i -c '. "$0"' $examples_of_failures/login.sh 2>&1 | grep 'rubatoctl status'
  rubatoctl acknowledge --all
  as alice rubatoctl acknowledge --all
  rubatoctl list --failed --all-users --json | jq --exit-status '. == []'
  eventually status_text_is_silent
}
