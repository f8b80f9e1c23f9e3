# Apps written for Apple's BackgroundTasks: the example, which run.sh has copied into the tree.

news=com.example.news news_directory=/opt/news-refresh policy_of_apps=/etc/rubato/policy.yaml
# The file of values that must be equal after a reboot. It is not in /run, which a reboot empties.
news_before=/home/alice/news

source checks/notifications.sh

apps_are_served() {
  check 'a user installs an app, opens it, and its first task runs' installs_an_app
  check 'a waiting task can be started' forces_a_task
  check 'a cold start counts against the budget, and the app handles its expiration' counts_a_cold_start
  check 'an app that ignores its expiration is killed' kills_what_ignores_its_expiration
  check 'a task continues over a restart of the daemon, in the same process' goes_on_over_a_restart
  check 'a suspended process outlives a restart, and receives the next task' is_woken_after_a_restart
  check 'a stopped daemon stays stopped while an app works, until the app reports a completion' \
    stays_stopped_until_a_completion
  check 'a stopped daemon stays stopped while a user runs an app' stays_stopped_for_an_open_app
  check 'a task continues over a restart of the daemon in a process that its user runs' goes_on_with_a_user
  notifications_are_delivered
  check 'an app runs for a simulated week, and the report page shows its runs' lives_a_week
  check 'a request of an app waits before a restart of the machine' queues_over_a_reboot
}

apps_are_served_after_a_reboot() {
  check 'the requests of an app survive a reboot, and run after it' runs_after_the_reboot
  check 'a replay makes the same decisions about apps' decides_of_apps_again
}

# install_news [VARIABLE...]: installs the app again and opens it, which ends an idle process. The next task then starts
# a new process, with these variables.
install_news() {
  as alice rubatoctl app install $news_directory "${@/#/--env=}"
  as alice $news_directory/news-refresh --submit
}

# begin TASK: runs a task, and sets $run.
begin() {
  run=$(as alice rubatoctl run "$news.$1" --force --json | jq .run)
  eventually says "$news.$1 begins"
}

# says TEXT: the output of $run contains TEXT.
says() { as alice rubatoctl logs --run "$run" | grep --fixed-strings -- "$1"; }

# logs UNIT TEXT: the output of a unit contains TEXT. Does not need the daemon.
logs() { journalctl _SYSTEMD_UNIT="$1" | grep --fixed-strings -- "$2"; }

# run_is KEY VALUE: a field of $run has this value.
run_is() { equal "$(as alice rubatoctl runs show "$run" --json | jq --raw-output ".$1")" "$2"; }

# news_process KEY: prints a field of the app's process.
news_process() { as alice rubatoctl app show $news --json | jq --raw-output ".process.$1"; }

# The process of the app is suspended, since it has had no task for some time.
is_suspended() { equal "$(news_process state)" suspended; }

# news_request KEY TASK: prints a field of the request of a task.
news_request() { as alice rubatoctl show "$news.$2" --json | jq --raw-output ".$1"; }

# A request without a reason to wait starts immediately, perhaps before the process that has submitted it has ended.
# After this check, requests that require power wait. The policy has no boot delay, since the machine can have booted
# just now.
installs_an_app() {
  printf 'boot-delay: 0s\n' >$policy_of_apps
  systemctl restart rubatod
  cleaned_up() { equal "$(last_run alice $news.cleanup outcome)" completed; }
  install_news
  equal "$(state alice $news.refresh)" waiting
  eventually cleaned_up
  as alice rubatoctl runs $news.cleanup --json | jq --exit-status 'all(.outcome != "failed")'
  # The task has submitted itself again.
  equal "$(state alice $news.cleanup)" waiting
  rubatoctl device set power=battery battery=80
}

forces_a_task() {
  install_news
  as alice rubatoctl explain $news.cleanup | grep 'not plugged in'
  begin refresh
  as alice rubatoctl wait --run "$run"
  run_is outcome completed
  equal "$(state alice $news.refresh)" waiting
}

# A launch of 8 seconds leaves 22 of the 30 seconds of the budget.
counts_a_cold_start() {
  local left
  install_news NEWS_LAUNCH_SECONDS=8 NEWS_SECONDS=1000
  begin refresh
  fails_with 1 expired as alice rubatoctl wait --run "$run"
  run_is outcome expired
  run_is killed false
  left=$(says 'expires after' | sed 's/.* after \([0-9]*\)[.].*/\1/')
  ((left >= 20 && left <= 22))
  eventually is_suspended
}

kills_what_ignores_its_expiration() {
  local pid
  install_news NEWS_SECONDS=1000 NEWS_IGNORES_EXPIRATION=1
  begin cleanup
  pid=$(news_process pid)
  as alice rubatoctl expire $news.cleanup
  fails_with 1 killed as alice rubatoctl wait --run "$run"
  run_is outcome killed
  run_is code 0x8badf00d
  says 'expires after'
  test ! -e "/proc/$pid"
}

goes_on_over_a_restart() {
  local pid
  install_news NEWS_SECONDS=10
  begin refresh
  pid=$(news_process pid)
  systemctl restart rubatod
  run_is state running
  equal "$(news_process pid)" "$pid"
  as alice rubatoctl wait --run "$run"
  run_is outcome completed
  equal "$(says begins | wc --lines)" 1
  equal "$(news_process pid)" "$pid"
}

