#!/usr/bin/env bash
# Prints the tables of docs/quality.md: the quality of decisions on recorded traces and on laptops of the library of
# scenarios.
#
# usage: run.sh RUBATOCTL [TRACES]
#   TRACES  a directory with *.jsonl and score_refresh.py; without it, the traces are left out.
set -euo pipefail
rubatoctl=$(realpath "$1")
traces=${2:-}
here=$(cd "$(dirname "$0")" && pwd)
scenarios=$here/../../../etc/scenarios
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

refreshes() {
  local trace=$1 perDay
  for perDay in 24 48 96; do
    "$rubatoctl" simulate --trace "$trace" --refreshes-per-day "$perDay" \
      --runs "$work/runs.jsonl" --json > "$work/report.json"
    python3 "$traces/score_refresh.py" "$trace" --runs "$work/runs.jsonl" --json \
      > "$work/score-$perDay.json" 2> "$work/why" || return 1
  done
  python3 "$here/tables.py" refreshes "$work"/score-{24,48,96}.json
}

# Every day after the third, at ten allowances, and without each part that the policy can switch off.
paired() {
  local trace=$1 policy perDay seed
  for policy in before all; do
    mkdir -p "$work/paired/$policy"
    for perDay in 12 18 24 34 48 68 96 120 150 200; do
      for seed in 1 2 3; do
        "$rubatoctl" simulate --trace "$trace" --refreshes-per-day "$perDay" --seed "$seed" \
          --policy "$here/policies/$policy.yaml" --runs "$work/paired/$policy/$perDay-$seed.jsonl" --json >"$work/report.json"
      done
    done
  done
  "$here/paired.py" "$trace" "$work/paired/before" "$work/paired/all"
}

baselines() {
  local name=$1
  shift
  "$rubatoctl" simulate "$@" --baselines --runs "$work/rivals.jsonl" --json > "$work/baselines.json"
  python3 "$here/tables.py" baselines "$name" "$work/baselines.json"
}

if [[ -z $traces || ! -e $traces/score_refresh.py ]]; then
  echo 'Skipped: recorded traces, since no directory is given; set TRACES=DIRECTORY.'
else
  for trace in "$traces"/*.jsonl; do
    printf '\n## %s\n' "$(basename "$trace" .jsonl)"
    allowances=(24 48 96 144 200)
    if refreshes "$trace"; then
      paired "$trace"
    else
      printf '\nNo refreshes: %s.\n' "$(tail -n 1 "$work/why")"
      allowances=(48)
    fi
    rivals=()
    for perDay in "${allowances[@]}"; do
      printf '\nBaselines, energy for %d refreshes a day:\n' "$perDay"
      baselines work --trace "$trace" --refreshes-per-day "$perDay" --seeds 5
      rivals+=("$work/rivals-$perDay.jsonl")
      mv "$work/rivals.jsonl" "${rivals[-1]}"
    done
    "$here/rivals.py" "$trace" "${rivals[@]}"
  done
fi
for scenario in "$scenarios"/laptop*.yaml; do
  [[ -e $scenario ]] || continue
  printf '\n## %s\n' "$(basename "$scenario" .yaml)"
  baselines work "$scenario" --seeds 20
done

# Nightly work of invented people, about whom nothing is known in the first days.
printf '\n## A hundred imagined people\n'
"$here/people.py" "$work/people" 100
for policy in without-usual-days usual-days; do
  mkdir -p "$work/first-days/$policy"
  for person in "$work"/people/*.jsonl; do
    name=$(basename "$person" .jsonl)
    "$rubatoctl" simulate --trace "$person" --refreshes-per-day 1 --policy "$here/policies/$policy.yaml" \
      --runs "$work/first-days/$policy/$name.runs" --json > "$work/first-days/$policy/$name.json"
  done
done
python3 "$here/tables.py" people "$work/first-days"

# Twenty-four people who open one app after the other, with all baselines, and with Rubato without its sequences.
printf '\n## Imagined phones\n'
"$here/phones.py" "$work/phones" 24 1000
echo 'energy.sequence: 0' > "$work/without-sequence.yaml"
for perDay in 12 24 48 96; do
  mkdir -p "$work/rivals/$perDay"
  for phone in "$work"/phones/*.jsonl; do
    "$rubatoctl" simulate --trace "$phone" --refreshes-per-day "$perDay" --baselines --seeds 1 \
      --runs "$work/rivals/$perDay/$(basename "$phone")" --json > "$work/baselines.json"
    "$rubatoctl" simulate --trace "$phone" --refreshes-per-day "$perDay" --policy "$work/without-sequence.yaml" \
      --runs "$work/without.jsonl" --json > "$work/report.json"
    sed 's/^{/{"decider":"without sequence","seed":1,/' "$work/without.jsonl" >> "$work/rivals/$perDay/$(basename "$phone")"
  done
done
"$here/rivals.py" "$work/phones" "$work"/rivals/{12,24,48,96}

# Equally used apps.
printf '\n## Equal apps\n'
"$here/alike.py" "$rubatoctl" 30

# The effect of each method to choose the time of a refresh.
for scenario in news heavy-user night-shift; do
  printf '\n## %s, refreshes\n' "$scenario"
  "$rubatoctl" simulate "$scenarios/$scenario.yaml" --seeds 16 --json \
    --compare "$here"/policies/{before,opens,waiting,mains,turns,sequence,all}.yaml > "$work/ablation.json"
  python3 "$here/tables.py" ablation "$work/ablation.json"
done
