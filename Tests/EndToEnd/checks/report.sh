# The past days of a machine as a table and as a page.

report_serve() {
  check 'the report contains runs and waits' reports_the_past
  check 'the report survives a restart, and shows the time without a daemon as a gap' reports_over_a_restart
  check 'after a kill the gap begins with the last commit' reports_over_a_kill
  check 'a user sees no requests of others' reports_only_ones_own
}

# reported FILTER [ARGUMENT...]: prints the result of jq for the figures of alice's report.
reported() {
  local filter=$1
  shift
  as alice rubatoctl report "$@" --json | jq --raw-output "$filter"
}

reports_the_past() {
  rubatoctl device set power=battery battery=70 idle=yes thermal=nominal
  as alice rubatoctl submit --id report-waits --kind utility --requires power --retries 0 -- true
  as alice rubatoctl submit --id report-fails --kind userInitiated --retries 0 -- false
  eventually has_waited report-waits
  rubatoctl device set power=ac
  as alice rubatoctl run report-waits --force --wait || true
  as alice rubatoctl submit --id report-later --kind userInitiated --earliest 5h -- true
  eventually has_figure report-fails .failures 1
  eventually has_figure report-waits .successes 1
  equal "$(reported '.tasks[] | select(.id == "report-waits") | .waitSeconds.power > 0')" true
  equal "$(reported '.tasks | map(.id) | join(" ")' report-fails)" report-fails
  equal "$(reported '.gaps[0].cause')" dropped
  as alice rubatoctl report | grep 'report-waits'
  as alice rubatoctl report 'report-*' --since 1d -o /home/alice/week.html
  grep --quiet '"report-waits"' /home/alice/week.html
  grep --quiet '"report-fails"' /home/alice/week.html
  fails_with 1 "'never' is not allowed" as alice rubatoctl report --since never
  fails_with 1 'no recorded request matches' as alice rubatoctl report report-none
}

# has_figure ID FILTER VALUE: a figure of the task has this value.
has_figure() { [[ $(reported '.tasks[] | select(.id == "'"$1"'") | '"$2") == "$3" ]]; }

# has_waited ID: the log contains the wait of the request for power. This takes until the next commit.
has_waited() {
  as alice rubatoctl submit --id report-other --kind userInitiated --earliest 5h -- true
  [[ $(reported '.tasks[] | select(.id == "'"$1"'") | .waitSeconds.power > 0') == true ]]
}

# gaps: prints the number of intervals without a daemon in the last day.
gaps() { reported '[.gaps[] | select(.cause == "stopped")] | length' --since 1d; }

reports_over_a_restart() {
  local before
  before=$(gaps)
  systemctl stop rubatod.service rubatod.socket
  systemctl start rubatod.socket rubatod.service
  as alice rubatoctl submit --id report-after --kind userInitiated --earliest 5h -- true
  equal "$(gaps)" "$((before + 1))"
  equal "$(reported '.tasks[] | select(.id == "report-fails") | .failures')" 1
  equal "$(reported '.tasks[] | select(.id == "report-later") | .waitSeconds.earliest > 0')" true
}

reports_over_a_kill() {
  local before
  before=$(gaps)
  systemctl kill --signal=KILL --kill-whom=main rubatod.service
  eventually answers as alice rubatoctl status
  as alice rubatoctl submit --id report-after --kind userInitiated --earliest 5h -- true
  equal "$(gaps)" "$((before + 1))"
}

reports_only_ones_own() {
  rubatoctl submit --id report-secret --kind userInitiated --earliest 5h -- true
  as alice rubatoctl submit --id report-after --kind userInitiated --earliest 5h -- true
  fails_with 1 'no recorded request matches' as alice rubatoctl report report-secret
  fails_with 1 'use sudo' as alice rubatoctl report --all-users
  rubatoctl report --all-users --json | jq --exit-status '[.tasks[].id] | any(. == "alice:report-fails") and any(. == "root:report-secret")'
  rubatoctl report --owner alice --json | jq --exit-status '[.tasks[].id] | all(. != "report-secret")'
  rubatoctl cancel report-secret
  as alice rubatoctl cancel 'report-*'
}
