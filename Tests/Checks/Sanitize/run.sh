#!/usr/bin/env bash
# run.sh: runs the tests under ThreadSanitizer, then under AddressSanitizer. Reports are printed at the end,
# and any fails it. Builds of their own in .build/sanitize-*: ten minutes of building, and some 4 GB.
#
# Those of the parts that have threads, unsafe pointers or C: the scheduler, the simulation and what is made of
# them have none, and their long lives would take hours here. Leaks are not looked for: what the Swift runtime
# keeps for ever looks like one. Runs do not inherit these options: the program that shows notifications ends with
# its message about a leak, so that its tests are left out.
set -euo pipefail
cd "$(dirname "$0")/../../.."

reports=$(mktemp --directory)
trap 'rm -rf "$reports"' EXIT
# An app that crashes in a test must die by its signal: a sanitizer that handles SIGSEGV exits with a status of its own.
export TSAN_OPTIONS="handle_segv=0 suppressions=$PWD/Tests/Checks/Sanitize/thread.supp log_path=$reports/thread"
export ASAN_OPTIONS="detect_leaks=0 handle_segv=0 log_path=$reports/address"

sanitize() {
  local kind=$1
  echo "== $kind"
  swift build --build-tests --sanitize="$kind" --scratch-path ".build/sanitize-$kind"
  swift test --skip-build --sanitize="$kind" --scratch-path ".build/sanitize-$kind" \
    --filter '^(Control|Daemon|Devices|Files|Launch|Recording|Store|Terminal|Varlink)Tests\.' \
    --skip 'DamagedPagesTests|ModelGrowthTests|NotificationTests' |
    grep --text -E 'Test run with|recorded an issue' | cut -c1-300 || failed=1
}

failed=0

sanitize thread
sanitize address
if [[ -n $(ls "$reports") ]]; then
  cat "$reports"/*
  failed=1
fi
((failed == 0)) || exit 1
echo "Neither sanitizer has reported anything."
