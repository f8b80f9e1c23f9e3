#!/usr/bin/env bash
# run.sh EndToEnd/devices.sh: only what guest.sh checks of the machine's own device state.
set -euo pipefail
cd "$(dirname "$0")"
source ./harness.sh
for file in checks/*.sh; do source "$file"; done

if (($(cat "$results/phase") == 0)); then
  echo 1 >"$results/phase"
  useradd --create-home alice
  systemctl start rubatod
  devices_tell_of_themselves
  sources_conform
  reboot
else
  check 'a boot thaws the device' has_thawed_with_the_boot
  finish
fi
