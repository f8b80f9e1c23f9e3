#!/usr/bin/env bash
# run.sh EndToEnd/soak.sh [MINUTES]: the installed service lives through an hour of everything that users
# do, and a daemon of the same programs through eight months (see ../Checks/Soak/soak.py).
set -euo pipefail
cd "$(dirname "$0")"
source ./harness.sh
limit=14400

keep_from_the_machine
systemctl enable --now rubatod.socket rubatod.service
check 'nothing grows, neither in an hour of use nor in eight months' \
  python3 /checks/Checks/Soak/soak.py /usr/libexec --service --minutes "${1:-60}"
cat "$results/output" >>"$results/report"
finish
