#!/usr/bin/env bash
# run.sh EndToEnd/desk.sh [TOPIC...]: checks of daemons of users, several machines, metrics and reports, with the
# packages.
set -euo pipefail
cd "$(dirname "$0")"
source ./harness.sh
topics=("$@")
(($# > 0)) || topics=(own top metrics hosts notices report wake)
for topic in "${topics[@]}"; do
  # shellcheck source=/dev/null
  source "checks/$topic.sh"
done

useradd --create-home --shell /bin/bash alice
check 'the packages install' dpkg --install /debs/*.deb
keep_from_the_machine
check 'the daemon answers' eventually answers rubatoctl status
for topic in "${topics[@]}"; do "${topic}_serve"; done
finish
