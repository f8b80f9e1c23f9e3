# Metrics: a real Prometheus scrapes the socket unit, whose daemon has a simulated clock. Needs the Debian package prometheus.

metrics_serve() {
  systemctl stop prometheus.service 2>/dev/null || true
  check 'the units of metrics are valid, and disabled' metrics_units_are_valid
  check 'metrics pass the checks of promtool' metrics_pass_promtool
  check 'a user receives only the metrics of own requests' metrics_are_of_the_caller
  check 'the timer writes a file for node_exporter' metrics_are_written
  check 'the socket answers GET and HEAD of /metrics, and nothing else' metrics_over_http
  check 'the socket outlives 300 connections' metrics_outlive_a_flood
  check 'the alert rules pass their tests' rules_pass_their_tests
  check 'Prometheus scrapes a daemon, and alerts fire' alerts_fire
  check 'each query of the dashboard returns data' dashboard_answers
  check 'alerts stop' alerts_stop
  check 'an alert names a state that cannot be written' alert_of_a_full_disk
  check 'an alert names a machine that does not answer' alert_of_a_stopped_socket
  check 'an alert names restarts of the daemon' alert_of_restarts
  check 'metrics leave nothing behind' metrics_end
}

metrics_place=/run/check-metrics
metrics_address=http://127.0.0.1:7822

metrics_units_are_valid() {
  systemd-analyze verify --man=no rubato-metrics.socket rubato-metrics@.service rubato-metrics-file.timer rubato-metrics-file.service
  local unit
  for unit in rubato-metrics.socket rubato-metrics-file.timer; do
    equal "$(systemctl is-enabled "$unit" || true)" disabled
    equal "$(property ActiveState "$unit")" inactive
  done
}

metrics_pass_promtool() {
  submit alice measured -- true
  as alice rubatoctl wait measured || true
  as alice rubatoctl submit --id waits-for-metrics --earliest 'tomorrow 3am' -- true
  rubatoctl metrics >/tmp/metrics
  promtool check metrics </tmp/metrics
  grep '^rubato_runs_total{outcome="completed"} [1-9]' /tmp/metrics
  grep '^rubato_requests_held{reason="earliest"} [1-9]' /tmp/metrics
  rubatoctl metrics --openmetrics >/tmp/metrics
  equal "$(tail --lines=1 /tmp/metrics)" '# EOF'
  grep --fixed-strings --line-regexp '# UNIT rubato_run_seconds seconds' /tmp/metrics
  fails_with 2 'use only one of' rubatoctl metrics --openmetrics --json
  rubatoctl metrics --json | jq --exit-status '.writable and .storeBytes > 0 and .runs.kinds[5].kind == "userInitiated"'
}

metrics_are_of_the_caller() {
  as alice rubatoctl submit --id of-alice --earliest 'tomorrow 3am' -- true
  as alice rubatoctl metrics | grep "^rubato_request_failed{request=\"of-alice\",owner=\"$(id --user alice)\"} 0"
  setpriv --reuid=65534 --regid=65534 --clear-groups rubatoctl metrics >/tmp/metrics
  grep '^rubato_wakeups_total [1-9]' /tmp/metrics
  finds_no 'of-alice\|rubato_runs_total' /tmp/metrics
  rubatoctl metrics | grep of-alice
  as alice rubatoctl cancel of-alice
}

# The directory belongs to another user, such as a monitoring agent.
metrics_are_written() {
  local directory=/var/lib/prometheus/node-exporter
  mkdir --parents $directory
  chown alice $directory
  systemctl start rubato-metrics-file.service
  promtool check metrics <$directory/rubato.prom
  equal "$(stat --format='%U %a' $directory/rubato.prom)" 'root 644'
  equal "$(find $directory -mindepth 1 -printf '%f\n')" rubato.prom
  systemctl start rubato-metrics-file.timer
  equal "$(property ActiveState rubato-metrics-file.timer)" active
  # The timer can have started the service, which would write into the directory.
  systemctl stop rubato-metrics-file.timer rubato-metrics-file.service
  rm --recursive $directory
}

