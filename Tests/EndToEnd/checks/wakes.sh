# Events that wake an app, in addition to tasks and notifications: observed changes, alarms, and the ends of its
# transfers. The app is life-app, which run.sh has copied into the tree.

waker=com.example.waker waker_directory=/opt/waking-app waker_policy=/etc/rubato/policy.yaml
session_wake=url-session.com.example.feed.background

apps_are_woken() {
  begin_with_a_waking_app
  check 'an observing app is not woken without the consent of its user' waits_for_consent
  check 'a change of a key wakes an app that is not running' wakes_a_terminated_app
  check 'a change of a path without a daemon wakes a force-quit app afterwards' wakes_a_quit_app
  check 'a wake whose process ends together with the daemon is repeated' owes_a_wake_that_was_cut_off
  check 'after three wakes without a completion, wakes are delayed, and explain shows it' backs_off
  check 'a path that an app cannot read is reported' reports_an_unreadable_path_to_an_app
  check 'a missed alarm is delivered at the next open, with its delay' catches_an_alarm_up
  begin_with_a_server
  check 'an app is woken at the end of its session, over a kill of the daemon' wakes_at_the_end_of_a_session
  check 'a force-quit cancels the transfers of the app, and does not wake it' cancels_with_a_force_quit
  stop_server
  end_with_a_waking_app
}

# The machine can have booted just now, so there is no boot delay. Retries have short delays.
begin_with_a_waking_app() {
  install -D --target-directory=$waker_directory /opt/life-app/life-app
  cat >$waker_directory/Info.plist <<EOF
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>CFBundleIdentifier</key><string>$waker</string>
<key>CFBundleExecutable</key><string>life-app</string>
<key>UIBackgroundModes</key><array><string>fetch</string></array>
</dict></plist>
EOF
  printf 'boot-delay: 0s\nfirst-backoff: 1s\nshortest-backoff: 1s\n' >$waker_policy
  systemctl restart rubatod
  rubatoctl device set power=ac battery=80 thermal=nominal network=wifi
}

end_with_a_waking_app() {
  as alice rubatoctl app remove $waker
  rm $waker_policy
  systemctl restart rubatod
  forget_the_device
}

# install_waker BEHAVIOUR [VARIABLE...]: installs the app with this behaviour and these variables.
install_waker() {
  local behaviour=$1
  shift
  as alice rubatoctl app install $waker_directory --env "BEHAVIOUR=$behaviour" "${@/#/--env=}"
}

# open_waker TEXT BEHAVIOUR [VARIABLE...]: starts the app as its user, and waits until it prints TEXT.
open_waker() {
  local text=$1 behaviour=$2
  shift 2
  : >/home/alice/said
  as alice env "BEHAVIOUR=$behaviour" "$@" $waker_directory/life-app >/home/alice/said 2>&1 &
  eventually has_said "$text"
}

has_said() { grep --fixed-strings -- "$1" /home/alice/said; }

# close_waker: ends the process that its user has started.
close_waker() {
  is_gone() { equal "$(waker_process pid)" null; }
  kill "$(waker_process pid)"
  eventually is_gone
}

waker_process() { as alice rubatoctl app show $waker --json | jq --raw-output ".process.$1"; }

# newest ID: prints the number of the newest run of a request, or 0.
newest() { { as alice rubatoctl runs "$1" --json || true; } | jq 'arrays[0].run // 0'; }

# wakes_again ID LAST OUTCOME: a run after LAST has ended with this outcome. Sets $woken.
wakes_again() {
  woken=$(newest "$1")
  ((woken > $2)) && equal "$(last_run alice "$1" outcome)" "$3"
}

woken_says() { as alice rubatoctl logs --run "$woken" | grep --fixed-strings -- "$1"; }

# holds ID REASON: REASON is the only reason for which the request waits.
holds() { as alice rubatoctl explain "$1" --json | jq --exit-status ".reasons == [\"$2\"]"; }

# observer NAME: prints the request of an observed key or path, by the beginning of its name.
observer() {
  as alice rubatoctl list --json | jq --raw-output ".[].id | select(startswith(\"observer:$1\"))"
}

waits_for_consent() {
  install_waker watch WATCHED=/home/alice/inbox
  open_waker observes watch WATCHED=/home/alice/inbox
  observes_both() { [[ -n $(observer mail) && -n $(observer inbox) ]]; }
  eventually observes_both
  close_waker
  as alice rubatoctl changed mail | grep '1 request waits'
  holds observer:mail notAllowed
  equal "$(newest observer:mail)" 0
  as alice rubatoctl app allow $waker observe
  eventually wakes_again observer:mail 0 completed
  woken_says 'hears mail'
}

