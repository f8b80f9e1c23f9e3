# The output of simulations: every verb and form, with the scenarios of the library and a trace. Sourced by run.sh and
# by ../SameAs/run.sh in the root of the repository.

# prepare INPUT: creates a directory with the files that are simulated.
prepare() {
  mkdir -p "$1"
  awk -f Tests/Checks/Determinism/trace.awk | sort --stable --key=1,1n | cut -f 2 >"$1/trace.jsonl"
  cp etc/scenarios/*.yaml "$1"
  printf 'refresh.budget: 20s\n' >"$1/short.policy.yaml"
  sed 's/^  low-power: when-low/  low-power: on/' etc/scenarios/weekend.yaml >"$1/saving.yaml"
}

# Prints the cases: a name and a command on each line. The numbers of days and devices are small, so that a debug build
# takes only some seconds.
cases() {
  local baselines=${BASELINES:---baselines}
  printf '%s\t%s\n' \
    trace 'simulate --trace trace.jsonl --refreshes-per-day 48 --json --runs OUT.runs' \
    trace-waits 'simulate --trace trace.jsonl --days 2 --waits' \
    trace-page 'simulate --trace trace.jsonl --days 3 --report OUT.html' \
    trace-baselines 'simulate --trace trace.jsonl --days 2 '"$baselines"' --json --seeds 2' \
    trace-population 'simulate --trace trace.jsonl --days 1 --population 5 --json'
  local file name
  for file in etc/scenarios/*.yaml; do
    name=$(basename "$file" .yaml)
    printf '%s\t%s\n' "$name" "simulate $name.yaml --days ${days[$name]:-4} --json --runs OUT.runs"
  done
  printf '%s\t%s\n' \
    baselines 'simulate weekend.yaml --days 4 '"$baselines"' --json --seeds 2' \
    variants 'simulate weekend.yaml --days 4 --compare saving.yaml short.policy.yaml --seeds 2 --json' \
    promises 'simulate photos-on-wifi.yaml --expect photos-on-wifi.yaml --seeds 3' \
    promises-of-devices 'simulate transcode.yaml --expect transcode.yaml --population 4' \
    page 'simulate night-shift.yaml --days 3 --report OUT.html' \
    device-page 'simulate laptop-two-hours.yaml --days 8 --device 17 --report OUT.html' \
    population 'simulate weekend.yaml --days 2 --population 7 --json'
}
declare -A days=([heavy-user]=2 [news]=2 [forgotten-app]=2 [low-battery]=2 [low-power]=2
  [cold-start]=1 [transcode]=1 [weekday]=1 [photos-on-cellular]=3 [photos-on-wifi]=3)

# Runs a case, with its output in a separate directory.
one() {
  local input=$1 out=$2 program=$3 name=$4 command=$5
  mkdir -p "$out/$name"
  # Broken expectations are also a result. Other failures show as missing output.
  # shellcheck disable=SC2086
  (cd "$input" && "$program" ${command//OUT/$out/$name/file}) >"$out/$name/stdout" 2>&1 || true
  # Only the output about expectations contains the names of written files.
  sed -i "s|$out|OUT|g" "$out/$name/stdout"
}

# A population in shards, merged by the same program. The output must equal that of `population`.
shards() {
  local input=$1 out=$2 program=$3 number
  mkdir -p "$out/merged-population"
  for number in 1 2 3; do
    (cd "$input" && "$program" simulate weekend.yaml --days 2 --population 7 \
      --shard $number/3 --json) >"$out/shard-$number.json"
  done
  "$program" merge --json "$out"/shard-{3,1,2}.json >"$out/merged-population/stdout"
  rm "$out"/shard-*.json
}

# answer INPUT OUT PROGRAM: runs all cases with rubatoctl, each with its own directory.
answer() {
  local input=$1 out=$2 program=$3 name command
  cases | while IFS=$'\t' read -r name command; do
    printf '%s\0' "$input" "$out" "$program" "$name" "$command"
  done | xargs --null --max-args=5 --max-procs="$(nproc)" bash -c 'one "$@"' one
  shards "$input" "$out" "$program"
}
export -f one
