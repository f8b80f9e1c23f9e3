#!/usr/bin/env bash
# run.sh EndToEnd/callers.sh: only what guest.sh checks of who may call what, and how many may.
set -euo pipefail
cd "$(dirname "$0")"
source ./harness.sh
for file in checks/*.sh; do source "$file"; done

useradd --create-home alice
useradd --create-home bob
useradd --create-home --groups rubato carol
keep_from_the_machine
systemctl start rubatod
check 'each method does for each caller what it may' does_for_each_caller_what_it_may
check 'a thousand connections of four users shut nobody out' a_thousand_connections_shut_nobody_out
finish
