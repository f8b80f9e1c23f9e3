#!/usr/bin/env bash
# run.sh EndToEnd/reminders.sh: only the checks of guest.sh about notifications at a date.
set -euo pipefail
cd "$(dirname "$0")"
source ./harness.sh
source checks/reminders.sh

useradd --create-home alice
keep_from_the_machine
systemctl enable --now rubatod.socket rubatod
reminders_are_shown
finish
