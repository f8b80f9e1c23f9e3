#!/usr/bin/env bash
# release-check.sh VERSION [--without-ci]: checks that the last commit can be released as VERSION. It prints the text of the
# annotated tag and the command that makes the tag, or the first obstacle with its remedy. Two builds must give the same
# packages. The tag names the directory, the compiler and the libraries with which others can build them again. With
# --without-ci, it does not run .ci/run, which takes about half an hour.
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

# Documents contain the line with which a package depends on this version.
check_documents() {
  local others
  others=$(git grep --extended-regexp 'rubato\.git", from: "' -- '*.md' '*.swift' | grep --invert-match --fixed-strings "from: \"$version\"" || true)
  [[ -z $others ]] || refuse "these lines name another version than $version:" "$others"
  grep --quiet --line-regexp "pkgver=$version" packaging/arch/PKGBUILD &&
    grep --quiet --fixed-strings "global version $version}" packaging/rpm/rubato.spec ||
    refuse "packaging/arch/PKGBUILD or packaging/rpm/rubato.spec has another version; write $version in both"
}

# build NAME: clones the last commit to $place, and makes its packages there without the make options of this shell.
# Keeps the packages and their list of sources as NAME.
build() {
  git clone --quiet . "$place"
  (cd "$place" && env -u MAKEFLAGS -u MAKELEVEL make deb) >"$work/$1.log" 2>&1 ||
    { tail "$work/$1.log" >&2; refuse "make deb failed in a clean clone"; }
  mkdir "$work/$1"
  mv "$place"/.build/deb/*.deb "$work/$1"
  cp "$place/.build/workspace-state.json" "$work/$1.json"
  rm -rf "$place"
}

# sums NAME: prints the checksums and names of the packages.
sums() { (cd "$work/$1" && sha256sum -- *.deb); }

# sources NAME: prints the directory, the compiler and the libraries of a build.
sources() {
  echo "Directory $place"
  swift --version 2>/dev/null | head --lines=1
  jq --raw-output '.object.dependencies[] | "\(.packageRef.identity) \(.state.checkoutState.version) \(.state.checkoutState.revision)"' \
    "$work/$1.json"
}

check_packages() {
  build first
  build second
  diff <(sums first) <(sums second) >&2 ||
    refuse "two builds of the same commit gave different packages; see whether \`setarch --addr-no-randomize true\` works here"
}

# The compiler writes the path of a source into some objects, so that both builds need the same directory.
place=/var/tmp/rubato-$version
check_tree
check_changelog
check_documents
[[ ! -e $place ]] || refuse "the directory of the builds exists already: $place; remove it"
work=$(mktemp --directory --tmpdir=/var/tmp rubato-release.XXXXXX)
# Tests in this directory run programs as another user.
chmod 755 "$work"
# After a failure, keeps the builds and logs, but moves the clone, so that the next check can use its directory.
leave() {
  local status=$?
  [[ ! -e $place ]] || mv "$place" "$work/clone"
  if ((status == 0)); then rm -rf "$work"; else echo "The builds and their logs are in $work; remove it when you have read them." >&2; fi
}
trap leave EXIT
if [[ $options != --without-ci ]]; then
  git clone --quiet . "$work/ci"
  env -u MAKEFLAGS -u MAKELEVEL "$work/ci/.ci/run" >"$work/ci.log" 2>&1 || { tail --lines=40 "$work/ci.log" >&2; refuse ".ci/run failed"; }
fi
check_packages

mkdir -p .build
{
  printf 'Rubato %s\n\n' "$version"
  section | sed 's/^### //'
  printf '\nPackages (sha256):\n'
  sums first
  printf '\nBuilt with:\n'
  sources first
} >.build/tag.txt
cat .build/tag.txt
printf '\nTo make the tag: git tag --annotate --cleanup=verbatim --file=.build/tag.txt v%s\n' "$version"
