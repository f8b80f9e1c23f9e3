#!/usr/bin/env bash
# The same file and seed must give the same bytes, whoever computes them: built for development and
# optimised, under two seeds of Swift's hashing, and on processors with and without fused
# multiply-add. Usage: run.sh DEBUG-RUBATOCTL RELEASE-RUBATOCTL
set -euo pipefail
cd "$(dirname "$0")/../.."
debug=$1 release=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

awk -f Tests/Determinism/trace.awk | sort --stable --key=1,1n | cut -f 2 >"$work/trace.jsonl"

# Everything that a simulation says, into one file.
live() {
  local out=$1 program=$2
  "$program" simulate --trace "$work/trace.jsonl" --refreshes-per-day 48 --json --runs "$work/runs"
  cat "$work/runs"
} >"$1"

failed=0
compare() {
  if cmp "$work/expected" "$work/actual"; then
    printf 'the same: %s\n' "$1"
  else
    printf 'NOT the same: %s\n' "$1"
    failed=1
  fi
}

# Swift seeds its hashing anew in every process, unless it is told not to.
SWIFT_DETERMINISTIC_HASHING=1 live "$work/expected" "$release"
runs=$(grep --count '"kind":' "$work/expected")
((runs > 200)) || { echo "only $runs runs: this proves nothing" >&2; exit 1; }

live "$work/actual" "$release"
compare 'another hash seed'
live "$work/actual" "$debug"
compare 'built for development, another hash seed'
# glibc chooses its mathematics by what the processor can do (glibc manual, "Tunables").
GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-AVX2,-AVX2_Usable,-FMA_Usable,-FMA4 live "$work/actual" "$release"
compare 'without FMA and AVX2'
GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-AVX2 live "$work/actual" "$debug"
compare 'built for development, without FMA and AVX2'
printf '%d lines, %d runs, sha256 %s\n' "$(wc -l <"$work/expected")" "$runs" \
  "$(sha256sum <"$work/expected" | cut -c 1-16)"
exit "$failed"
