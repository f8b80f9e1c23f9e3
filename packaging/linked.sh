#!/usr/bin/env bash
# linked.sh: links each program that `make release` has built once more, with a map of what the linker takes, and sees that
# debian/copyright names every library that is linked statically. Those in C have none.
set -euo pipefail
cd "$(dirname "$0")/.."

maps=$(mktemp --directory)
trap 'rm -r "$maps"' EXIT
for program in rubatod rubatoctl rubato-lab rubato-transfer; do
  # As the package manager links it, which gives each program's main function a name of its own.
  swiftc -emit-executable -static-stdlib -L .build/static -Xclang-linker -static-libgcc -o "$maps/program" "@.build/release/$program.product/Objects.LinkFileList" \
    -Xlinker --gc-sections -Xlinker --defsym="main=${program//-/_}_main" -Xlinker "-Map=$maps/$program" -lsystemd -lsqlite3 2>"$maps/said" ||
    { cat "$maps/said" >&2; exit 1; }
  rm "$maps/program"
done

# Modules of packages leave objects in a directory of their own, the toolchain and Debian archives.
taken() {
  grep --only-matching --no-filename --extended-regexp '[A-Za-z0-9_+.-]+\.build/|[A-Za-z0-9_+.-]+\.a\(|swiftrt\.o' "$maps"/* |
    sed 's|\.build/$||; s|($||' | sort --unique
}

# Our own, what is linked into every program of the C toolchain, and what only declares names.
ours() {
  swift package describe --type json | jq --raw-output '.targets[].c99name, .targets[].name'
  printf '%s\n' libc_nonshared.a libgcc.a libgcc_eh.a
}

named() { sed --quiet '/^ Linked:/,/^$/ { s/^ Linked://; p }' packaging/debian/copyright | xargs --max-args=1; }

grep --quiet libswiftCore.a <(taken) && grep --quiet ArgumentParser <(taken)
missing=$(comm -23 <(taken) <({ ours; named; } | sort --unique))
[[ -z $missing ]] || { echo "packaging/debian/copyright does not name what is linked: "$missing >&2; exit 1; }
echo "All that is linked statically is in packaging/debian/copyright."
