#!/usr/bin/env bash
# Runs in the booted container (see EndToEnd/run.sh). Measures the lateness of ends and of starts of the installed
# service, of a daemon with the direct launcher, and of systemd.
set -euo pipefail
cd "$(dirname "$0")"

trap 'systemctl start --no-block poweroff.target' EXIT
systemctl start rubatod
mkdir /var/lib/direct
systemd-run --quiet --unit=direct --property=Type=notify --property=Delegate=yes \
  /usr/libexec/rubatod --state-directory /var/lib/direct --socket /run/direct
export PATH=/share/bin:$PATH DIRECT=/run/direct UNITS=/run/rubato/io.rubato.Scheduler
./lateness.sh "$(</share/runs)" >/share/rows
./moments.sh /share/moments "$(</share/starts)" timerfd direct units systemd
touch /results/finished
