#!/usr/bin/env bash
# run.sh [--write]: compares the public API of the libraries with the tables of Apple's API, and docs/conformance.md
# with both (--write writes the page). Compiles samples of app code, and checks that samples of misuse do not compile.
set -euo pipefail
source "$(dirname "$0")/module.sh"
root=$tests/../../..
mkdir "$work/modules"
mv "$graphs" "$work/modules/BackgroundTasks"
for other in AppLifecycle BackgroundTransfers; do extract "$other" "$work/modules/$other"; done
# Clients import this module, and no table describes it.
build AppLogging > "$work/build.txt" 2>&1 || { cat "$work/build.txt" >&2; exit 1; }

# client VERSION FILE OPTION...: compiles a client as far as the check for data races.
client() {
  local version=$1 file=$2
  shift 2
  swiftc -swift-version "$version" "$@" "${imports[@]}" -emit-sil -o /dev/null "$tests/Clients/$file" ||
    { echo "$file does not compile in Swift $version mode." >&2; return 1; }
}

# misuse FILE: the file must have the errors that its comments contain.
misuse() {
  if client 6 "$1" 2> "$work/errors.txt"; then
    echo "$1 compiles, but must have errors." >&2
    return 1
  fi
  python3 "$tests/expect_errors.py" "$tests/Clients/$1" "$work/errors.txt"
}

status=0
python3 "$tests/api_check.py" "$@" "$root" "$work/modules" || status=1
# The digits of a client's name are its language modes. In Swift 5, passing a task to another queue causes only a
# warning. A client for both modes has no warning.
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
  echo "The API differs from the tables; see the messages above." >&2
  exit 1
fi
echo "The API agrees with the tables, apps in Swift 5 and 6 compile, and misuse does not."
