#!/usr/bin/env bash
# run.sh [DIRECTORY]: builds a copy of the example outside this repository. The copy depends on a tag of this
# repository's last commit. The build must not fetch or link libraries that only the daemon needs. Leaves the app in
# DIRECTORY.
set -euo pipefail
# A package on which others depend must not have such flags.
unset RUBATO_OPTIMISED
cd "$(dirname "$0")/../../.."

work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT
git clone --quiet . "$work/rubato"
git -C "$work/rubato" tag 1.0.0
cp --recursive Examples/news-refresh "$work/app"
rm -rf "$work/app/.build"

# check NAME COMMAND...: runs the command, and stops with its output if it fails.
check() {
  local name=$1
  shift
  "$@" >"$work/output" 2>&1 || { cat "$work/output" >&2; echo "FAIL  $name" >&2; exit 1; }
  echo "ok    $name"
}

builds() {
  RUBATO_PACKAGE=file://$work/rubato PKG_CONFIG_LIBDIR=/nonexistent PKG_CONFIG_PATH=/nonexistent \
    swift build --package-path "$work/app" --disable-dependency-cache --static-swift-stdlib
}

# finds_none DIRECTORY PATTERN: the directory has entries, and none of their names matches the pattern.
finds_none() {
  find "$1" -mindepth 1 -maxdepth 1 -printf '%f\n' >"$work/found" && [[ -s $work/found ]] &&
    ! grep --ignore-case "$2" "$work/found"
}

fetches_nothing_of_the_daemon() {
  local directory
  for directory in "$work"/app/.build/{checkouts,repositories}; do
    finds_none "$directory" 'argument-parser\|swift-log' || return
  done
}

# No compiled module uses libsystemd.
needs_no_systemd() {
  local modules module
  modules=$(find "$build/" -path '*.build/*.o' -printf '%P\n' | cut --delimiter=. --fields=1 | sort --unique)
  grep --quiet --line-regexp BackgroundTasks <<<"$modules" || return
  for module in $modules; do
    ! grep --recursive CSystemd "$work/app/.build/checkouts/rubato/Sources/$module" || return
  done
}

links_no_systemd() { ldd "$1" && ! ldd "$1" | grep systemd; }

has_at_most() { (($(wc --lines <"$2") <= $1)); }

build=$work/app/.build/debug app=$build/news-refresh
check 'the example has at most 60 lines' has_at_most 60 "$work/app/Sources/news-refresh/main.swift"
check 'the example builds against a tag' builds
check 'neither swift-argument-parser nor swift-log is fetched' fetches_nothing_of_the_daemon
check 'the build needs no libsystemd' needs_no_systemd
check 'the executable is not linked with libsystemd' links_no_systemd "$app"
[[ $# == 0 ]] || { mkdir --parents "$1" && cp "$app" "$work/app/Info.plist" "$1"; }
