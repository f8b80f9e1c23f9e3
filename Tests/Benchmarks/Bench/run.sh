#!/usr/bin/env bash
# Measures Rubato and its peers in the same run on the same disk, and prints a table. Figures that vary are measured in
# turns, and the table has their median.
#   ROUNDS         turns of each measurement (5)
#   TURN_SECONDS   length of a turn of submits (3)
#   RUNS           expirations and kills of each launcher and peer (200)
#   MOMENTS        starts at exact times of each launcher and peer (60)
#   CLOCK_MINUTES  minutes of measuring cron and at (10)
#   WATCHED_RUNS   expirations and kills with many watchers (50)
#   FLOOD_SECONDS  duration of a user's flood of reads (20)
#   IDLE_SECONDS   duration of measuring an idle daemon (240)
#   DEVICE_SECONDS duration of measuring a daemon that follows a device (600)
set -euo pipefail
cd "$(dirname "$0")"

rounds=${ROUNDS:-5} turn_seconds=${TURN_SECONDS:-3} idle_seconds=${IDLE_SECONDS:-240}
device_seconds=${DEVICE_SECONDS:-600}
moments=${MOMENTS:-60} clock_minutes=${CLOCK_MINUTES:-10}
lateness_runs=${RUNS:-200} watched_runs=${WATCHED_RUNS:-50} flood_seconds=${FLOOD_SECONDS:-20}
# Not in /tmp, which can be in memory: the measured data must be on a disk.
work=$(mktemp --directory --tmpdir=/var/tmp rubato-bench.XXXXXX)
PATH=$work/bin:$work/root/usr/bin:$PATH
children=()

clean_up() {
  local child
  for child in "${children[@]}"; do kill "$child" 2>/dev/null && wait "$child" || true; done
  rm -rf "$work"
}
trap clean_up EXIT

# progress TEXT...: prints the current measurement to standard error, separate from the table.
progress() { echo "bench: $*" >&2; }

