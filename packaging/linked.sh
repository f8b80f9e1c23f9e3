#!/usr/bin/env bash
# linked.sh: checks that debian/copyright names every statically linked library. It links each Swift program of `make
# release` again, with a map of the linked objects. The C programs have no such library.
set -euo pipefail
cd "$(dirname "$0")/.."

maps=$(mktemp --directory)
trap 'rm -r "$maps"' EXIT
for program in rubatod rubatoctl rubato-lab rubato-transfer; do
  # Links as the package manager does, which gives the main function of each program its own name.
  swiftc -emit-executable -static-stdlib -L .build/static -Xclang-linker -static-libgcc -o "$maps/program" "@.build/release/$program.product/Objects.LinkFileList" \
    -Xlinker --gc-sections -Xlinker --defsym="main=${program//-/_}_main" -Xlinker "-Map=$maps/$program" -lsystemd -lsqlite3 2>"$maps/said" ||
    { cat "$maps/said" >&2; exit 1; }
  rm "$maps/program"
done

# Prints the linked libraries. The map contains directories for the modules of packages, and archives for the toolchain
# and for Debian's libraries.
taken() {
  grep --only-matching --no-filename --extended-regexp '[A-Za-z0-9_+.-]+\.build/|[A-Za-z0-9_+.-]+\.a\(|swiftrt\.o' "$maps"/* |
    sed 's|\.build/$||; s|($||' | sort --unique
}

# Prints our own targets, and the libraries that the C toolchain links into every program.
ours() {
  swift package describe --type json | jq --raw-output '.targets[].c99name, .targets[].name'
  printf '%s\n' libc_nonshared.a libgcc.a libgcc_eh.a
}

named() { sed --quiet '/^ Linked:/,/^$/ { s/^ Linked://; p }' packaging/debian/copyright | xargs --max-args=1; }

grep --quiet libswiftCore.a <(taken) && grep --quiet ArgumentParser <(taken)
missing=$(comm -23 <(taken) <({ ours; named; } | sort --unique))
[[ -z $missing ]] || { echo "libraries not named; add them to packaging/debian/copyright: "$missing >&2; exit 1; }
echo "packaging/debian/copyright names all statically linked libraries."