is_woken_after_a_restart() {
  local process
  install_news
  begin refresh
  as alice rubatoctl wait --run "$run"
  process=$(news_process process)
  eventually is_suspended
  systemctl restart rubatod
  equal "$(news_process state)" suspended
  begin cleanup
  as alice rubatoctl wait --run "$run"
  run_is outcome completed
  equal "$(news_process process)" "$process"
}

# The report of a completion starts the daemon.
stays_stopped_until_a_completion() {
  local unit
  is_active() { equal "$(property ActiveState)" active; }
  install_news NEWS_SECONDS=10
  begin cleanup
  unit=rubato-run-$(news_process process).service
  systemctl stop rubatod
  is_left_stopped
  equal "$(property ActiveState "$unit")" active
  eventually logs "$unit" 'is complete'
  eventually is_active
  as alice rubatoctl wait --run "$run"
  run_is outcome completed
}

# The process attaches to the next daemon automatically.
stays_stopped_for_an_open_app() {
  is_open() { equal "$(news_process byUser)" true; }
  is_closed() { equal "$(news_process state)" null; }
  as alice $news_directory/news-refresh &
  eventually is_open
  systemctl stop rubatod
  is_left_stopped
  systemctl start rubatod
  eventually is_open
  kill "$(news_process pid)"
  eventually is_closed
}

# The task is neither killed nor failed when the daemon that started it ends.
goes_on_with_a_user() {
  local pid
  is_open() { equal "$(news_process state)" active; }
  is_closed() { equal "$(news_process state)" null; }
  as alice $news_directory/news-refresh --submit
  as alice env NEWS_SECONDS=6 $news_directory/news-refresh >/dev/null &
  eventually is_open
  pid=$(news_process pid)
  run=$(as alice rubatoctl run $news.cleanup --force --json | jq .run)
  systemctl restart rubatod
  eventually is_open
  equal "$(news_process pid)" "$pid"
  as alice rubatoctl wait --run "$run"
  run_is outcome completed
  kill "$pid"
  eventually is_closed
}

# is_left_stopped: the daemon is stopped, also after the time that its start through the socket would take.
is_left_stopped() {
  sleep 2
  test -e "${scheduler%/*}/stopped"
  equal "$(property ActiveState)" inactive
}

# One request waits for power, the other for its earliest date.
queues_over_a_reboot() {
  install_news
  equal "$(state alice $news.cleanup)" waiting
  { news_request earliest refresh; last_run alice $news.cleanup run; } >$news_before
}

# Without overridden values, the machine has external power.
runs_after_the_reboot() {
  local earliest last
  { read -r earliest; read -r last; } <$news_before
  cleaned_up() {
    (($(last_run alice $news.cleanup run) > last)) &&
      equal "$(last_run alice $news.cleanup outcome)" completed
  }
  eventually cleaned_up
  equal "$(state alice $news.cleanup)" waiting
  equal "$(state alice $news.refresh)" waiting
  equal "$(news_request earliest refresh)" "$earliest"
  rm $policy_of_apps
  systemctl restart rubatod
}

decides_of_apps_again() {
  rubatoctl replay $recording --json |
    jq --exit-status '.differing == 0 and .stopped == null and .starts > 3'
}

# story QUERY: prints the result of a query of jq for the data of the report page.
story() { sed --quiet 's/.*id="story">\(.*\)<\/script>.*/\1/p' /home/alice/week.html | jq --compact-output "$1"; }

# lived QUERY: prints the result of a query of jq for the JSON output of the simulation.
lived() { jq --compact-output "$1" /home/alice/week.json; }

# The private daemon of the simulation leaves no files, and does not know the installed apps.
lives_a_week() {
  cat >/opt/task-app/Info.plist <<EOF
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>CFBundleIdentifier</key><string>com.example.feed</string>
<key>CFBundleExecutable</key><string>task-app</string>
<key>BGTaskSchedulerPermittedIdentifiers</key>
<array><string>com.example.feed.refresh</string><string>com.example.feed.clean</string></array>
<key>UIBackgroundModes</key><array><string>fetch</string><string>processing</string></array>
</dict></plist>
EOF
  cat >/opt/task-app/week.yaml <<EOF
name: two opens a day
start: 2026-03-02T00:00
end: 7d
device:
  charger: [{from: "00:00", until: "23:59"}]
  places: {home: {network: wifi}}
apps:
  - name: feed
    opens: [{at: "07:30", stays: 2m}, {at: "18:00", stays: 2m}]
EOF
  as alice rubatoctl app simulate /opt/task-app /opt/task-app/week.yaml --env BEHAVIOUR=feeds --json \
    --report /home/alice/week.html >/home/alice/week.json
  equal "$(lived '.opens')" 14
  equal "$(lived '[.runs[] | select(.outcome == "completed")] | length >= 14')" true
  equal "$(lived '([.tasks[].runs] | add) == (.runs | length)')" true
  equal "$(lived '([.launches[].tasks] | add) == (.runs | length)')" true
  equal "$(story '[.strings as $names | .tasks[] | [$names[.id], (.runs | length)]]')" "$(lived '[.tasks[] | [.id, .runs]]')"
  equal "$(story '[.apps[].processes | length / 2]')" "$(lived '[.launches | length]')"
  equal "$(as alice rubatoctl app list | grep --count com.example.feed)" 0
  [[ -z $(ls --directory /tmp/rubato-life* 2>/dev/null) ]]
}
