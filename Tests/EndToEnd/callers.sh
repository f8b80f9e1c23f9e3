#!/usr/bin/env bash
# run.sh EndToEnd/callers.sh: only the checks of guest.sh about permissions of callers and many connections.
set -euo pipefail
cd "$(dirname "$0")"
source ./harness.sh
for file in checks/*.sh; do source "$file"; done

useradd --create-home alice
useradd --create-home bob
useradd --create-home --groups rubato carol
keep_from_the_machine
systemctl start rubatod
check 'each method is allowed to the right callers' does_for_each_caller_what_it_may
check 'a thousand connections of four users block no other user' a_thousand_connections_block_no_user
finish
