# Functions for end-to-end checks. Results are lines in files of $results, since the checks continue after a reboot.

results=${results:-/results}
# Not in the state directory, which is full or read-only during some checks.
recording=/var/lib/rubato-recording/checks.jsonl
scheduler=/run/rubato/io.rubato.Scheduler

# ask SOURCES [OPTION...]: restarts the service so that it reads the state of the device only from SOURCES.
ask() {
  local manager record
  for manager in system user; do
    mkdir -p /etc/systemd/$manager/rubatod.service.d
    record=
    # The recording of the system's service is replayed later (see replay.sh).
    [[ $manager == user ]] || record="--record $recording\nStateDirectory=rubato-recording"
    sed -n "/^ExecStart=/ s|.*|[Service]\nExecStart=\n& --sources $* $record|p" \
      /usr/lib/systemd/$manager/rubatod.service >/etc/systemd/$manager/rubatod.service.d/sources.conf
  done
  systemctl daemon-reload
  # Debian's presets have started the service at the first boot.
  systemctl try-restart rubatod
}

# Reads no values from the machine, so that a busy or hot machine or one on battery does not affect the checks.
keep_from_the_machine() { ask none; }

# Sets the values of the device to unknown, as at the start of the checks.
forget_the_device() {
  rubatoctl device set power=unknown battery=unknown thermal=unknown network=unknown metered=unknown
}

# The time limit of a check in seconds. Without it, a check that waits for ever would end with the container, without a
# message.
limit=600
# A descriptor that never has data.
exec {never}<> <(:)

# check NAME COMMAND...: runs the command with `set -e`, and passes if the command succeeds. Shows the trace only of a
# failed check.
check() {
  local name=$1 started=$EPOCHREALTIME status process limiter
  shift
  set +e
  : >"$results/output"
  # In its own process group, which can be killed as a whole.
  set -m
  (set -exo pipefail; set +m; "$@") >>"$results/output" 2>&1 </dev/null &
  process=$!
  set +m
  end_at_limit "$process" >>"$results/output" 2>&1 &
  limiter=$!
  wait "$process"
  status=$?
  # The signal ends only its wait. If it already prints the state of the check, it continues.
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

# end_at_limit PROCESS: ends a check that takes longer than $limit seconds, and prints requests, units and processes.
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

# Ends a phase (see guest.sh). The next phase begins with the next start of the machine.
reboot() { systemctl start --no-block reboot.target; }

# Simulates a loss of power: run.sh kills process 1, and thereby all other processes.
lose_power() {
  echo now >"$results/power"
  sleep infinity
}

finish() {
  touch "$results/finished"
  systemctl start --no-block poweroff.target
}

# as USER COMMAND...: runs the command as a login of USER would, in the home of USER.
as() {
  local user=$1
  shift
  setpriv --reuid="$user" --regid="$user" --init-groups --reset-env \
    env --chdir="/home/$user" "$@"
}

# in_session USER COMMAND...: runs the command as a program of USER's session would.
in_session() {
  local user=$1 directory
  shift
  directory=/run/user/$(id --user "$user")
  as "$user" env XDG_RUNTIME_DIR="$directory" DBUS_SESSION_BUS_ADDRESS="unix:path=$directory/bus" "$@"
}

# fails_with STATUS TEXT COMMAND...: the command exits with STATUS, and its output contains TEXT (a pattern of grep).
fails_with() {
  local expected=$1 text=$2 said status=0
  shift 2
  said=$("$@" 2>&1) || status=$?
  echo "$said"
  [[ $status == "$expected" ]] && grep --quiet --ignore-case -- "$text" <<<"$said"
}

# answers COMMAND...: the command gets an answer of the daemon. It can exit with 1, as `status` does for failed
# requests.
answers() { "$@" || (($? == 1)); }

# finds_no ARGUMENT...: grep finds no line. (`! grep` cannot fail a check: `set -e` ignores negated commands.)
finds_no() {
  local status=0
  grep "$@" || status=$?
  ((status == 1))
}

# tests_pass FILTER COUNT: the tests of `make test` that match FILTER pass. Their number matches COUNT (a pattern of
# grep).
tests_pass() {
  timeout 300 /tests/rubatoPackageTests.xctest --testing-library swift-testing --filter "$1" \
    >"$results/conformance" 2>&1 || { grep --extended-regexp '✘|↳' "$results/conformance"; return 1; }
  grep --extended-regexp "Test run with $2 test" "$results/conformance"
}

# equal LEFT RIGHT: the texts are equal.
equal() { [[ $1 == "$2" ]]; }

# property NAME [UNIT]: prints a property of the unit, by default of the service.
property() { systemctl show --value --property="$1" "${2:-rubatod.service}"; }

# submit USER ID ARGUMENT...: submits a request of the kind with the fewest conditions, without retries.
submit() {
  local user=$1 id=$2
  shift 2
  as "$user" rubatoctl submit --id "$id" --kind userInitiated --retries 0 "$@"
}

# last_run USER ID KEY: prints a value of the newest run of a request.
last_run() { as "$1" rubatoctl runs "$2" --json | jq --raw-output ".[0].$3"; }

# state USER ID: prints the state of a request, or nothing if it does not exist.
state() { as "$1" rubatoctl list --json | jq --raw-output ".[] | select(.id == \"$2\") | .state"; }

# eventually COMMAND...: repeats the command until it succeeds, for at most half a minute. For states without an event.
eventually() {
  local until=$((SECONDS + 30))
  until "$@"; do
    ((SECONDS < until)) || return 1
    sleep 0.1
  done
}

# device_is KEY VALUE: the field of the device has this value.
device_is() { device_field "$1" ".value == \"$2\""; }

# device_field KEY CONDITION: the field of the device meets a condition of jq.
device_field() {
  rubatoctl device show --json | jq --exit-status ".fields[] | select(.key == \"$1\") | $2"
}

# Opens a FIFO for a command. The command writes a line when it has reached some point. The end of the FIFO means that
# the command and all processes that it has started have ended. The command can wait for a line on "$fifo.go", which
# exists before the command. (The FIFO is not in /tmp: see protected_fifos in proc(5).)
new_fifo() {
  fifo=$(mktemp --dry-run /run/check.XXXXXX)
  mkfifo --mode=666 "$fifo" "$fifo.go"
  exec 9<>"$fifo"
}

# await_line [SECONDS]: waits for one line on the FIFO, by default for at most a minute.
await_line() { read -rt "${1:-60}" -u 9; }

# gone: waits until no other process has the FIFO open, for at most a minute.
gone() {
  exec 8<"$fifo" 9>&-
  timeout 60 cat <&8
}
