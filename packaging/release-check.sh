#!/usr/bin/env bash
# release-check.sh VERSION [--without-ci]: checks that the last commit can be released as VERSION. It prints the text of the
# annotated tag and the command that makes the tag, or the first obstacle with its remedy. Two builds in two directories must
# give the same packages. With --without-ci, it does not run .ci/run, which takes about half an hour.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$1 options=${*:2}

refuse() {
  printf 'release-check: %s\n' "$@" >&2
  exit 1
}

# section: prints the changelog's entries of the version.
section() { sed --quiet "/^## \[$version\]/,/^## /{/^## /d; p}" CHANGELOG.md | cat --squeeze-blank; }

check_tree() {
  local changes
  changes=$(git status --porcelain)
  [[ -z $changes ]] || refuse "these files are not committed; commit or remove them:" "$changes"
  ! git rev-parse --quiet --verify "refs/tags/v$version" >/dev/null ||
    refuse "the tag v$version exists already; set the next version in Sources/Protocol/Control/Version.swift"
}

check_changelog() {
  local date entries
  date=$(sed --quiet "s/^## \[$version\] - //p" CHANGELOG.md)
  [[ $date =~ ^[0-9]{4}-[0-9]{2}-[0-9]{2}$ ]] && date --date="$date" >/dev/null ||
    refuse "CHANGELOG.md has no dated section for $version; write: ## [$version] - $(date +%F)"
  [[ -n $(section) ]] || refuse "the section of $version in CHANGELOG.md is empty; write what the version does"
  entries=$(sed --quiet '/^## \[Unreleased\]/,/^## \[[0-9]/{/^## /d; /./p}' CHANGELOG.md)
  [[ -z $entries ]] || refuse "CHANGELOG.md has entries under Unreleased; move them to the section of $version"
}

# Documents say how a package depends on this version.
check_documents() {
  local others
  others=$(git grep --extended-regexp 'rubato\.git", from: "' -- '*.md' '*.swift' | grep --invert-match --fixed-strings "from: \"$version\"" || true)
  [[ -z $others ]] || refuse "these lines name another version than $version:" "$others"
  grep --quiet --line-regexp "pkgver=$version" packaging/arch/PKGBUILD &&
    grep --quiet --fixed-strings "global version $version}" packaging/rpm/rubato.spec ||
    refuse "packaging/arch/PKGBUILD or packaging/rpm/rubato.spec has another version; write $version in both"
}

# build DIRECTORY: clones the last commit there and makes its packages, without what this shell has set.
build() {
  git clone --quiet . "$1"
  (cd "$1" && env -u MAKEFLAGS -u MAKELEVEL make deb) >"$1.log" 2>&1 || { tail "$1.log" >&2; refuse "make deb failed in a clean clone"; }
}

# sums DIRECTORY: prints the packages' names and sums.
sums() { (cd "$1/.build/deb" && sha256sum -- *.deb); }

check_packages() {
  build "$work/first"
  # The length of the path differs, and the time.
  build "$work/second-with-a-longer-name"
  diff <(sums "$work/first") <(sums "$work/second-with-a-longer-name") >&2 ||
    refuse "two builds of the same commit gave different packages; compare them with diffoscope"
}

check_tree
check_changelog
check_documents
work=$(mktemp --directory --tmpdir=/var/tmp rubato-release.XXXXXX)
# What is to be looked at stays.
trap '(($? == 0)) && rm -rf "$work" || echo "The builds and their logs are in $work; remove it when you have read them." >&2' EXIT
if [[ $options != --without-ci ]]; then
  git clone --quiet . "$work/ci"
  env -u MAKEFLAGS -u MAKELEVEL "$work/ci/.ci/run" >"$work/ci.log" 2>&1 || { tail --lines=40 "$work/ci.log" >&2; refuse ".ci/run failed"; }
fi
check_packages

{
  printf 'Rubato %s\n\n' "$version"
  section | sed 's/^### //'
  printf '\nPackages (sha256):\n'
  sums "$work/first"
} >.build/tag.txt
cat .build/tag.txt
printf '\nTo make the tag: git tag --annotate --cleanup=verbatim --file=.build/tag.txt v%s\n' "$version"
