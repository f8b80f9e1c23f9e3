#!/usr/bin/env bash
# run.sh: runs the tests with ThreadSanitizer, then with AddressSanitizer. Prints their reports at the end, and fails if
# there are any. The builds in .build/sanitize-* take ten minutes and about 4 GB.
#
# Only parts with threads, unsafe pointers or C code are tested. The scheduler and the simulation have none of them, and
# their long tests would take hours here. Leaks are not reported, since permanent objects of the Swift runtime look like
# leaks. Runs do not inherit these options. The program that shows notifications would fail with a report of a leak, so
# its tests are left out.
set -euo pipefail
cd "$(dirname "$0")/../../.."

reports=$(mktemp --directory)
trap 'rm -rf "$reports"' EXIT
# An app that crashes in a test must end by its signal. A sanitizer that handles SIGSEGV would exit with a status.
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
echo "The sanitizers have reported no error."
