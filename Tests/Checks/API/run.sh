#!/usr/bin/env bash
# Compares the public API of BackgroundTasks with Apple's, compiles what apps write against it, and sees that what
# they must not write does not compile.
set -euo pipefail
source "$(dirname "$0")/module.sh"

# client VERSION FILE OPTION...: compiles a client up to where data races are found.
client() {
  local version=$1 file=$2
  shift 2
  swiftc -swift-version "$version" "$@" "${imports[@]}" -emit-sil -o /dev/null "$tests/Clients/$file"
}

# misuse FILE: it must have the errors that it announces.
misuse() {
  if client 6 "$1" 2> "$work/errors.txt"; then
    echo "$1 compiles, and must not." >&2
    return 1
  fi
  python3 "$tests/expect_errors.py" "$tests/Clients/$1" "$work/errors.txt"
}

# What apps have around their tasks.
swift build --package-path "$tests/../../.." --scratch-path "$tests/../../../.build/api" \
  --disable-default-traits --target AppLifecycle > "$work/build.txt" 2>&1 ||
  { cat "$work/build.txt" >&2; exit 1; }

status=0
python3 "$tests/api_check.py" "$tests/table.txt" "$graphs"/*.json || status=1
# In Swift 5 a task may go to another queue with a warning only.
client 5 Swift5.swift -suppress-warnings || status=1
client 5 Lifecycle5.swift -suppress-warnings -parse-as-library || status=1
client 6 Swift6.swift -warnings-as-errors || status=1
misuse Misuse.swift || status=1
misuse MisuseOfIsolation.swift || status=1
if ((status)); then
  echo "The API of BackgroundTasks is not Apple's: see above." >&2
  exit 1
fi
echo "The API of BackgroundTasks is Apple's, apps in Swift 5 and 6 compile, and misuse does not."
