#!/usr/bin/env bash
# Plays a commuter's day with real commands, on a virtual clock and a simulated device.
# Exits with 0 only if every result is the expected one.
#
#     etc/demo/run.sh [DIRECTORY WITH THE PROGRAMS]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
programs=$(cd "${1:-$here/../../.build/release}" && pwd)
PATH=$programs:$PATH

DEMO_DIRECTORY=$(mktemp --directory --tmpdir=/tmp rubato-demo.XXXXXX)
export DEMO_DIRECTORY RUBATO_SOCKET=$DEMO_DIRECTORY/socket
daemon='' watcher=''

clean_up() {
  [[ -z $watcher ]] || kill "$watcher" 2>/dev/null || true
  # The daemon warns the active runs, waits for their grace, then kills them.
  [[ -z $daemon ]] || { kill "$daemon" && wait "$daemon"; } 2>/dev/null || true
  rm -rf "$DEMO_DIRECTORY"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

if [[ -t 1 && -z ${NO_COLOR:-} && ${TERM:-dumb} != dumb ]]; then
  bold=$'\e[1m' dim=$'\e[2m' good=$'\e[32m' bad=$'\e[31m' plain=$'\e[0m'
  # The script pipes the output of rubatoctl to the terminal, so rubatoctl cannot detect the terminal itself.
  CLICOLOR_FORCE=1 COLUMNS=$(stty size </dev/tty 2>/dev/null | cut --delimiter=' ' --fields=2)
  export CLICOLOR_FORCE COLUMNS
else
  bold='' dim='' good='' bad='' plain=''
fi

heading() { printf '\n%s%s%s\n\n' "$bold" "$1" "$plain"; }

# Shows a command as a user would type it, then runs it.
shown() {
  local word text=
  for word; do
    [[ $word != *' '* ]] || word="'$word'"
    text+=" ${word/#"$here/"/etc/demo/}"
  done
  printf '%s$%s%s\n' "$dim" "$text" "$plain"
  "$@"
}

start_daemon() {
  exec {ready}< <(exec rubatod --simulate "$@" \
    --state-directory "$DEMO_DIRECTORY/state" --socket "$RUBATO_SOCKET" \
    --record "$DEMO_DIRECTORY/recording.jsonl" 2>>"$DEMO_DIRECTORY/daemon.log")
  daemon=$!
  local line
  if ! read -r -t 30 -u "$ready" line; then
    echo "rubatod did not start:" >&2
    cat "$DEMO_DIRECTORY/daemon.log" >&2
    exit 1
  fi
}

# Kills the daemon and starts it again. Requests and runs survive, and the recording continues.
crash_daemon() {
  kill -KILL "$daemon"
  wait "$daemon" 2>/dev/null || true
  start_daemon
}

make_photos() {
  mkdir "$DEMO_DIRECTORY/photos"
  local number
  for number in {1..40}; do
    head --bytes=20000 /dev/urandom >"$DEMO_DIRECTORY/photos/$number.jpg"
  done
}

submit() { shown rubatoctl submit --env DEMO_DIRECTORY "$@"; }

submit_all() {
  local tasks=$here/tasks
  submit --id mail --kind refresh --every 2h -- "$tasks/mail"
  submit --id index --kind utility --requires idle --budget 2s --grace 2s -- "$tasks/index"
  submit --id sync --kind utility --earliest 09:00 --requires network --retries 1 -- "$tasks/sync"
  submit --id upload --kind utility --earliest 08:00 --requires power \
    --latest 17:00 --at-latest drop -- "$tasks/backup"
  submit --id backup --requires unmetered --prefer power,idle --latest 'Thu 18:00' -- "$tasks/backup"
  submit --id stubborn --requires idle --budget 2s --grace 500ms --retries 0 -- "$tasks/stubborn"
}

# Plays the day and shows its events slowly enough to read them.
play() {
  exec {watch}< <(exec rubatoctl watch)
  watcher=$!
  # The snapshot is the first event of the watch. `memory=warning`, on which no task depends, is the last.
  show_until snapshot
  rubatoctl device play "$here/../scenarios/weekday.yaml" >/dev/null &&
    rubatoctl device set memory=warning >/dev/null &
  show_until 'memory warning'
  kill "$watcher"
  watcher=
}

show_until() {
  local line
  while IFS= read -r -u "$watch" line; do
    [[ $line != *"memory warning" ]] || break
    printf '%s\n' "$line" | tee --append "$DEMO_DIRECTORY/watch.log"
    [[ $line != *"$1"* ]] || break
    sleep 0.1
  done
}

# Prints the reasons for which each request waited, in the order in which they occurred.
waits() {
  unwrapped | awk '
    $2 == "waiting" {
      id = $3
      sub(/:$/, "", id)
      if (!(id in texts)) order[++count] = id
      sub(/^[^ ]+ +waiting +[^ ]+ +/, "")
      reasonCount = split($0, reasons, ", ")
      for (i = 1; i <= reasonCount; i++)
        if (!((id, reasons[i]) in seen)) {
          seen[id, reasons[i]]
          texts[id] = texts[id] (texts[id] == "" ? "" : ", ") reasons[i]
        }
    }
    END { for (i = 1; i <= count; i++) printf "%-10s%s\n", order[i], texts[order[i]] }'
}

# Prints the lines of the watch without colours and without line breaks inside an event.
unwrapped() {
  sed $'s/\e\\[[0-9]*m//g' "$DEMO_DIRECTORY/watch.log" |
    awk '/^          / { sub(/^ +/, " "); printf "%s", $0; next } { printf "\n%s", $0 } END { print "" }'
}

# Prints the outcomes of the runs of $1, such as `completed` or `killed`, the oldest first. Equal outcomes in a row are
# printed once.
outcomes() {
  rubatoctl runs "$1" --json | awk -F '"' '
    $2 == "outcome" { outcome[++count] = $4 }
    END {
      for (i = count; i > 0; i--)
        if (outcome[i] != outcome[i + 1]) printf "%s%s", i < count ? " " : "", outcome[i]
    }'
}

# Prints the number of recorded decisions that `replay` would make differently.
different() {
  rubatoctl replay "$DEMO_DIRECTORY/recording.jsonl" --json |
    awk '$1 == "\"differing\":" { print $2 + 0 }'
}

failures=0
expect() { # WHAT EXPECTED FOUND
  if [[ $2 == "$3" ]]; then
    printf '%s  ok  %s%s: %s\n' "$good" "$plain" "$1" "$3"
  else
    printf '%sWRONG %s%s: %s, but %s was expected\n' "$bad" "$plain" "$1" "$3" "$2"
    failures=$((failures + 1))
  fi
}

child_state() {
  [[ -s $DEMO_DIRECTORY/child.pid ]] || { echo "never started" && return; }
  flock --nonblock "$DEMO_DIRECTORY/child.lock" true && echo dead || echo alive
}

check() {
  expect "mail ran through the day" completed "$(outcomes mail)"
  expect "index expired, was stopped, and continued later" "expired completed" "$(outcomes index)"
  expect "index processed all of its pages" 300 "$(cat "$DEMO_DIRECTORY/index.checkpoint")"
  expect "sync failed" failed "$(outcomes sync)"
  expect "upload was dropped at its latest date" skipped "$(outcomes upload)"
  expect "backup completed in the night" completed "$(outcomes backup)"
  expect "stubborn was killed" killed "$(outcomes stubborn)"
  expect "its child in another session is" dead "$(child_state)"
  expect "recorded decisions that a replay would make differently" 0 "$(different)"
}

make_photos
heading "A phone goes to work. It is Monday, 05:30."
start_daemon --start '2026-03-02 05:30'
rubatoctl device set power=ac battery=100 network=wifi metered=no screen=on idle=no >/dev/null
submit_all
heading "Why has the backup not run?"
shown rubatoctl explain backup
crash_daemon
heading "The day, after a crash of the daemon"
play
crash_daemon
heading "The runs"
shown rubatoctl runs
heading "The report about the killed run"
shown rubatoctl runs show "$(rubatoctl runs stubborn --json | awk '$1 == "\"run\":" { print $2 + 0 }')"
heading "The reasons for which requests waited"
waits
heading "The queued requests"
shown rubatoctl list
heading "A replay of the recording"
shown rubatoctl replay "$DEMO_DIRECTORY/recording.jsonl"
heading "Are the results the expected ones?"
check
((failures == 0))
