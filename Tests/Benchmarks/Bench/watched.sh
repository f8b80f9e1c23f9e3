#!/usr/bin/env bash
# watched.sh SOCKET REQUESTS WATCHERS RUNS: measures the lateness of expirations and kills by a daemon with the direct
# launcher, one run after the other. Meanwhile, WATCHERS connections watch REQUESTS requests, whose condition changes
# every second. Prints rows of the table. Needs crowd, stubborn, lateness and rubatoctl in PATH.
set -euo pipefail

export RUBATO_SOCKET=$1
requests=$2 watchers=$3 runs=$4 seconds=0.5
work=$(mktemp --directory --tmpdir=/var/tmp rubato-watched.XXXXXX)
beside=()
clean_up() {
  kill "${beside[@]}" 2>/dev/null || true
  rm -rf "$work"
}
trap clean_up EXIT

mkfifo "$work/ready"
crowd "$RUBATO_SOCKET" "$requests" "$watchers" >"$work/ready" &
beside+=($!)
read -r <"$work/ready"

# Changes the network, for which all requests wait.
while :; do
  rubatoctl device set network=none
  sleep 1
  rubatoctl device set network=wifi
  sleep 1
done >/dev/null &
beside+=($!)

# late NAME: measures a run that receives SIGTERM after half a second and is killed half a second later.
late() {
  local fifo=$work/$1 began
  mkfifo --mode=666 "$fifo"
  lateness "$fifo" >"$fifo.reported" &
  rubatoctl submit --id "$1" --kind userInitiated --retries 0 --budget 500ms --grace 500ms --wait \
    -- "$(type -P stubborn)" "$fifo" >"$fifo.log" 2>&1 || true
  began=$(date --date="$(rubatoctl runs "$1" --json | jq --raw-output '.[0].start')" +%s%6N)
  wait $!
  awk -v each=$seconds -v began="$began" '{
    printf "%.2f %.2f\n", ($2 - (began - $4) - each * 1e6) / 1000, ($3 - $2) / 1000 - each * 1000
  }' "$fifo.reported" >>"$work/late"
  rm "$fifo"*
}

for ((turn = 1; turn <= runs; turn++)); do late "watched-$turn"; done

# row COLUMN WHAT: prints the row with the median and the maximum of the column.
row() {
  cut --delimiter=' ' --fields="$1" "$work/late" | sort --general-numeric-sort |
    awk -v what="$2, ms late, $watchers watchers of $requests" '{ all[NR] = $1 }
      END { printf "%-46s  %14s  %-34s  %s\n", what, sprintf("%.2f / %.1f", all[int((NR + 1) / 2)], all[NR]), "", "under 2 / 20" }'
}
row 1 expiration
row 2 kill
