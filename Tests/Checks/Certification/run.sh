#!/bin/bash
# Tests our Varlink library with the Python package `varlink`, as server and as client. The client of this package also
# introspects and calls a simulated rubatod.
#
#   run.sh BIN      BIN is the built varlink-certification. rubatod is in the same directory.
#
# The package is installed in a virtual environment, by default next to BIN, or in RUBATO_VARLINK_VENV. An existing one
# is used again. Exits with 0 only if both directions pass.
set -euo pipefail

[ $# -eq 1 ] && [ -x "$1" ] || { echo "usage: run.sh BIN (the built varlink-certification)" >&2; exit 2; }
bin=$(realpath "$1")
venv=${RUBATO_VARLINK_VENV:-$(dirname "$bin")/varlink-certification.venv}
python=$venv/bin/python

work=$(mktemp -d)
server=
stop_server() {
  [ -z "$server" ] || { kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; }
  server=
}
trap 'stop_server; rm -rf "$work"' EXIT

command -v python3 >/dev/null || { echo "python3 is missing: apt-get install python3 python3-venv" >&2; exit 1; }
if ! "$python" -c 'import varlink' 2>/dev/null; then
  # In Debian, the module venv can install pip only with the package python3-venv.
  python3 -c 'import ensurepip, venv' 2>/dev/null ||
    { echo "Python cannot make virtual environments: apt-get install python3-venv" >&2; exit 1; }
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" --quiet --disable-pip-version-check install 'varlink==31.0.0' ||
    { echo "the Python package varlink could not be installed" >&2; exit 1; }
fi

# start_server COMMAND...: starts the command, and waits until it has printed that it listens.
start_server() {
  mkfifo "$work/said"
  "$@" >"$work/said" 2>"$work/server.err" &
  server=$!
  exec 3<"$work/said"
  rm "$work/said"
  local line=
  until [[ $line == Listening* ]]; do
    read -r -t 30 line <&3 ||
      { echo "the server did not start:" >&2; cat "$work/server.err" >&2; exit 1; }
  done
}

# expect_pass NAME COMMAND...: the command must exit with 0 and print that it has passed.
expect_pass() {
  local name=$1
  shift
  if timeout 60 "$@" >"$work/out" 2>&1 && grep -q '^Certification passed$' "$work/out"; then
    echo "$name: passed"
  else
    echo "$name: FAILED" >&2
    cat "$work/out" "$work/server.err" >&2
    exit 1
  fi
}

start_server "$bin" serve "unix:$work/ours"
expect_pass "our server, Python's client" \
  "$python" -m varlink.tests.test_certification "--varlink=unix:$work/ours" --client
expect_pass "our server, our client" "$bin" check "unix:$work/ours"
stop_server

start_server "$(dirname "$bin")/rubatod" --simulate --state-directory "$work/state" --socket "$work/rubatod"
expect_pass "rubatod, Python's client" "$python" "$(dirname "$0")/daemon.py" "unix:$work/rubatod"
stop_server

start_server "$python" -u -m varlink.tests.test_certification "--varlink=unix:$work/theirs"
expect_pass "Python's server, our client" "$bin" check "unix:$work/theirs"
stop_server
