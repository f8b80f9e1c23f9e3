#!/usr/bin/env bash
# coverage.sh [SECONDS]: runs each reader of external data with inputs of libFuzzer, for SECONDS (60) each. The initial
# inputs are files of the repository. The inputs that libFuzzer finds stay in .build/fuzz-corpus, in a directory for
# each reader, and the next call continues with them. An input that crashes, hangs or takes too much memory also stays
# there, and the script fails.
set -euo pipefail
cd "$(dirname "$0")/../../.."

seconds=${1:-60}
export RUBATO_FUZZER=1 ASAN_OPTIONS=detect_leaks=0
swift build -c release --product rubato-fuzz --scratch-path .build/fuzz \
  -Xswiftc -sanitize=fuzzer -Xswiftc -parse-as-library
program=$PWD/.build/fuzz/release/rubato-fuzz

# seed READER FILE...: adds initial inputs, each cut at the largest length of an input.
declare -A length=([calls]=4096 [task]=8192 [policy]=8192 [scenario]=16384 [recording]=65536 [database]=131072)
seed() {
  local corpus=.build/fuzz-corpus/$1 file
  mkdir -p "$corpus"
  for file in "${@:2}"; do
    head --bytes="${length[$1]}" "$file" >"$corpus/seed-$(basename "$file")"
  done
}

seed task etc/tasks/*.yaml etc/tasks/user/*.yaml
seed policy Tests/Checks/Fuzz/corpus/policy.yaml
seed scenario etc/scenarios/*.yaml
seed recording Tests/Suites/RecordingTests/Versions/*.jsonl
seed calls Sources/Protocol/Control/io.rubato.Scheduler.varlink Tests/Benchmarks/Bench/submit.json
python3 Tests/Checks/Fuzz/seeds.py .build/fuzz-corpus

status=0
for reader in calls task policy scenario recording database; do
  echo "== $reader"
  RUBATO_FUZZ=$reader "$program" -max_total_time="$seconds" -max_len="${length[$reader]}" -timeout=20 \
    -rss_limit_mb=2048 -artifact_prefix=".build/fuzz-corpus/$reader-" -print_final_stats=1 -verbosity=0 -print_funcs=0 \
    ".build/fuzz-corpus/$reader" || status=1
done
exit $status
