#!/usr/bin/env bash
# tree.sh DIRECTORY: copies a minimal Debian 12 with systemd to DIRECTORY. debootstrap builds it from the package source
# of apt on this machine. The tree is kept for the next use.
#   RUBATO_E2E_SUITE    another release that debootstrap knows, such as trixie (Debian 13) or noble (Ubuntu 24.04)
#   RUBATO_E2E_MIRROR   the address of its packages, if it differs from the package source of this machine
#   RUBATO_E2E_KEYRING  the file with the keys of the packages, if debootstrap has no keys for the release
set -euo pipefail

suite=${RUBATO_E2E_SUITE:-bookworm}
packages=systemd,systemd-sysv,dbus,dbus-user-session,libpam-systemd,libsqlite3-0,libsystemd0,libyaml-0-2,jq,restic
# Services that report the state of the device, and mocks of devices that no container has.
packages+=,iproute2,network-manager,power-profiles-daemon,python3-dbusmock,umockdev,gir1.2-umockdev-1.0,upower
# The client and the server of transfers.
packages+=,curl,nginx-light
# Programs for remote access, monitoring and configuration. debootstrap finds no providers of virtual packages, such as
# python3-cffi-backend for ansible.
packages+=,openssh-server,tmux,prometheus,ansible-core,python3-cffi-backend
cache=${RUBATO_E2E_CACHE:-/var/cache/rubato-e2e}/$suite-$(sha256sum <<<"$packages" | cut -c 1-12)

mirror() {
  [[ -z ${RUBATO_E2E_MIRROR:-} ]] || { echo "$RUBATO_E2E_MIRROR"; return; }
  local address origin
  # Releases of one distribution have one address.
  for origin in "Release: $suite" 'Origin: Debian' 'Origin: Ubuntu'; do
    address=$(apt-get indextargets --format '$(REPO_URI)' 'Identifier: Packages' "$origin" | head --lines=1)
    [[ -z $address ]] || break
  done
  echo "$address"
}

proxy() {
  local address=
  eval "$(apt-config shell address Acquire::http::Proxy)"
  [[ -z $address || $address == DIRECT ]] || echo "$address"
}

# options: prints the options of debootstrap for the package source. Ubuntu has many of the packages in universe.
options() {
  [[ -z ${RUBATO_E2E_KEYRING:-} ]] || printf '%s\n' "--keyring=$RUBATO_E2E_KEYRING"
  [[ $(mirror) != *ubuntu* ]] || printf '%s\n' --components=main,universe
}

# script: prints the script of debootstrap for a release of Ubuntu that is newer than debootstrap. All releases of
# Ubuntu use the same script.
script() {
  [[ $(mirror) != *ubuntu* || -e /usr/share/debootstrap/scripts/$suite ]] || echo gutsy
}

build() {
  local partial=$cache.$$
  trap 'rm -rf "$partial"' EXIT
  mkdir -p "$partial"
  http_proxy=${http_proxy:-$(proxy)} \
    debootstrap --variant=minbase $(options) --include="$packages" "$suite" "$partial" $(mirror) $(script) >"$cache.log" ||
    { cat "$cache.log" >&2; exit 1; }
  rm -rf "$partial"/var/cache/apt/* "$partial"/var/lib/apt/lists/* "$partial"/etc/machine-id
  mv --no-target-directory "$partial" "$cache"
  trap - EXIT
}

if ! [[ -d $cache ]]; then
  echo "Building a Debian tree in $cache, which is kept for the next use."
  mkdir -p "$(dirname "$cache")"
  build
fi
cp --archive --reflink=auto "$cache" "$1"
