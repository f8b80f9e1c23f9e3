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
"${as_root[@]}" apt-get update --quiet=2
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install --quiet=2 --yes --no-install-recommends "${missing[@]}"
