#!/usr/bin/env bash
# run.sh EndToEnd/transfers.sh: only the checks of guest.sh about transfers.
set -euo pipefail
cd "$(dirname "$0")"
source ./harness.sh
source checks/transfers.sh

useradd --create-home alice
keep_from_the_machine
systemctl enable --now rubatod.socket rubatod
transfers_are_carried
finish
