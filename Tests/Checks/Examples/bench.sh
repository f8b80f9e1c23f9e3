#!/usr/bin/env bash
# bench.sh EXAMPLE: builds and tests a copy of an example outside this repository. The copy depends on a tag of this
# repository's last commit. The build must not fetch swift-argument-parser or swift-log, or need libsystemd. Then runs
# the recipes for builds in docs/testing-apps.md.
set -euo pipefail
# A package on which others depend must not have such flags.
unset RUBATO_OPTIMISED
cd "$(dirname "$0")/../../.."

example=$1
work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT
git clone --quiet . "$work/rubato"
git -C "$work/rubato" tag 1.0.0
cp --recursive "Examples/$example" "$work/app"
rm -rf "$work/app/.build"

# check NAME COMMAND...: runs the command, and stops with its output if it fails.
check() {
  local name=$1
  shift
  "$@" >"$work/output" 2>&1 || { cat "$work/output" >&2; echo "FAIL  $example: $name" >&2; exit 1; }
  echo "ok    $example: $name"
}

# Without the app that contains the package.
has_at_most() { (($(find "$work/app" -path "$work/app/iOS" -prune -o -type f -name '*.swift' -exec cat {} + | wc --lines) <= $1)); }

package() {
  local verb=$1
  shift
  RUBATO_PACKAGE=file://$work/rubato PKG_CONFIG_LIBDIR=/nonexistent PKG_CONFIG_PATH=/nonexistent \
    swift "$verb" --package-path "$work/app" --disable-dependency-cache "$@"
}

fetches_nothing_of_the_daemon() {
  [[ -d $work/app/.build/checkouts/rubato ]] &&
    ! find "$work/app/.build/checkouts" -mindepth 1 -maxdepth 1 -printf '%f\n' | grep --ignore-case 'argument-parser\|swift-log'
}

# A few seconds, without the build.
passes_within() { package test --skip-build && [[ $SECONDS -le $1 ]]; }

source Tests/Checks/Workflows/linter.sh

# Compiles the file of the app, which is not part of the package, with AppLifecycle instead of UIKit.
app_compiles() {
  local products=$work/app/.build/debug version target
  local imports=(-I "$products/Modules")
  for target in CLinux CMainQueue CNSObject CQueues; do imports+=(-I "$products/$target.build"); done
  for version in 5 6; do
    swiftc -typecheck -parse-as-library -swift-version "$version" "${imports[@]}" "$work"/app/iOS/*.swift || return
  done
}

recipes_are_valid() {
  "$venv/bin/python" Tests/Checks/Examples/recipes.py docs/testing-apps.md "$work/app" >"$work/steps" &&
    "$venv/bin/check-jsonschema" --builtin-schema vendor.github-workflows "$work"/app/.github/workflows/*.yml &&
    "$venv/bin/check-jsonschema" --builtin-schema vendor.gitlab-ci "$work/app/.gitlab-ci.yml"
}

# The recipes write result files that contain tests.
recipes_run() {
  local step
  while read -r step; do
    rm -f "$work"/app/results*.xml
    (cd "$work/app" && RUBATO_PACKAGE=file://$work/rubato bash -euo pipefail -c "$step") &&
      grep --quiet '<testcase ' "$work"/app/results*.xml || return
  done <"$work/steps"
}

# The example with faults is a collection of defects, and not a template.
most=200
[[ $example == faulty-handlers ]] && most=330
check "its package has at most $most lines" has_at_most "$most"
check 'it builds against a tag, with its tests' package build --build-tests
check 'nothing is fetched that only the daemon needs' fetches_nothing_of_the_daemon
SECONDS=0
check 'its tests pass, within 30 s' passes_within 30
[[ ! -d $work/app/iOS ]] || check 'its app compiles in Swift 5 and 6' app_compiles
check 'a linter of workflows is there' has_linter
check 'the recipes of docs/testing-apps.md are valid' recipes_are_valid
check 'the recipes run unchanged, and write result files' recipes_run
