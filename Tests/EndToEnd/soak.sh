#!/usr/bin/env bash
# run.sh EndToEnd/soak.sh [MINUTES]: users use all functions of the installed service for an hour, and a daemon of the
# same programs simulates eight months (see ../Checks/Soak/soak.py).
set -euo pipefail
cd "$(dirname "$0")"
source ./harness.sh
limit=14400

keep_from_the_machine
systemctl enable --now rubatod.socket rubatod.service
check 'no resource grows in an hour of use and in eight simulated months' \
  python3 /checks/Checks/Soak/soak.py /usr/libexec --service --minutes "${1:-60}"
cat "$results/output" >>"$results/report"
finish
