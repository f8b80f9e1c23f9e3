#!/usr/bin/env bash
# run.sh EndToEnd/kills.sh: kills the installed service a hundred times under load (see ../Checks/Kills/kills.py).
set -euo pipefail
cd "$(dirname "$0")"
source ./harness.sh
limit=14400
source checks/service.sh

keep_from_the_machine
systemctl enable --now rubatod.socket rubatod.service
check 'a hundred kills lose nothing and start nothing twice' /checks/Checks/Kills/kills.py --service --kills 100
tail --lines=1 "$results/output" >>"$results/report"
finish
