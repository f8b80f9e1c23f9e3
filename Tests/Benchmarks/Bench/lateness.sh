#!/usr/bin/env bash
# lateness.sh RUNS: measures the lateness of expirations and kills by Rubato and its peers in the same measurement, with
# eight busy processes. Prints rows of the table. Needs stubborn, lateness and rubatoctl in PATH.
#   DIRECT   socket of a daemon with the direct launcher
#   UNITS    socket of a daemon with the launcher of systemd units, if it is set. Then RuntimeMaxSec= of systemd is also
#            measured.
set -euo pipefail
source ./figures.sh

runs=$1 lanes=4 seconds=0.5
work=$(mktemp --directory --tmpdir=/var/tmp rubato-lateness.XXXXXX)
busy=()
clean_up() {
  kill "${busy[@]}" 2>/dev/null || true
  rm -rf "$work"
}
trap clean_up EXIT

methods=(timeout direct)
[[ -z ${UNITS:-} ]] || methods+=(systemd units)

# Each function starts a stubborn command, which receives SIGTERM after half a second and is killed half a second later.
# The function prints the clock ("monotonic" or "wall") and the beginning of the first half second in microseconds. With
# timeout, the command's own time is used.
with_timeout() {
  setsid --wait timeout --kill-after=$seconds $seconds stubborn "$2" || true
  echo monotonic 0
}

with_direct() { RUBATO_SOCKET=$DIRECT with_rubato "$@"; }
with_units() { RUBATO_SOCKET=$UNITS with_rubato "$@"; }

with_rubato() {
  rubatoctl submit --id "$1" --kind userInitiated --retries 0 --budget 500ms --grace 500ms \
    --wait -- "$(type -P stubborn)" "$2" >&2 || true
  echo wall "$(date --date="$(rubatoctl runs "$1" --json | jq --raw-output '.[0].start')" +%s%6N)"
}

with_systemd() {
  systemd-run --quiet --wait --unit="$1" --property=Type=exec --property=RuntimeMaxSec=$seconds \
    --property=TimeoutStopSec=$seconds "$(type -P stubborn)" "$2" >&2 || true
  echo monotonic "$(systemctl show --value --property=ActiveEnterTimestampMonotonic "$1")"
  systemctl reset-failed "$1"
}

# late METHOD NAME: measures a run, and appends its figures to late-METHOD.
late() {
  local method=$1 fifo=$work/$2 began reported
  mkfifo --mode=666 "$fifo"
  lateness "$fifo" >"$fifo.reported" &
  began=$("with_$method" "$2" "$fifo" 2>"$fifo.log" )
  wait $!
  reported=$(<"$fifo.reported")
  awk -v each=$seconds '{
    due = ($2 == 0 ? $3 : $1 == "wall" ? $2 - $6 : $2) + each * 1e6
    printf "%.2f %.2f %.2f\n", ($4 - due) / 1000, ($5 - $4) / 1000 - each * 1000, ($3 + each * 1e6 - due) / 1000
  }' <<<"$began $reported" >>"$work/late-$method"
  rm "$fifo"*
}

# lane NUMBER: measures its share of the runs of all methods in turns. Each lane has another order of the methods.
lane() {
  local turn place method
  for ((turn = 1; turn <= runs / lanes; turn++)); do
    for ((place = 0; place < ${#methods[@]}; place++)); do
      method=${methods[(place + $1) % ${#methods[@]}]}
      late "$method" "late-$1-$turn-$method-$$"
    done
  done
}

# both COLUMN METHOD: prints the median and the maximum of the column.
both() {
  cut --delimiter=' ' --fields="$1" "$work/late-$2" | median_and_worst
}

# rows COLUMN WHAT: prints the rows of the table for the column.
rows() {
  local method row='%-46s  %14s  %-34s  %s\n'
  printf "$row" "$2, ms late, direct: median / worst" "$(both "$1" direct)" \
    "$(both "$1" timeout) (timeout -k)" 'under 2 / no worse'
  [[ -z ${UNITS:-} ]] || printf "$row" "$2, ms late, units: median / worst" "$(both "$1" units)" \
    "$(both "$1" systemd) (RuntimeMaxSec)" 'under 2 / no worse'
}

# Each busy process has its own session. In one session, the kernel would give all of them and the peers of this script
# only the processor time of one (sched(7), autogroup).
for _ in {1..8}; do
  setsid bash -c 'while :; do :; done' &
  busy+=($!)
done
children=()
for ((number = 0; number < lanes; number++)); do
  lane $number &
  children+=($!)
done
wait "${children[@]}"
rows 1 expiration
rows 2 kill
[[ -z ${KEEP:-} ]] || cp "$work"/late-* "$KEEP"
