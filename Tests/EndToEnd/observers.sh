#!/usr/bin/env bash
# run.sh EndToEnd/observers.sh: only the checks of guest.sh about requests that wait for changes.
set -euo pipefail
cd "$(dirname "$0")"
source ./harness.sh
source checks/observers.sh

useradd --create-home alice
useradd --create-home bob
keep_from_the_machine
systemctl enable --now rubatod.socket rubatod
observers_wake
finish
