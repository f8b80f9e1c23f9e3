#!/usr/bin/env bash
# run.sh EndToEnd/packages.sh: the packages, installed, upgraded, removed and purged as a machine does it.
set -euo pipefail
cd "$(dirname "$0")"
source ./harness.sh
source checks/packages.sh

useradd --create-home alice
packages_serve
finish
