#!/usr/bin/env bash
# run.sh [--write]: compares the public API of the libraries with the tables of Apple's, and docs/conformance.md with both
# (--write writes the page); compiles what apps write against it, and sees that what they must not write does not compile.
set -euo pipefail
source "$(dirname "$0")/module.sh"
root=$tests/../../..
mkdir "$work/modules"
mv "$graphs" "$work/modules/BackgroundTasks"
for other in AppLifecycle BackgroundTransfers; do extract "$other" "$work/modules/$other"; done
# Clients import it, and no table describes it.
build AppLogging > "$work/build.txt" 2>&1 || { cat "$work/build.txt" >&2; exit 1; }

# client VERSION FILE OPTION...: compiles a client up to where data races are found.
client() {
  local version=$1 file=$2
  shift 2
  swiftc -swift-version "$version" "$@" "${imports[@]}" -emit-sil -o /dev/null "$tests/Clients/$file" ||
    { echo "$file does not compile in Swift $version mode." >&2; return 1; }
}

# misuse FILE: it must have the errors that it announces.
misuse() {
  if client 6 "$1" 2> "$work/errors.txt"; then
    echo "$1 compiles, and must not." >&2
    return 1
  fi
  python3 "$tests/expect_errors.py" "$tests/Clients/$1" "$work/errors.txt"
}

status=0
python3 "$tests/api_check.py" "$@" "$root" "$work/modules" || status=1
# The digits of a client's name are its modes. In Swift 5 a task may go to another queue with a warning only; a client of
# both modes has no warning.
for path in "$tests"/Clients/*[56].swift; do
  file=$(basename "$path")
  options=()
  if grep -q '^@main' "$path"; then options=(-parse-as-library); fi
  case $file in
    *56.swift) client 5 "$file" -warnings-as-errors "${options[@]}" || status=1 ;;
    *5.swift) client 5 "$file" -suppress-warnings "${options[@]}" || status=1 ;;
  esac
  [[ $file != *6.swift ]] || client 6 "$file" -warnings-as-errors "${options[@]}" || status=1
done
misuse Misuse.swift || status=1
misuse MisuseOfIsolation.swift || status=1
if ((status)); then
  echo "The API is not as the tables say: see above." >&2
  exit 1
fi
echo "The API is as the tables say, apps in Swift 5 and 6 compile, and misuse does not."
