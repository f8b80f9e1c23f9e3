#!/usr/bin/env bash
# run.sh EndToEnd/packages.sh: the packages are installed, used, upgraded, removed and purged, as on a user's machine.
set -euo pipefail
cd "$(dirname "$0")"
source ./harness.sh
for part in packages pause places times dependencies batches groups crowds imports jobs edit mistakes failures logs; do
  # shellcheck source=/dev/null
  source "checks/$part.sh"
done

useradd --create-home alice
packages_install
pause_serve
places_serve
times_serve
dependencies_serve
batches_serve
groups_serve
crowds_serve
imports_serve
jobs_serve
edit_serve
mistakes_serve
failures_serve
logs_serve
packages_serve
finish
