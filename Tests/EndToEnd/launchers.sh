#!/usr/bin/env bash
# run.sh EndToEnd/launchers.sh: only what guest.sh checks of launchers.
set -euo pipefail
cd "$(dirname "$0")"
source ./harness.sh
source checks/launchers.sh

launchers_conform
finish
