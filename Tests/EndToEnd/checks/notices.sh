# Notifications about requests that have failed or do not succeed, on the session bus of their owner. A service of the
# checks receives them.
#
# Needs the Debian packages python3-dbus and python3-gi, as reminders.sh does.

notices_serve() {
  check 'a permanent failure is shown to its owner, with two actions' a_failure_is_shown
  check 'Retry queues the request again, and Explain shows why it waits' actions_are_performed
  check 'a request that has not succeeded for a long time is shown once, with its reason' a_long_wait_is_shown
  check 'a failure that is acknowledged before the login is not shown' an_old_failure_is_dropped
  check 'a failure in your own daemon is shown' a_private_failure_is_shown
  check 'the policy switches notifications of failures off' the_policy_switches_them_off
}

# show_notices OPTION...: starts a session of alice in which notifications are written to a file.
show_notices() {
  install --mode=755 notifications.py /usr/local/bin/show-notifications
  loginctl enable-linger alice
  eventually test -S "/run/user/$(id --user alice)/bus"
  in_session alice systemd-run --user --unit=show-notices --property=StandardOutput=file:/home/alice/notices \
    /usr/local/bin/show-notifications "$@"
  eventually grep --quiet ready /home/alice/notices
}

end_notices() {
  in_session alice systemctl --user stop show-notices
  loginctl disable-linger alice
  is_over() { [[ ! -e /run/user/$(id --user alice) ]]; }
  eventually is_over
  rm --force /home/alice/notices
}

# was_noticed PATTERN: the line of a notification matches the pattern.
was_noticed() { grep --quiet -- "$1" /home/alice/notices; }

a_failure_is_shown() {
  show_notices
  submit alice broken -- sh -c 'exit 3'
  eventually was_noticed '"broken has failed"'
  grep '"broken has failed"' /home/alice/notices |
    jq --exit-status '.app == "Rubato" and .actions == ["retry", "Retry", "explain", "Explain"]
      and .body == "It has exited with 3. It is not tried again."'
  # No notification is shown if a command reports the failure, or for requests of root, who has no desktop.
  submit alice reported --on-failure-command 'echo reported >/home/alice/reported' -- false
  eventually test -s /home/alice/reported
  rubatoctl submit --id roots --kind userInitiated --retries 0 --wait -- false || true
  submit alice last -- false
  eventually was_noticed '"last has failed"'
  finds_no -e reported -e roots /home/alice/notices
  as alice rubatoctl acknowledge --all
  rubatoctl acknowledge --all
  end_notices
}

# The service of the checks clicks on an action, as a user would.
actions_are_performed() {
  show_notices --action 'again has failed' retry --action 'other has failed' explain
  submit alice again -- sh -c 'echo again >>tries; test "$(wc --lines <tries)" = 2'
  eventually is_noticed_as completed again
  equal "$(wc --lines </home/alice/tries)" 2
  eventually was_noticed '"summary": "again"'
  submit alice other -- false
  eventually was_noticed '"summary": "other"'
  grep '"summary": "other"' /home/alice/notices | grep failed
  as alice rubatoctl acknowledge --all
  rm /home/alice/tries
  end_notices
}

a_long_wait_is_shown() {
  show_notices
  rubatoctl device set power=battery battery=80
  as alice rubatoctl submit --id waits --kind userInitiated --requires power --notify-after 10s -- true
  eventually was_noticed '"waits waits for external power since [0-9][0-9]:[0-9][0-9]"'
  grep '"waits waits for' /home/alice/notices | jq --exit-status '.actions == ["retry", "Run now", "explain", "Explain"]'
  systemctl restart rubatod
  answers rubatoctl status
  as alice rubatoctl set waits --retries 5
  equal "$(grep --count '"waits waits for' /home/alice/notices)" 1
  fails_with 1 'a duration longer than the interval' \
    as alice rubatoctl submit --id short --every 1d --notify-after 1d -- true
  as alice rubatoctl cancel waits
  forget_the_device
  end_notices
}

an_old_failure_is_dropped() {
  submit alice early -- false
  eventually is_noticed_as failed early
  as alice rubatoctl acknowledge early
  submit alice late -- false
  eventually is_noticed_as failed late
  show_notices
  was_noticed_late() { eventually was_noticed '"late has failed"'; }
  was_noticed_late || was_noticed_late || was_noticed_late
  finds_no '"early has failed"' /home/alice/notices
  as alice rubatoctl acknowledge --all
  end_notices
}

# is_noticed_as OUTCOME ID: the newest run of alice's request has this outcome.
is_noticed_as() { equal "$(last_run alice "$2" outcome)" "$1"; }

a_private_failure_is_shown() {
  show_notices --action 'mine has failed' explain
  in_session alice systemctl --user start rubatod.socket rubatod
  in_session alice rubatoctl --user submit --id mine --kind userInitiated --retries 0 -- false
  eventually was_noticed '"mine has failed"'
  eventually was_noticed '"summary": "mine"'
  in_session alice rubatoctl --user acknowledge mine
  in_session alice systemctl --user stop rubatod.socket rubatod
  end_notices
}

the_policy_switches_them_off() {
  show_notices
  echo 'failure-notifications: no' >/etc/rubato/policy.yaml
  systemctl restart rubatod
  eventually answers rubatoctl status
  submit alice quiet -- false
  eventually is_noticed_as failed quiet
  submit alice loud --notify-after 1d -- false
  eventually was_noticed '"loud has failed"'
  finds_no '"quiet has failed"' /home/alice/notices
  rm /etc/rubato/policy.yaml
  systemctl restart rubatod
  as alice rubatoctl acknowledge --all
  end_notices
}
