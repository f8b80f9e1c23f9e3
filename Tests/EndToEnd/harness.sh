# What the end-to-end checks are written with. Results are lines in files of $results, since the
# checks go on after a reboot.

results=${results:-/results}
# Not in the state directory, which is full or read-only for a while.
recording=/var/lib/rubato-recording/checks.jsonl
scheduler=/run/rubato/io.rubato.Scheduler

# ask SOURCES [OPTION...]: from now on the service asks only these for the state of the device.
ask() {
  local manager record
  for manager in system user; do
    mkdir -p /etc/systemd/$manager/rubatod.service.d
    record=
    # What the system's service decides is decided again (see replay.sh).
    [[ $manager == user ]] || record="--record $recording\nStateDirectory=rubato-recording"
    sed -n "/^ExecStart=/ s|.*|[Service]\nExecStart=\n& --sources $* $record|p" \
      /usr/lib/systemd/$manager/rubatod.service >/etc/systemd/$manager/rubatod.service.d/sources.conf
  done
  systemctl daemon-reload
  # Debian's presets have it run since the first start of the machine.
  systemctl try-restart rubatod
}

# The device is what the checks say it is, also on a machine that is busy, hot or on battery.
keep_from_the_machine() { ask none; }

# Nothing is known of it, as at the start of the checks.
forget_the_device() {
  rubatoctl device set power=unknown battery=unknown thermal=unknown network=unknown metered=unknown
}

# The seconds that a check may take. A check that waits for ever would otherwise end with the container, without a word about it.
limit=600
# Nothing ever comes out of it.
exec {never}<> <(:)

# check NAME COMMAND...: passes if the command does, run with its errors not forgiven. What it did
# is shown only if it fails.
check() {
  local name=$1 started=$EPOCHREALTIME status process limiter
  shift
  set +e
  : >"$results/output"
  # A process group of its own, which can be ended as a whole.
  set -m
  (set -exo pipefail; set +m; "$@") >>"$results/output" 2>&1 </dev/null &
  process=$!
  set +m
  end_at_limit "$process" >>"$results/output" 2>&1 &
  limiter=$!
  wait "$process"
  status=$?
  # It is killed while it waits; what it has begun to show is shown.
  kill "$limiter" 2>/dev/null
  wait "$limiter" 2>/dev/null
  set -e
  if ((status == 0)); then
    echo "$name" >>"$results/passed"
    printf 'ok    %s (%.1f s)\n' "$name" "$(seconds_since "$started")"
  else
    echo "$name" >>"$results/failed"
    printf 'FAIL  %s (exit status %d)\n' "$name" "$status"
    tail --lines=80 "$results/output" | sed 's/^/      /'
  fi
}

# end_at_limit PROCESS: ends a check that takes longer than $limit seconds, and shows what there is to wait for.
end_at_limit() {
  read -t "$limit" -u "$never" || true
  trap '' TERM
  echo "The check has taken $limit s."
  timeout 10 rubatoctl list || true
  timeout 10 systemctl list-units --all --no-pager 'rubato*' || true
  ps -eo pid,ppid,stat,wchan:20,etimes,args | grep --invert-match '\]$' | tail --lines=40
  kill -TERM -- "-$1"
  read -t 5 -u "$never" || true
  kill -KILL -- "-$1" 2>/dev/null
}

seconds_since() { jq --null-input "$EPOCHREALTIME - $1"; }

# How a phase ends (see guest.sh): the next one begins with the next start of the machine.
reboot() { systemctl start --no-block reboot.target; }

# As if its plug were pulled: run.sh kills process 1, and with it all the others.
lose_power() {
  echo now >"$results/power"
  sleep infinity
}

finish() {
  touch "$results/finished"
  systemctl start --no-block poweroff.target
}

# as USER COMMAND...: as a login would start it, in the user's home.
as() {
  local user=$1
  shift
  setpriv --reuid="$user" --regid="$user" --init-groups --reset-env \
    env --chdir="/home/$user" "$@"
}

# in_session USER COMMAND...: as a program of the user's session starts it.
in_session() {
  local user=$1 directory
  shift
  directory=/run/user/$(id --user "$user")
  as "$user" env XDG_RUNTIME_DIR="$directory" DBUS_SESSION_BUS_ADDRESS="unix:path=$directory/bus" "$@"
}

# fails_with STATUS TEXT COMMAND...: it exits with that status, and says TEXT (a pattern of grep).
fails_with() {
  local expected=$1 text=$2 said status=0
  shift 2
  said=$("$@" 2>&1) || status=$?
  echo "$said"
  [[ $status == "$expected" ]] && grep --quiet --ignore-case -- "$text" <<<"$said"
}

# answers COMMAND...: something of a running daemon, also where that is 1 for requests that have failed (`status`).
answers() { "$@" || (($? == 1)); }

# finds_no ARGUMENT...: grep runs, and finds nothing. (`! grep` fails no check: `set -e` does not heed what is negated.)
finds_no() {
  local status=0
  grep "$@" || status=$?
  ((status == 1))
}

# tests_pass FILTER COUNT: those of `make test` that FILTER chooses pass, and are as many as COUNT (a pattern of grep) says.
tests_pass() {
  timeout 300 /tests/rubatoPackageTests.xctest --testing-library swift-testing --filter "$1" \
    >"$results/conformance" 2>&1 || { grep --extended-regexp '✘|↳' "$results/conformance"; return 1; }
  grep --extended-regexp "Test run with $2 test" "$results/conformance"
}

# equal LEFT RIGHT
equal() { [[ $1 == "$2" ]]; }

# property NAME [UNIT]: a property of the service.
property() { systemctl show --value --property="$1" "${2:-rubatod.service}"; }

# submit USER ID ARGUMENT...: of the kind that hardly anything holds back, and tried once only.
submit() {
  local user=$1 id=$2
  shift 2
  as "$user" rubatoctl submit --id "$id" --kind userInitiated --retries 0 "$@"
}

# last_run USER ID KEY: of the newest run of a request.
last_run() { as "$1" rubatoctl runs "$2" --json | jq --raw-output ".[0].$3"; }

# state USER ID: of a request, or nothing if there is none.
state() { as "$1" rubatoctl list --json | jq --raw-output ".[] | select(.id == \"$2\") | .state"; }

# eventually COMMAND...: until it is so, at most half a minute; for what nobody tells of.
eventually() {
  local until=$((SECONDS + 30))
  until "$@"; do
    ((SECONDS < until)) || return 1
    sleep 0.1
  done
}

# device_is KEY VALUE
device_is() { device_field "$1" ".value == \"$2\""; }

# device_field KEY CONDITION: of jq.
device_field() {
  rubatoctl device show --json | jq --exit-status ".fields[] | select(.key == \"$1\") | $2"
}

# A line on a FIFO is how a command tells that it has come to some point; the end of the FIFO, that
# the command and all that it started are gone. (Not in /tmp: see protected_fifos in proc(5).) It may wait for a line on "$fifo.go",
# which is there before it is.
new_fifo() {
  fifo=$(mktemp --dry-run /run/check.XXXXXX)
  mkfifo --mode=666 "$fifo" "$fifo.go"
  exec 9<>"$fifo"
}

# hear [SECONDS]: waits for one line on the FIFO, at most a minute unless told.
hear() { read -rt "${1:-60}" -u 9; }

# gone: waits until nobody else has the FIFO open any more, at most a minute.
gone() {
  exec 8<"$fifo" 9>&-
  timeout 60 cat <&8
}
