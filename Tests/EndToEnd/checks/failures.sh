# Failures: told by commands and units, and kept until somebody knows of them.

examples_of_failures=/usr/share/doc/rubato/examples/failures

failures_serve() {
  check 'a command for failures hears what has failed, as its owner' failure_is_told
  check 'what has failed for good is known after a restart, until it is acknowledged' failure_is_kept
  check 'what has failed for good is queued again' failure_is_retried
  check 'each failure is told where that was asked for' failure_is_told_each_time
  check 'the example mails a failure' failure_is_mailed
  check 'a unit for failures asks what has failed' failure_starts_a_unit
  check 'systemctl and the login tell of failures' failure_is_seen
}

# kept_failure USER ID: whether it is among what has failed for good.
kept_failure() {
  as "$1" rubatoctl list --failed --json | jq --exit-status --arg id "$2" 'any(.id == $id)'
}

failure_is_told() {
  new_fifo
  submit alice told --on-failure-command "{ id -un; pwd
    echo \$RUBATO_FAILED_ID \$RUBATO_FAILED_OUTCOME \$RUBATO_FAILED_EXIT \$RUBATO_FAILED_ATTEMPTS \$RUBATO_FAILED_FINAL
    printenv RUBATO_FAILED_OUTPUT; } >$fifo; exit 1" -- sh -c 'echo one; echo "two \"words\""; exit 4'
  hear
  equal "$REPLY" alice
  hear
  equal "$REPLY" /
  hear
  equal "$REPLY" 'told failed 4 1 yes'
  hear
  equal "$REPLY" one
  hear
  equal "$REPLY" 'two "words"'
  # It is no run, and nobody is told of its own failure.
  as alice rubatoctl runs told --json | jq --exit-status 'length == 1'
}

failure_is_kept() {
  eventually kept_failure alice told
  as alice rubatoctl list --failed --json |
    jq --exit-status 'any(.id == "told" and .exit == 4 and .outcome == "failed" and .attempts == 1)'
  fails_with 1 'rubatoctl acknowledge' as alice rubatoctl status
  fails_with 1 'rubatoctl retry told' as alice rubatoctl show told
  # What is advised names the daemon as it was named.
  fails_with 1 'rubatoctl --system retry told' as alice rubatoctl --system show told
  systemctl restart rubatod
  eventually answers rubatoctl status
  kept_failure alice told
  as alice rubatoctl acknowledge told
  fails_with 1 false kept_failure alice told
  fails_with 1 'told' as alice rubatoctl acknowledge told
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

failure_is_told_each_time() {
  new_fifo
  as alice rubatoctl submit --id each --kind userInitiated --retries 1 --backoff-delay 10s --each-failure \
    --on-failure-command "echo \$RUBATO_FAILED_ATTEMPTS \$RUBATO_FAILED_FINAL >$fifo" -- sh -c 'exit 4'
  hear
  equal "$REPLY" '1 no'
  hear
  equal "$REPLY" '2 yes'
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
  hear
  equal "$REPLY" '-i -- alice'
  until [[ $REPLY == 'the end' ]]; do
    hear
    mail+=$REPLY$'\n'
  done
  rm /usr/local/bin/sendmail
  grep '^To: alice$' <<<"$mail"
  grep '^Subject: mailed on .* has failed$' <<<"$mail"
  grep '^the reason$' <<<"$mail"
}

failure_starts_a_unit() {
  new_fifo
  cat >/run/tell-failure <<END
rubatoctl list --failed --json | jq --raw-output ".[] | select(.id == \"\$1\") | .exit" >$fifo
END
  printf '[Service]\nType=oneshot\nExecStart=/bin/sh /run/tell-failure %%i\n' \
    >/run/systemd/system/tell-failure@.service
  systemctl daemon-reload
  rubatoctl submit --id unit-told --kind userInitiated --retries 0 \
    --on-failure tell-failure@unit-told.service -- sh -c 'exit 5'
  hear
  equal "$REPLY" 5
}

failure_is_seen() {
  status_text_tells() { property StatusText | grep 'failed'; }
  status_text_is_silent() { ! status_text_tells; }
  eventually status_text_tells
  sh -i -c '. "$0"' $examples_of_failures/login.sh 2>&1 | grep 'rubatoctl status'
  rubatoctl acknowledge --all
  as alice rubatoctl acknowledge --all
  rubatoctl list --failed --all-users --json | jq --exit-status '. == []'
  eventually status_text_is_silent
}
