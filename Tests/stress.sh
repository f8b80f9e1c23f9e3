#!/usr/bin/env bash
# stress.sh ROUNDS: runs the tests that `swift build --build-tests` has built ROUNDS times, under a load of two busy
# loops for each processor. A test that fails only here is too slow. Prints the duration of each round, and fails if a
# round has failed.
set -euo pipefail
cd "$(dirname "$0")"

load=()
trap 'kill "${load[@]}"' EXIT
for ((number = 0; number < 2 * $(nproc); number++)); do
  (exec -a stress-load sh -c 'while :; do :; done') &
  load+=($!)
done

log=$(mktemp)
failed=0
for ((round = 1; round <= $1; round++)); do
  began=$SECONDS result=passed
  RUBATO_PAGES_SEED=$RANDOM ./parallel.sh >"$log" 2>&1 || { result=failed && ((++failed)); }
  [[ $result == passed ]] || grep --extended-regexp '(✘|↳)|[Ff]atal|error:' "$log" || tail --lines=40 "$log"
  grep 'Test run with' "$log" | sort --unique || true
  printf 'Round %d %s in %d s.\n' "$round" "$result" $((SECONDS - began))
done
rm "$log"
((failed == 0))