# http_status ARGUMENT...: prints the HTTP status that curl receives.
http_status() { curl --silent --output /dev/null --write-out '%{http_code}' "$@"; }

metrics_over_http() {
  systemctl start rubato-metrics.socket
  curl --silent --fail $metrics_address/metrics >/tmp/metrics
  promtool check metrics </tmp/metrics
  grep '^rubato_runs_total{outcome="completed"} [1-9]' /tmp/metrics
  curl --silent --head $metrics_address/metrics | grep --ignore-case '^content-length: [1-9]'
  equal "$(http_status $metrics_address/)" 404
  equal "$(http_status --request POST --data x $metrics_address/metrics)" 405
  curl --silent --request DELETE --dump-header - $metrics_address/metrics | grep '^Allow: GET, HEAD'
  equal "$(http_status --header "Long: $(head --bytes=9000 /dev/zero | tr '\0' x)" $metrics_address/metrics)" 431
  equal "$(http_status --header 'Host: page.example:7822' $metrics_address/metrics)" 421
  equal "$(curl --silent --header 'Accept: application/openmetrics-text' $metrics_address/metrics | tail --lines=1)" '# EOF'
  systemctl stop rubatod
  equal "$(http_status $metrics_address/metrics)" 503
  systemctl reset-failed rubatod || true
  systemctl start rubatod
  equal "$(http_status $metrics_address/metrics)" 200
  eventually no_scrape_is_left
}

# By default, systemd stops a socket after 200 connections in two seconds.
metrics_outlive_a_flood() {
  local number
  for number in {1..300}; do true 3<>/dev/tcp/127.0.0.1/7822 || true; done
  eventually metrics_are_served
  eventually no_scrape_is_left
  equal "$(property ActiveState rubato-metrics.socket)" active
}

metrics_are_served() { equal "$(http_status $metrics_address/metrics)" 200; }

no_scrape_is_left() { equal "$(systemctl list-units --all --no-legend 'rubato-metrics@*')" ''; }

rules_pass_their_tests() {
  promtool check rules /usr/share/rubato/rubato.rules.yaml
  promtool test rules /checks/EndToEnd/metrics/rules.test.yaml
}

# simulated ARGUMENT...: runs rubatoctl with the daemon that has a simulated clock.
simulated() { rubatoctl --socket $metrics_place/socket "$@"; }

# Starts a daemon whose clock begins ten days ago, and makes the socket unit read it. Its state is on a small disk,
# which has room for its log of 4 MB.
serve_simulated_metrics() {
  mkdir --parents $metrics_place/state /run/systemd/system/rubato-metrics@.service.d
  mount -t tmpfs -o size=16m,mode=700 tmpfs $metrics_place/state
  cat >$metrics_place/start <<END
[ -e $metrics_place/state/rubato.sqlite ] || set -- --start $(date --utc --date='10 days ago' +%FT%TZ)
exec /usr/libexec/rubatod --simulate --state-directory $metrics_place/state --socket $metrics_place/socket "\$@"
END
  systemd-run --quiet --unit=check-metrics-daemon sh $metrics_place/start
  eventually test -S $metrics_place/socket
  printf '[Service]\nEnvironment=RUBATO_SOCKET=%s\n' $metrics_place/socket \
    >/run/systemd/system/rubato-metrics@.service.d/simulated.conf
  systemctl daemon-reload
}

has_completed_simulated() { simulated runs "$1" --json | jq --exit-status '.[0].outcome == "completed"'; }

has_failed_simulated() { simulated list --failed --json | jq --exit-status --arg id "$1" 'any(.id == $id)'; }

# query EXPRESSION: prints the result of Prometheus.
query() {
  curl --silent --show-error --fail --get --data-urlencode "query=$1" http://127.0.0.1:9095/api/v1/query |
    jq --exit-status --compact-output 'select(.status == "success").data.result'
}