wakes_a_terminated_app() {
  local last
  # Ends the suspended process of the last wake.
  kill -KILL "$(waker_process pid)"
  is_gone() { equal "$(waker_process pid)" null; }
  eventually is_gone
  last=$(newest observer:mail)
  as alice rubatoctl changed mail
  eventually wakes_again observer:mail "$last" completed
  woken_says 'hears mail'
  eventually holds observer:mail unchanged
}

wakes_a_quit_app() {
  local id
  id=$(observer inbox)
  as alice rubatoctl app force-quit $waker
  systemctl kill --signal=KILL rubatod.service
  systemctl stop rubatod.socket rubatod.service
  systemctl stop 'rubato-run-*.service'
  as alice sh -c 'echo unseen >inbox'
  systemctl start rubatod.socket rubatod.service
  eventually wakes_again "$id" 0 completed
  woken_says 'hears inbox'
}

# The repeated wake launches the app that was installed meanwhile.
owes_a_wake_that_was_cut_off() {
  local last process
  install_waker watch-silent
  last=$(newest observer:mail)
  as alice rubatoctl changed mail
  is_woken_again() { woken=$(newest observer:mail) && ((woken > last)) && woken_says 'hears mail'; }
  eventually is_woken_again
  process=$(waker_process pid)
  install_waker watch
  systemctl kill --signal=KILL rubatod.service
  systemctl stop rubatod.socket rubatod.service
  kill -KILL "$process"
  systemctl start rubatod.socket rubatod.service
  eventually wakes_again observer:mail "$woken" completed
  woken_says 'hears mail'
}

backs_off() {
  local last
  eventually holds observer:mail unchanged
  install_waker watch-crash
  last=$(newest observer:mail)
  as alice rubatoctl changed mail
  has_crashed_thrice() {
    as alice rubatoctl runs observer:mail --json |
      jq --exit-status "[.[] | select(.run > $last)] | length == 3 and all(.outcome == \"crashed\")"
  }
  eventually has_crashed_thrice
  holds observer:mail backoff
  as alice rubatoctl explain observer:mail | grep 'did not complete its last 3 wakes'
  # Installs a corrected app.
  install_waker watch
  as alice rubatoctl run observer:mail --force --wait
  eventually holds observer:mail unchanged
}

reports_an_unreadable_path_to_an_app() {
  chmod 700 /home/bob
  open_waker observes watch WATCHED=/home/bob/secret
  observes_the_secret() { [[ -n $(observer secret) ]]; }
  eventually observes_the_secret
  eventually is_warned alice "$(observer secret)" 'Permission denied'
  close_waker
}

# The battery is low, so the alarm waits until the app is opened. Later alarms are delivered at their dates.
catches_an_alarm_up() {
  rubatoctl device set power=battery battery=3
  install_waker alarms-silent
  open_waker pending alarms ALARM_SECONDS=15
  close_waker
  systemctl kill --signal=KILL rubatod.service
  is_due() { as alice rubatoctl explain alarm:sooner | grep 'as soon as the app is opened'; }
  eventually is_due
  systemctl restart rubatod
  is_due
  equal "$(newest alarm:sooner)" 0
  open_waker 'alarm sooner is' alarms-silent
  as alice rubatoctl wait --run "$(newest alarm:sooner)"
  as alice rubatoctl runs alarm:sooner --json |
    jq --exit-status '.[0] | .outcome == "completed" and .late > 0'
  eventually has_said 'alarm later is'
  [[ -z $(state alice alarm:later) ]]
  close_waker
  rubatoctl device set power=ac battery=80
}

# queue_of_session: the app queues two uploads and ends, while the device has no network.
queue_of_session() {
  rubatoctl device set network=none
  install_waker sync "SERVER=$web/taken"
  open_waker queued sync WORK=upload "SERVER=$web/taken"
  close_waker
  equal "$(as alice rubatoctl list --json | jq '[.[] | select(.id | startswith("transfer-"))] | length')" 2
}

wakes_at_the_end_of_a_session() {
  queue_of_session
  systemctl kill --signal=KILL rubatod.service
  rubatoctl device set network=wifi
  eventually wakes_again $session_wake 0 completed
  woken_says 'events of com.example.feed.background'
  woken_says 'one ends: 200'
  woken_says 'two ends: 200'
  equal "$(woken_says 'all told' | wc --lines)" 1
  equal "$(newest $session_wake)" "$woken"
}

cancels_with_a_force_quit() {
  local last
  last=$(newest $session_wake)
  queue_of_session
  as alice rubatoctl app force-quit $waker
  rubatoctl device set network=wifi
  [[ -z $(as alice rubatoctl list --json | jq --raw-output '.[].id | select(startswith("transfer-"))') ]]
  open_waker 'one ends: error -999' sync WORK=reconnect
  eventually has_said 'two ends: error -999'
  close_waker
  equal "$(newest $session_wake)" "$last"
}
