#!/usr/bin/env bash
# The same file and seed must give the same bytes, whoever computes them: built for development and
# optimised, under two seeds of Swift's hashing, and on processors with and without fused
# multiply-add. Usage: run.sh DEBUG-RUBATOCTL RELEASE-RUBATOCTL
set -euo pipefail
cd "$(dirname "$0")/../.."
debug=$(realpath "$1") release=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/input"
awk -f Tests/Determinism/trace.awk | sort --stable --key=1,1n | cut -f 2 >"$work/input/trace.jsonl"
cp etc/scenarios/*.yaml "$work/input"
printf 'refresh.budget: 20s\n' >"$work/input/short.policy.yaml"
sed 's/^  low-power: when-low/  low-power: on/' etc/scenarios/weekend.yaml >"$work/input/saving.yaml"

# Everything that a simulation says: a name and a command on each line, whose files go there, too.
# Days and devices are as few as a program takes some seconds for that was built for development.
cases() {
  printf '%s\t%s\n' \
    trace 'simulate --trace trace.jsonl --refreshes-per-day 48 --json --runs OUT.runs' \
    trace-waits 'simulate --trace trace.jsonl --days 2 --waits' \
    trace-page 'simulate --trace trace.jsonl --days 3 --report OUT.html' \
    trace-rivals 'simulate --trace trace.jsonl --days 2 --rivals --json --seeds 2' \
    trace-population 'simulate --trace trace.jsonl --days 1 --population 5 --json'
  local file name
  for file in etc/scenarios/*.yaml; do
    name=$(basename "$file" .yaml)
    printf '%s\t%s\n' "$name" "simulate $name.yaml --days ${days[$name]:-4} --json --runs OUT.runs"
  done
  printf '%s\t%s\n' \
    rivals 'simulate weekend.yaml --days 4 --rivals --json --seeds 2' \
    variants 'simulate weekend.yaml --days 4 --compare saving.yaml short.policy.yaml --seeds 2 --json' \
    promises 'simulate photos-on-wifi.yaml --expect photos-on-wifi.yaml --seeds 3' \
    promises-of-devices 'simulate transcode.yaml --expect transcode.yaml --population 4' \
    page 'simulate night-shift.yaml --days 3 --report OUT.html' \
    device-page 'simulate laptop-two-hours.yaml --days 8 --device 17 --report OUT.html' \
    population 'simulate weekend.yaml --days 2 --population 7 --json'
}
declare -A days=([heavy-user]=2 [news]=2 [forgotten-app]=2 [low-battery]=2 [low-power]=2
  [cold-start]=1 [transcode]=1 [weekday]=1 [photos-on-cellular]=3 [photos-on-wifi]=3)

# One case into a directory of its own.
one() {
  local out=$1 program=$2 name=$3 command=$4
  mkdir -p "$out/$name"
  # Failed promises are an answer as well; any other failure shows in what is missing.
  # shellcheck disable=SC2086
  (cd "$work/input" && "$program" ${command//OUT/$out/$name/file}) >"$out/$name/stdout" 2>&1 || true
  # What was written is named in no answer but that of promises.
  sed -i "s|$out|OUT|g" "$out/$name/stdout"
}

# A population in shards, merged by the same program: the bytes of `population`.
shards() {
  local out=$1 program=$2 number
  mkdir -p "$out/merged-population"
  for number in 1 2 3; do
    (cd "$work/input" && "$program" simulate weekend.yaml --days 2 --population 7 \
      --shard $number/3 --json) >"$out/shard-$number.json"
  done
  "$program" merge --json "$out"/shard-{3,1,2}.json >"$out/merged-population/stdout"
  rm "$out"/shard-*.json
}

live() {
  local out=$work/$1 program=$2 name command
  cases | while IFS=$'\t' read -r name command; do
    printf '%s\0' "$out" "$program" "$name" "$command"
  done | xargs --null --max-args=4 --max-procs="$(nproc)" bash -c 'one "$@"' one
  shards "$out" "$program"
}
export -f one
export work

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

# Swift seeds its hashing anew in every process, unless it is told not to.
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
  echo "only $runs runs, $pages pages, $answers answers of $wanted: this proves nothing" >&2
  grep --recursive --files-with-matches '^rubatoctl: ' "$work/expected" | xargs --no-run-if-empty head >&2
  exit 1
}

live actual "$release"
compare 'another hash seed'
# glibc chooses its mathematics by what the processor can do (glibc manual, "Tunables").
GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-AVX2,-AVX2_Usable,-FMA_Usable,-FMA4 live actual "$release"
compare 'without FMA and AVX2'
live actual "$debug"
compare 'built for development, another hash seed'
GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-AVX2 live actual "$debug"
compare 'built for development, without FMA and AVX2'
printf '%d answers, %d runs, sha256 %s\n' "$answers" "$runs" \
  "$(cd "$work/expected" && find . -type f | LC_ALL=C sort | xargs cat | sha256sum | cut -c 1-16)"
exit "$failed"
