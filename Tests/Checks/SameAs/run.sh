#!/usr/bin/env bash
# run.sh COMMIT [SEEDS]: compares the decisions of this tree with those of COMMIT. Builds both, and compares the output
# of simulations (see ../Determinism/answers.sh), also of the traces in RUBATO_TRACES=DIRECTORY, if it is set, and the
# fingerprints of SEEDS (10,000) seeds of the swarm. A fingerprint covers all commits, launches, signals, kills, replies
# and explanations, in order. The output of COMMIT is kept in .build/same-as.
#
# If a seed differs, its events in both trees are written to files, and the first difference is shown. A commit that
# changes an answer on purpose must say so, and is the commit with which later ones are compared.
#
# Renamed words are no difference: renamed.sed translates the output of COMMIT into the current words. Fingerprints
# cannot be translated, so the first 200 seeds with different fingerprints are compared line by line.
set -euo pipefail
cd "$(dirname "$0")/../../.."
source Tests/Checks/Determinism/answers.sh

seeds=${2:-10000}
commit=$(git rev-parse --verify "$1^{commit}")
base=$PWD/.build/same-as
mkdir -p "$base"
traces=${RUBATO_TRACES:-}

build() {
  local program programs=(rubatoctl rubato-swarm)
  # In commits from before rubato-lab, rubatoctl itself simulates.
  [[ -z $(find Sources -maxdepth 2 -name rubato-lab) ]] || programs+=(rubato-lab)
  for program in "${programs[@]}"; do
    swift build --configuration release --static-swift-stdlib --product "$program"
  done
}

# The tree of COMMIT is kept, so that the next comparison builds only changed files.
build_then() {
  [[ -d $base/tree ]] || git clone --quiet --shared --no-checkout . "$base/tree"
  git -C "$base/tree" fetch --quiet origin
  git -C "$base/tree" checkout --quiet --force --detach "$commit"
  (cd "$base/tree" && build)
}

# say DIRECTORY PROGRAMS: writes all output of these programs into an empty directory.
say() {
  rm -rf "$1"
  mkdir -p "$1/answers"
  prepare "$1/input"
  # In commits from before the renaming, the flag has another name.
  "$2/rubatoctl" help simulate | grep --quiet -- --baselines || local -x BASELINES=--rivals
  SWIFT_DETERMINISTIC_HASHING=1 answer "$1/input" "$1/answers" "$2/rubatoctl"
  local trace name
  for trace in ${traces:+"$traces"/*.jsonl}; do
    name=$(basename "$trace" .jsonl)
    "$2/rubatoctl" simulate --trace "$trace" --json >"$1/answers/trace-$name" 2>&1 || true
  done
  "$2/rubato-swarm" --seeds "0..<$seeds" --fingerprints >"$1/seeds"
}

then=$base/$commit-$seeds${traces:+-traces}
if [[ ! -e $then/seeds ]]; then
  build_then
  say "$then" "$base/tree/.build/release"
fi
build
say "$base/now" "$PWD/.build/release"

# in_words FROM TO: translates output into the current words. Of pages, only the shown data is used.
in_words() {
  rm -rf "$2"
  cp --recursive "$1" "$2"
  find "$2" -name '*.html' -exec sed --in-place --quiet '/id="story"/p' {} +
  find "$2" -type f -exec sed --in-place --regexp-extended --file=Tests/Checks/SameAs/renamed.sed {} +
  # The names of cases contain their commands.
  [[ ! -d $2/rivals ]] || { mv "$2/rivals" "$2/baselines" && mv "$2/trace-rivals" "$2/trace-baselines"; }
}

# lives_differ SEED: whether the events of the seed differ in the current words. Shows the first difference.
lives_differ() {
  "$base/tree/.build/release/rubato-swarm" --seed "$1" --transcript |
    sed --regexp-extended --file=Tests/Checks/SameAs/renamed.sed >"$base/seed-then"
  .build/release/rubato-swarm --seed "$1" --transcript >"$base/seed-now"
  ! cmp --quiet "$base/seed-then" "$base/seed-now" || return 1
  diff "$base/seed-then" "$base/seed-now" | sed -n 1,6p || true
}

failed=0
in_words "$then/answers" "$base/words-then"
in_words "$base/now/answers" "$base/words-now"
diff --recursive --brief "$base/words-then" "$base/words-now" || failed=1
if ! cmp --quiet "$then/seeds" "$base/now/seeds"; then
  [[ $(git -C "$base/tree" rev-parse HEAD) == "$commit" ]] || build_then
  # Read to its end, since otherwise the script would fail because of a broken pipe.
  mapfile -t differing < <(diff "$then/seeds" "$base/now/seeds" | awk '/^< / { print $2 }' || true)
  echo "${#differing[@]} of $seeds seeds have another fingerprint."
  for seed in "${differing[@]:0:200}"; do
    ! lives_differ "$seed" || { failed=1 && echo "Seed $seed differs." && break; }
  done
fi
answers=$(find "$base/now/answers" -type f | wc -l)
((failed)) || echo "The same as ${commit:0:12}: $answers files of answers, $seeds seeds ($SECONDS s)."
exit "$failed"
