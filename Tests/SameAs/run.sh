#!/usr/bin/env bash
# run.sh COMMIT [SEEDS]: whether this tree decides as COMMIT did. Both are built, and both say all that they
# can: the answers of simulations (see ../Determinism/answers.sh), those of the traces in RUBATO_TRACES=DIRECTORY,
# if there are any, and the fingerprint of each seed of the swarm, 10,000 unless told: what it committed,
# launched, signalled, killed, answered and explained, in order. What COMMIT said is kept in .build/same-as.
#
# Where a seed differs, both lives of it are written down and their first difference is shown. A commit that
# changes an answer on purpose says so; it is the one to compare the next with.
set -euo pipefail
cd "$(dirname "$0")/../.."
source Tests/Determinism/answers.sh

seeds=${2:-10000}
commit=$(git rev-parse --verify "$1^{commit}")
base=$PWD/.build/same-as
mkdir -p "$base"
traces=${RUBATO_TRACES:-}

build() {
  local program programs=(rubatoctl rubato-swarm)
  # Commits from before rubato-lab simulate in rubatoctl itself.
  [[ ! -d Sources/rubato-lab ]] || programs+=(rubato-lab)
  for program in "${programs[@]}"; do
    swift build --configuration release --static-swift-stdlib --product "$program"
  done
}

# The tree of COMMIT stays, so that the next one to compare with builds what has changed.
build_then() {
  [[ -d $base/tree ]] || git clone --quiet --shared --no-checkout . "$base/tree"
  git -C "$base/tree" fetch --quiet origin
  git -C "$base/tree" checkout --quiet --force --detach "$commit"
  (cd "$base/tree" && build)
}

# say DIRECTORY PROGRAMS: all answers of these programs, into an empty directory.
say() {
  rm -rf "$1"
  mkdir -p "$1/answers"
  prepare "$1/input"
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

failed=0
diff --recursive --brief "$then/answers" "$base/now/answers" || failed=1
if ! cmp --quiet "$then/seeds" "$base/now/seeds"; then
  failed=1
  count=$(diff "$then/seeds" "$base/now/seeds" | grep --count '^<' || true)
  # Read to its end, or the script would fail of a broken pipe.
  seed=$(diff "$then/seeds" "$base/now/seeds" | awk '/^< / && !seen { seen = 1; print $2 }' || true)
  echo "$count of $seeds seeds differ; the first is $seed:"
  [[ $(git -C "$base/tree" rev-parse HEAD) == "$commit" ]] || build_then
  "$base/tree/.build/release/rubato-swarm" --seed "$seed" --transcript >"$base/seed-then"
  .build/release/rubato-swarm --seed "$seed" --transcript >"$base/seed-now"
  diff "$base/seed-then" "$base/seed-now" | sed -n 1,6p || true
fi
answers=$(find "$base/now/answers" -type f | wc -l)
((failed)) || echo "The same as ${commit:0:12}: $answers files of answers, $seeds seeds ($SECONDS s)."
exit "$failed"
