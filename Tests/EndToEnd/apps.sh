#!/usr/bin/env bash
# run.sh EndToEnd/apps.sh: only the checks of guest.sh about apps.
set -euo pipefail
cd "$(dirname "$0")"
source ./harness.sh
source checks/apps.sh

phase=$(cat "$results/phase")
echo $((phase + 1)) >"$results/phase"
case $phase in
  0)
    useradd --create-home alice
    keep_from_the_machine
    systemctl enable --now rubatod.socket rubatod.service
    apps_are_served
    reboot
    ;;
  1)
    apps_are_served_after_a_reboot
    finish
    ;;
esac
