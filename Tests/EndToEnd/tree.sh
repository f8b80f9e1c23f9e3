#!/usr/bin/env bash
# tree.sh DIRECTORY: copies a minimal Debian 12 with systemd to DIRECTORY. It is built with
# debootstrap, from wherever apt on this machine gets its packages, and kept for the next time.
#   RUBATO_E2E_SUITE    another release that debootstrap knows, such as trixie (Debian 13) or noble (Ubuntu 24.04)
#   RUBATO_E2E_MIRROR   the address of its packages, if that is another than of this machine's
#   RUBATO_E2E_KEYRING  the file of the keys that sign them, if debootstrap has none for the release
set -euo pipefail

suite=${RUBATO_E2E_SUITE:-bookworm}
packages=systemd,systemd-sysv,dbus,dbus-user-session,libpam-systemd,libsqlite3-0,libsystemd0,libyaml-0-2,jq,restic
# What tells of the device: real services, and mocks of what no container has.
packages+=,iproute2,network-manager,power-profiles-daemon,python3-dbusmock,umockdev,gir1.2-umockdev-1.0,upower
# What transfers are carried by, and to and from.
packages+=,curl,nginx-light
# By which machines are looked at and managed (debootstrap finds no provider of virtual packages, as ansible's python3-cffi-backend).
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

# options: prints the options of debootstrap for where the packages are. Ubuntu has many of them in universe.
options() {
  [[ -z ${RUBATO_E2E_KEYRING:-} ]] || printf '%s\n' "--keyring=$RUBATO_E2E_KEYRING"
  [[ $(mirror) != *ubuntu* ]] || printf '%s\n' --components=main,universe
}

# script: prints the script of debootstrap for a release of Ubuntu that is newer than debootstrap. All of Ubuntu's are one.
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
  echo "Building a Debian tree in $cache; it is kept for the next time."
  mkdir -p "$(dirname "$cache")"
  build
fi
cp --archive --reflink=auto "$cache" "$1"
