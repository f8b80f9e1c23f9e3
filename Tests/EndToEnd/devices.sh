#!/usr/bin/env bash
# run.sh EndToEnd/devices.sh: only the checks of guest.sh about the device state of the machine.
set -euo pipefail
cd "$(dirname "$0")"
source ./harness.sh
for file in checks/*.sh; do source "$file"; done

if (($(cat "$results/phase") == 0)); then
  echo 1 >"$results/phase"
  useradd --create-home alice
  systemctl start rubatod
  devices_report
  sources_conform
  reboot
else
  check 'a boot ends a freeze of the device' has_thawed_with_the_boot
  finish
fi
