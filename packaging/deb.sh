#!/usr/bin/env bash
# deb.sh VERSION OUTPUT: makes Debian packages from the results of `make release`, in the directory OUTPUT.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$1 output=$2 sources=$PWD
tree=$output/rubato-$version
rm -rf "$output"
mkdir -p "$tree"
cp --recursive packaging/debian "$tree/debian"

# The date of the last commit, so that the same sources give the same packages.
date=$(git log -1 --format=%cd --date=rfc 2>/dev/null || date --rfc-email --reference=CHANGELOG.md)
printf 'rubato (%s) stable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- %s  %s\n' \
  "$version" "$(sed --quiet 's/^Maintainer: //p' packaging/debian/control)" "$date" >"$tree/debian/changelog"

(cd "$tree" && SOURCES="$sources" SOURCE_DATE_EPOCH=$(date --date="$date" +%s) dpkg-buildpackage --build=binary --no-sign --no-check-builddeps)
rm -r "$tree"
ls -l "$output"/*.deb
