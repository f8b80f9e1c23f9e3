#!/usr/bin/env bash
# run.sh EndToEnd/wakes.sh: only the checks of guest.sh about events that wake apps.
set -euo pipefail
cd "$(dirname "$0")"
source ./harness.sh
for file in observers transfers wakes; do source "checks/$file.sh"; done

useradd --create-home alice
useradd --create-home bob
keep_from_the_machine
systemctl enable --now rubatod.socket rubatod
apps_are_woken
finish