# median: prints the median of the numbers on standard input.
median() { sort -g | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'; }

# start SOCKET COMMAND...: starts a server in the background, and returns when it has bound its socket.
start() {
  local socket=$1 log=$work/$(basename "$1").log
  shift
  "$@" >"$log" 2>&1 &
  children+=($!)
  until [[ -S $socket ]]; do
    kill -0 "${children[-1]}" 2>/dev/null || { cat "$log" >&2; exit 1; }
    sleep 0.05
  done
}

# row FIGURE RUBATO PEER AIM: prints a row of the table.
row() { printf '%-46s  %12s  %-34s  %s\n' "$@"; }

build() {
  progress "building the peers, installing Rubato into $work"
  mkdir "$work/bin"
  local program
  for program in loop server load spawn stubborn lateness moment notified crowd; do
    cc -O2 -Wall -Wextra -o "$work/bin/$program" $program.c -lsqlite3
  done
  make --no-print-directory --directory=../../.. install DESTDIR="$work/root" >/dev/null
}

# start_daemon NAME [COMMAND...]: starts a daemon, by COMMAND if it is given. Its process id is children[-1].
start_daemon() {
  local name=$1
  shift
  start "$work/$name" "$@" "$work/root/usr/libexec/rubatod" \
    --state-directory "$work/$name.state" --socket "$work/$name"
}

# The speed of the disk changes during the measurement, so compared figures are measured in neighbouring turns.
submits() {
  local round
  start "$work/server" server "$work/server" "$work/server.sqlite"
  for ((round = 1; round <= rounds; round++)); do
    progress "durable submits, turn $round of $rounds"
    load "$work/server" submit.json 1 "$turn_seconds" >>"$work/server-1"
    load "$RUBATO_SOCKET" submit.json 1 "$turn_seconds" >>"$work/rubato-1"
    loop "$work/loop-$round.sqlite" submit.json "$turn_seconds" >>"$work/loop"
    load "$RUBATO_SOCKET" submit.json 16 "$turn_seconds" >>"$work/rubato-16"
    load "$work/server" submit.json 16 "$turn_seconds" >>"$work/server-16"
  done
  row "durable submits a second, 1 connection" "$(median <"$work/rubato-1")" \
    "$(median <"$work/server-1") (C server)" "0.7 of the C server: $(ratio rubato-1 server-1)"
  row "durable submits a second, 16 connections" "$(median <"$work/rubato-16")" \
    "$(median <"$work/loop") (bare SQLite loop)" "3 times the bare loop: $(ratio rubato-16 loop)"
  row "" "" "$(median <"$work/server-16") (C server)" ""
}

# ratio OURS THEIRS: prints the median of the ratios of the turns.
ratio() { paste "$work/$1" "$work/$2" | awk '{ printf "%.2f\n", $1 / $2 }' | median; }

# The jobs of at are in a separate queue, are due tomorrow, and are removed afterwards.
one_submit() {
  progress "one submit as a process"
  echo true >"$work/job"
  local ours theirs
  ours=$(spawn 200 rubatoctl submit --id bench --earliest 24h -- /bin/true)
  theirs=$(spawn 200 at -q y -f "$work/job" now + 1 day)
  atq -q y | cut --fields=1 | xargs --no-run-if-empty atrm
  row "one submit as a process, ms" "$ours" "$theirs (at)" "under 4"
}

can_boot() { [[ $(id -u) == 0 ]] && type -P systemd-nspawn debootstrap >/dev/null; }

# Measures the lateness of expirations and kills. If root can boot a container, units and systemd are also measured
# there. Otherwise, only the direct launcher is measured.
expiration() {
  progress "expiration and kill, $lateness_runs runs of each with eight busy processes"
  mkdir "$work/share"
  if can_boot; then
    cp -r "$work/bin" "$work/share"
    echo "$lateness_runs" >"$work/share/runs"
    echo "$moments" >"$work/share/starts"
    RUBATO_E2E_SHARE=$work/share ../../EndToEnd/run.sh Benchmarks/Bench/guest.sh >&2
    cat "$work/share/rows"
  else
    progress "units are not measured: they need root, systemd-container and debootstrap"
    DIRECT=$RUBATO_SOCKET ./lateness.sh "$lateness_runs"
  fi
}

# Measures the lateness of commands at exact times: in the container that `expiration` has booted, otherwise only of the
# direct launcher. cron and at are measured here, with separate daemons.
starts() {
  local directory=$work/share/moments
  if ! can_boot; then
    progress "starts at exact times, $moments of each"
    DIRECT=$RUBATO_SOCKET ./moments.sh "$directory" "$moments" timerfd direct
  fi
  if ((EUID == 0)) && type -P cron atd at >/dev/null; then
    progress "starts by cron and at, $clock_minutes minutes"
    ./moments.sh "$directory" "$clock_minutes" cron at || progress "cron and at were not measured"
  fi
  row 'exact start, ms late, direct: median / worst' "$(late direct)" "$(late timerfd) (bare timerfd)" 'under 1000'
  row 'exact start, ms late, units: median / worst' "$(late units)" \
    "$(late systemd) (timer, AccuracySec=1us)" 'under 1000'
  row '' '' "$(late cron) (cron), $(late at) (at)" ''
}

# late METHOD: prints the median and the maximum; a dash if the method was not measured.
late() { { [[ ! -e $work/share/moments/$1 ]] || cat "$work/share/moments/$1"; } | median_and_worst; }

# Measures the lateness of expirations and kills with many watchers of many requests.
watched() {
  progress "expiration and kill with 100 watchers of 10,000 requests, $watched_runs runs"
  echo 'requests-per-user: 20000' >"$work/watched.yaml"
  start "$work/watched-by-many" "$work/root/usr/libexec/rubatod" --sources none \
    --config "$work/watched.yaml" --state-directory "$work/watched-by-many.state" --socket "$work/watched-by-many"
  ./watched.sh "$work/watched-by-many" 10000 100 "$watched_runs"
}

# Measures the cost of one user's reads for another user.
flooded() {
  ((EUID == 0)) || { progress "the flood is not measured: it needs root"; return 0; }
  progress "another user's status and kills during a flood of reads"
  ./flood.py "$work/root/usr/libexec" --seconds "$flood_seconds"
}

started() {
  progress "starts with a large database"
  ./start.py "$work/root/usr/libexec"
}

# Measures a task of an app, and a command of the same program.
tasks() {
  progress "tasks of an app"
  ./apps.py "$work/rubato" ../../../.build/release/task-app "$(type -P load)"
}

# Measures commands and apps that a change wakes, and commands of `rubatoctl run`.
changes() {
  progress "changes of a file and of a key"
  ./changes.py "$work/rubato" ../../../.build/release/life-app
}

# Measures transfers, and curl alone.
transfers() {
  progress "transfers and curl"
  PATH=$work/root/usr/bin:$PATH ./transfers.py
}

# wakeups PID: prints the number of times that its threads have gone to sleep.
wakeups() { cat /proc/"$1"/task/*/status | awk '/^voluntary_ctxt_switches/ { n += $2 } END { print n }'; }

anonymous_megabytes() { [[ -z $1 ]] && echo - || awk '/^RssAnon/ { printf "%.1f", $2 / 1000 }' "/proc/$1/status"; }

# Starts a cron without jobs, with a private view of the file system, if no cron is running.
start_cron() {
  cron=$(pidof -s cron || true)
  [[ -z $cron ]] || return 0
  [[ $(id -u) == 0 ]] || { progress "cron is not measured: none is running, and its start needs root"; return 0; }
  unshare --mount sh -c '
    for place in /etc/cron.d /var/spool/cron /run; do mount -t tmpfs tmpfs $place; done
    mount --bind /dev/null /etc/crontab
    mkdir /var/spool/cron/crontabs
    exec cron -f' &
  children+=($!)
  cron=$!
}

# idle_for SECONDS PID...: prints the wakeups of each process in this time, one number on each line.
idle_for() {
  local seconds=$1 pid
  local -A before
  shift
  for pid; do before[$pid]=$(wakeups "$pid"); done
  sleep "$seconds"
  for pid; do echo $(($(wakeups "$pid") - before[$pid])); done
}

# Measures two used daemons with waiting requests, one of them with the watchdog of the unit.
idle() {
  local bare watched found
  start_daemon bare
  bare=${children[-1]}
  start_daemon watched notified "$work/notify" 240
  watched=${children[-1]}
  ../../Checks/Idle/idle.py --ask "$work/bare"
  ../../Checks/Idle/idle.py --ask "$work/watched"
  start_cron
  progress "watching idle daemons for $idle_seconds s"
  # Waits for the end of the work after the start.
  sleep 15
  mapfile -t found < <(idle_for "$idle_seconds" "$bare" "$watched" $cron)
  row "idle: wakeups a minute, without a watchdog" "$(a_minute "${found[0]}")" \
    "$(a_minute "${found[2]:-}") (cron)" "none"
  row "idle: wakeups a minute, watchdog of 4 min" "$(a_minute "${found[1]}")" "" \
    "only the watchdog's"
  row "idle: anonymous memory, MB" "$(anonymous_megabytes "$watched")" \
    "$(anonymous_megabytes "$cron") (cron)" "under 10"
}

# Measures the installed service on a booted laptop with all services that report its state, some of them as peers.
device() {
  can_boot || { progress "following a device is not measured: it needs root, systemd-container and debootstrap"; return 0; }
  progress "watching a daemon that follows a device for $device_seconds s"
  echo "$device_seconds" >"$work/share/seconds"
  RUBATO_E2E_SHARE=$work/share ../../EndToEnd/run.sh Benchmarks/Bench/device.sh >&2
  cat "$work/share/device"
}

# Measures a decision with 100,000 waiting requests: only the core, without disk or socket.
scale() {
  progress "deciding among 100,000 requests"
  local figure value aim
  while IFS=$'\t' read -r figure value aim; do
    row "100,000 wait: $figure" "$value" "" "$aim"
  done < <(../../../.build/release/scale-bench)
}

# Measures a year of an invented phone, and whether ten years take more memory: only the core and its simulated world.
year() {
  progress "simulating ten years of a phone"
  local figure value aim
  while IFS=$'\t' read -r figure value aim; do
    row "$figure" "$value" "" "$aim"
  done < <(../../../.build/release/year-bench)
}

a_minute() { [[ -z $1 ]] && echo - || awk -v times="$1" -v seconds="$idle_seconds" 'BEGIN { printf "%.1f", times * 60 / seconds }'; }

. ./figures.sh
. ./swarm.sh
. ./report.sh

build
start_daemon rubato
export RUBATO_SOCKET=$work/rubato
table=$work/table
row figure rubato peer aim >"$table"
submits >>"$table"
one_submit >>"$table"
expiration >>"$table"
starts >>"$table"
watched >>"$table"
flooded >>"$table"
started >>"$table"
tasks >>"$table"
changes >>"$table"
transfers >>"$table"
idle >>"$table"
device >>"$table"
scale >>"$table"
year >>"$table"
report >>"$table"
swarm >>"$table"
cat "$table"
