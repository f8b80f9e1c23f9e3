#!/usr/bin/env bash
# packages.sh PACKAGE...: prints the names of the given Debian packages that this machine lacks, then installs them.
# SUDO is the program that runs apt-get as root. If this program does not exist, or needs a password without a terminal,
# the script installs nothing, prints the command to type, and exits with 1.
set -euo pipefail

as_root=(${SUDO:-})
((EUID != 0)) || as_root=()

missing=()
for package in $(printf '%s\n' "$@" | sort --unique); do
  status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
  [[ $status == installed ]] || missing+=("$package")
done
((${#missing[@]} > 0)) || exit 0

# refuse RUN [SUDO]: prints the command to type.
refuse() {
  echo "Debian packages are missing; $1: ${2:+$2 }apt-get update && ${2:+$2 }apt-get install --no-install-recommends ${missing[*]}" >&2
  exit 1
}
has_terminal() { { : </dev/tty; } 2>/dev/null; }
needs_password() { ! "${as_root[@]}" -n true 2>/dev/null; }

if ((EUID != 0)); then
  ((${#as_root[@]} > 0)) && type "${as_root[0]}" >/dev/null 2>&1 || refuse 'run as root'
  has_terminal || ! needs_password || refuse run "${as_root[*]}"
fi
echo "Installing these Debian packages and their dependencies with ${as_root[*]:+${as_root[*]} }apt-get: ${missing[*]}"
if ((EUID != 0)) && needs_password; then
  "${as_root[@]}" -v || refuse 'run as root'
fi

# One script on this machine installs packages at a time. Any user can lock this directory. Services that a package
# starts must not inherit the lock.
exec {machine}</var/lib/dpkg
flock "$machine"

# apt COMMAND...: runs apt-get, which waits for the lock of dpkg only. If another program has locked the lists or the
# archives, runs it again, for at most ten minutes.
apt() {
  local errors status end=$((SECONDS + 600))
  while true; do
    status=0
    errors=$("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive LC_ALL=C \
      apt-get --option=DPkg::Lock::Timeout=600 "$@" {machine}<&- 2>&1 >&3) || status=$?
    ((status != 0 && SECONDS < end)) && [[ $errors == *'Could not get lock'* ]] || break
    sleep 5
  done 3>&1
  [[ -z $errors ]] || echo "$errors" >&2
  return "$status"
}
apt --quiet=2 update
apt --quiet=2 --yes --no-install-recommends install "${missing[@]}"

