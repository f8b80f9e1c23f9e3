# Sourced by the scripts in this directory. Builds the module $module (default: BackgroundTasks) in a separate
# directory, without the packages that only the daemon needs, and extracts its symbol graphs.
#
# Sets `tests`, the directory of these scripts; `work`, a directory that is removed when the script ends; `imports`, the
# options with which a compiler finds the module; and `graphs`, a directory that contains only the symbol graphs.
tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset RUBATO_OPTIMISED
module=${module:-BackgroundTasks}

# build MODULE OPTION...: builds the module.
build() {
  (cd "$tests/../../.." &&
    swift build --scratch-path .build/api --disable-default-traits --target "$@")
}

# extract MODULE DIRECTORY: builds the module, and writes its symbol graphs into the directory.
extract() {
  local products target
  build "$1" > "$work/build.txt" 2>&1 || { cat "$work/build.txt" >&2; return 1; }
  products=$(build "$1" --show-bin-path)
  # SwiftPM has written the module maps of headers.
  imports=(-I "$products/Modules")
  for target in CFiles CLinux CDeflate CMainQueue CNSObject CQueues; do imports+=(-I "$products/$target.build"); done
  mkdir -p "$2"
  # SwiftPM names the directory above after the platform.
  swift symbolgraph-extract -module-name "$1" "${imports[@]}" \
    -target "$(basename "$(dirname "$products")")" -minimum-access-level public \
    -skip-synthesized-members -skip-inherited-docs -output-dir "$2"
}

graphs=$work/graphs
extract "$module" "$graphs"
