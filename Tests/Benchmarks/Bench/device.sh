#!/usr/bin/env bash
# Runs in the booted container (see EndToEnd/run.sh). Measures the cost of the installed service while all sources of
# device state are connected and a request waits for power, and that of upowerd and NetworkManager. Writes rows of the
# table to /share/device.
set -euo pipefail
cd "$(dirname "$0")/../../EndToEnd"
source ./harness.sh
source checks/device.sh

trap 'systemctl start --no-block poweroff.target' EXIT
services=(rubatod upower NetworkManager)
seconds=$(</share/seconds)

# wakeups SERVICE: prints the number of times that its threads have gone to sleep.
wakeups() {
  cat /proc/"$(property MainPID "$1")"/task/*/status |
    awk '/^voluntary_ctxt_switches/ { n += $2 } END { print n }'
}

anonymous_megabytes() { awk '/^RssAnon/ { printf "%.1f", $2 / 1000 }' "/proc/$(property MainPID "$1")/status"; }

cpu_milliseconds() { echo $(($(property CPUUsageNSec "$1") / 1000000)); }

# row FIGURE FUNCTION AIM: prints the figure of the service, of upowerd and of NetworkManager.
row() {
  printf '%-46s  %12s  %-34s  %s\n' "$1" "$($2 rubatod)" \
    "$($2 upower) (upowerd), $($2 NetworkManager) (NM)" "$3"
}

a_minute() { awk -v n=$((${woken[$1]} - ${woke[$1]})) -v s="$seconds" 'BEGIN { printf "%.1f", n * 60 / s }'; }
spent() { echo $((${after[$1]} - ${before[$1]})); }

becomes_a_laptop >/results/output 2>&1
systemctl restart rubatod
eventually device_is power battery
rubatoctl submit --id nightly --requires power -- true
# Calls and watches the daemon as a user does.
for verb in status list explain runs 'device show' 'list --failed'; do rubatoctl $verb >/results/output 2>&1 || true; done
timeout 2 rubatoctl watch >/results/output 2>&1 || true
# Waits for the end of the work after the start.
sleep 30
declare -A woke woken before after
for service in "${services[@]}"; do
  woke[$service]=$(wakeups "$service") before[$service]=$(cpu_milliseconds "$service")
done
[[ ! -e /share/trace ]] || /share/trace "$(property MainPID)" "$seconds" &
sleep "$seconds"
for service in "${services[@]}"; do
  woken[$service]=$(wakeups "$service") after[$service]=$(cpu_milliseconds "$service")
done
{
  row 'following a device: wakeups a minute' a_minute 'under 1 and the watchdog (0.5)'
  row "following a device: CPU in $seconds s, ms" spent ''
  row 'following a device: anonymous memory, MB' anonymous_megabytes 'under 10'
} >/share/device
touch /results/finished
