#!/usr/bin/env bash
# run.sh EndToEnd/tests.sh: tests of `make test`, in a container with all that they need: systemd for the launchers,
# services and mocks for the sources of the device.
set -euo pipefail
cd "$(dirname "$0")"
source ./harness.sh
source checks/launchers.sh
source checks/device.sh

launchers_conform
sources_conform
finish