# has_data EXPRESSION: the result is not empty.
has_data() { query "$1" | jq --exit-status 'length > 0'; }

has_no_data() { query "$1" | jq --exit-status 'length == 0'; }

# alert NAME: prints the expression of the alert's series while it fires.
alert() { echo "ALERTS{alertname=\"$1\", alertstate=\"firing\"}"; }

alerts_fire() {
  serve_simulated_metrics
  simulated submit --id nightly --kind userInitiated --every 1d -- true
  simulated submit --id broken --kind userInitiated --retries 0 -- false
  eventually has_completed_simulated nightly
  eventually has_failed_simulated broken
  simulated device set power=battery battery=80 load=10
  simulated submit --id late --kind userInitiated --requires power --latest 1h -- true
  simulated clock advance 2h
  # Alerts fire after a second instead of minutes. The tests of the rules check the actual times.
  sed 's/for: .*/for: 1s/' /usr/share/rubato/rubato.rules.yaml >$metrics_place/rules.yaml
  systemd-run --quiet --unit=check-prometheus prometheus --config.file=/checks/EndToEnd/metrics/prometheus.yaml \
    --storage.tsdb.path=$metrics_place/prometheus --web.listen-address=127.0.0.1:9095
  eventually curl --silent --fail http://127.0.0.1:9095/-/ready
  eventually has_data 'up{job="rubato"} == 1'
  for name in RubatoNoSuccess RubatoRequestFailed RubatoRequestOverdue; do eventually has_data "$(alert $name)"; done
  query "$(alert RubatoRequestOverdue)" | jq --exit-status 'all(.metric.request == "late" and .metric.owner == "0")'
  has_no_data "$(alert RubatoStateNotWritable)"
}

dashboard_answers() {
  local expression expressions
  mapfile -t expressions < <(jq --raw-output '.panels[].targets[].expr' /usr/share/rubato/rubato-dashboard.json)
  ((${#expressions[@]} > 15))
  for expression in "${expressions[@]}"; do eventually has_data "$expression"; done
}

alerts_stop() {
  simulated device set power=ac
  simulated acknowledge broken
  simulated clock advance 9d
  for name in RubatoNoSuccess RubatoRequestFailed RubatoRequestOverdue; do eventually has_no_data "$(alert $name)"; done
  eventually has_data 'rubato_runs_total{outcome="completed"} >= 9'
}

# A smaller commit can succeed meanwhile, so the alert can have stopped already.
alert_of_a_full_disk() {
  local number
  cat /dev/zero >$metrics_place/state/ballast || true
  for number in {1..500}; do simulated submit --id "more-$number" --earliest 24h -- true || break; done
  eventually has_data "last_over_time($(alert RubatoStateNotWritable)[1m])"
  eventually has_data 'rubato_commit_failures_total > 0'
  rm $metrics_place/state/ballast
  eventually has_no_data 'rubato_state_writable == 0'
  eventually has_no_data "$(alert RubatoStateNotWritable)"
}

alert_of_a_stopped_socket() {
  systemctl stop rubato-metrics.socket
  eventually has_data "$(alert RubatoDown)"
  systemctl start rubato-metrics.socket
  eventually has_no_data "$(alert RubatoDown)"
}

# The alert stops an hour later, which the tests of the rules check.
alert_of_restarts() {
  local count
  for count in 1 2 3; do
    systemctl restart check-metrics-daemon
    eventually has_data "changes(rubato_start_timestamp_seconds[1h]) == $count"
  done
  eventually has_data "$(alert RubatoRestarts)"
}

metrics_end() {
  systemctl stop check-prometheus check-metrics-daemon rubato-metrics.socket
  umount $metrics_place/state
  rm --recursive $metrics_place /run/systemd/system/rubato-metrics@.service.d /tmp/metrics
  systemctl daemon-reload
  as alice rubatoctl cancel --all
  [[ ! -e /var/lib/prometheus/node-exporter ]]
}
