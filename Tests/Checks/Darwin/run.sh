#!/usr/bin/env bash
# run.sh MODULES: type-checks the portable targets that do not import Foundation, and the C code of the others, with a
# stand-in for Darwin's C library, since no Mac is available. MODULES is a directory with modules of swift-collections.
# Foundation on Linux exports Glibc, whose names would hide an error. For targets that import Foundation, see
# PortableRule.swift.
set -euo pipefail
modules=$(realpath "$1")
cd "$(dirname "$0")"
sources=$(realpath ../../../Sources)
work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT

for module in HeapModule OrderedCollections InternalCollectionsUtilities; do
  cp "$modules/$module.swiftmodule" "$work"
done
# Copies only the header of libyaml. With all headers of Linux, a target could import Glibc without an error.
mkdir "$work/yaml"
cp /usr/include/yaml.h "$work/yaml"
options=(-swift-version 6 -package-name rubato -enable-upcoming-feature ExistentialAny
  -enable-upcoming-feature MemberImportVisibility -parse-as-library -module-cache-path "$work/cache" -I "$work" -I include
  -I "$sources/Shims/CYAML" -Xcc -nostdlibinc -Xcc -isystem -Xcc c -Xcc -isystem -Xcc "$work/yaml")

# module NAME FILE...: type-checks a module, and keeps it for modules that import it.
module() {
  local name=$1
  shift
  swiftc "${options[@]}" -module-name "$name" -emit-module -emit-module-path "$work/$name.swiftmodule" "$@" \
    >"$work/output" 2>&1 || { grep --invert-match 'libc not found' "$work/output" >&2; return 1; }
  echo "ok    $name uses only names that exist on a Mac"
}

# target PATH: type-checks a target.
target() {
  local files
  mapfile -t files < <(find "$sources/$1" -name '*.swift')
  module "${1##*/}" "${files[@]}"
}

# Checks that a name that only Linux has is an error.
finds_names_of_linux() {
  printf 'import Darwin\n\nlet descriptor = epoll_create1(0)\n' >"$work/Linux.swift"
  if module Linux "$work/Linux.swift" 2>/dev/null; then return 1; fi
  grep --quiet "cannot find 'epoll_create1'" "$work/output" && echo "ok    a name that only Linux has is an error"
}

module Darwin Darwin.swift
target Core/Vocabulary
target Machine/Zones
finds_names_of_linux
target Protocol/JSON
module Synchronization Synchronization.swift
target Core/Scheduling
target Laboratory/Simulation
target Daemon/Files
for shim in CQueues CNSObject; do
  clang -target arm64-apple-macos15 -std=gnu11 -ffreestanding -nostdlibinc -isystem c -I "$sources/Shims/$shim/include" \
    -fsyntax-only -Wall -Werror "$sources/Shims/$shim/$shim.c"
  echo "ok    $shim compiles for a Mac"
done
