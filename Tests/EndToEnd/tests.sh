#!/usr/bin/env bash
# run.sh EndToEnd/tests.sh: tests that `make test` runs too, where there is all that they need: systemd for the launchers, services and
# their mocks for the sources of the device.
set -euo pipefail
cd "$(dirname "$0")"
source ./harness.sh
source checks/launchers.sh
source checks/device.sh

launchers_conform
sources_conform
finish
