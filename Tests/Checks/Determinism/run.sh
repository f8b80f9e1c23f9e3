#!/usr/bin/env bash
# run.sh DEBUG-RUBATOCTL RELEASE-RUBATOCTL RUBATO-SWARM: checks that equal files and seeds give equal output with debug
# and release builds, with two seeds of Swift's hashing, and on processors with and without fused multiply-add. The same
# applies to seeds of the swarm, which uses the daemon's own step.
set -euo pipefail
cd "$(dirname "$0")/../../.."
debug=$(realpath "$1") release=$(realpath "$2") swarm=$(realpath "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
source Tests/Checks/Determinism/answers.sh
prepare "$work/input"

live() { answer "$work/input" "$work/$1" "$2"; }

failed=0
compare() {
  if diff --recursive --brief "$work/expected" "$work/actual"; then
    printf 'the same (%d s): %s\n' "$SECONDS" "$1"
  else
    printf 'NOT the same: %s\n' "$1"
    failed=1
  fi
  rm -rf "$work/actual"
}

# By default, Swift's hashing has a random seed in every process.
SWIFT_DETERMINISTIC_HASHING=1 live expected "$release"
if ! cmp "$work"/expected/{population,merged-population}/stdout; then
  echo 'NOT the same: a population, and its shards merged'
  failed=1
fi
runs=$(cat "$work"/expected/*/file.runs | grep --count '"kind":')
pages=$(find "$work/expected" -name 'file.html' -size +20k | wc -l)
answers=$(find "$work/expected" -name stdout -size +100c | wc -l)
wanted=$(($(cases | wc -l) + 1))
((runs > 1000 && pages == 3 && answers == wanted)) || {
  echo "only $runs runs, $pages pages, $answers answers of $wanted: too few for a comparison" >&2
  grep --recursive --files-with-matches '^rubatoctl: ' "$work/expected" | xargs --no-run-if-empty head >&2
  exit 1
}

live actual "$release"
compare 'another hash seed'
# glibc chooses its mathematical functions by the features of the processor (glibc manual, "Tunables").
GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-AVX2,-AVX2_Usable,-FMA_Usable,-FMA4 live actual "$release"
compare 'without FMA and AVX2'
live actual "$debug"
compare 'built for development, another hash seed'
GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-AVX2 live actual "$debug"
compare 'built for development, without FMA and AVX2'

"$swarm" --seeds '0..<200' --fingerprints >"$work/seeds"
if "$swarm" --seeds '0..<200' --fingerprints | cmp - "$work/seeds"; then
  echo 'the same: 200 seeds of the swarm, another hash seed'
else
  failed=1
fi
printf '%d answers, %d runs, sha256 %s\n' "$answers" "$runs" \
  "$(cd "$work/expected" && find . -type f | LC_ALL=C sort | xargs cat | sha256sum | cut -c 1-16)"
exit "$failed"
