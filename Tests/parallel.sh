#!/usr/bin/env bash
# parallel.sh: runs the tests that `swift build --build-tests` has built, in five processes at the same time. A test
# that waits for another process blocks a thread of its own process, which has only as many threads as the machine has
# processors. Prints failures and sums immediately, and the whole output at the end.
set -euo pipefail
cd "$(dirname "$0")/.."

logs=$(mktemp --directory)
trap 'rm -r "$logs"' EXIT

# Each has half of these tests.
daemons='^DaemonTests[.][A-H]' services='^DaemonTests[.][^A-H]'
machines='^(DevicesTests|LaunchTests)[.]'
benches='^(BackgroundTasksTestingTests|BackgroundWorkTests)[.]'

# part NAME OPTION...: runs the tests that the options select in a process. It does not use `swift test`, since several
# of them at the same time can find the database of the build locked. Exits with 69 if the options select no test.
part() {
  .build/debug/rubatoPackageTests.xctest --testing-library swift-testing "${@:2}" 2>&1 |
    sed --unbuffered 's/\x1b\[[0-9;]*m//g' | tee "$logs/$1" |
    grep --line-buffered --extended-regexp '^(✘|↳)|Test run with|[Ff]atal|error:' | sed --unbuffered "s/^/$1: /"
}

part daemons --filter "$daemons" &
parts=($!)
part services --filter "$services" &
parts+=($!)
part machines --filter "$machines" &
parts+=($!)
part benches --filter "$benches" &
parts+=($!)
part others --skip "$daemons" --skip "$services" --skip "$machines" --skip "$benches" &
parts+=($!)

status=0
for part in "${parts[@]}"; do wait "$part" || status=$?; done
cat "$logs"/*
# Prints the failures again as the last lines.
((status == 0)) || grep --extended-regexp '^✘|[Ff]atal error|error: ' "$logs"/* | sed "s|^$logs/||"
exit "$status"
