#!/usr/bin/env bash
# run.sh [PROGRAM [ARGUMENT...]]: installs the service into a Debian tree, boots the tree in a container, and runs a
# program of Tests there as root (default: EndToEnd/guest.sh). On this machine, it changes only a cache (see tree.sh).
# The last line is the result.
#   RUBATO_E2E_SHARE   a directory, which is /share in the container
#   RUBATO_E2E_DEBS    a directory of packages, which is /debs in the container. The program installs them.
#   RUBATO_E2E_OLD     a directory of earlier packages, which is /old-debs in the container
#   RUBATO_E2E_LIMIT   the time limit of the container from one start to the next (25m)
set -euo pipefail
cd "$(dirname "$0")"

# The lock allows one container at a time. With --keep-unit, all containers of a machine are in the same cgroups, and a
# kill in one container also kills processes of the other.
exec {lock}>/run/rubato-e2e.lock
flock "$lock"

program=${1:-EndToEnd/guest.sh} arguments=${*:2}
work=$(mktemp --directory --tmpdir=/var/tmp rubato-e2e.XXXXXX)
tree=$work/tree results=$work/results
mkdir "$results"
touch "$results"/{report,passed,failed}
echo 0 >"$results/phase"
mkfifo "$results/power"
container= plug= machine=rubato-e2e-$$
binds=(--bind-ro="$(realpath ..):/checks" --bind="$results:/results")

# Also removes a directory that systemd-nspawn leaves behind if /run is no tmpfs.
clean_up() {
  [[ -z $plug ]] || kill "$plug" 2>/dev/null || true
  [[ -z $container ]] || { kill "$container" && wait "$container"; } 2>/dev/null || true
  rm -rf --one-file-system "$work" "/run/systemd/nspawn/propagate/$machine"
}
trap clean_up EXIT

install_service() {
  if [[ -n ${RUBATO_E2E_DEBS:-} ]]; then
    cp --recursive "$RUBATO_E2E_DEBS" "$tree/debs"
    [[ -z ${RUBATO_E2E_OLD:-} ]] || cp --recursive "$RUBATO_E2E_OLD" "$tree/old-debs"
  else
    DESTDIR=$tree ../../packaging/files.sh install
    # The last check uninstalls the service with these scripts.
    mkdir "$tree/opt/rubato"
    cp --recursive ../../packaging "$tree/opt/rubato"
  fi
  sed "s|EndToEnd/guest.sh|$program $arguments|; s|20min|${RUBATO_E2E_LIMIT:-20min}|" rubato-checks.service |
    install -D --mode=644 /dev/stdin "$tree/etc/systemd/system/rubato-checks.service"
  systemctl --root="$tree" --quiet enable rubato-checks.service
  # The checks start their own servers. At the first boot, Debian's presets would enable services that are only
  # disabled. With nginx, they would also enable a wait of two minutes for a network, which the container does not have.
  systemctl --root="$tree" --quiet mask nginx.service ssh.service prometheus.service prometheus-node-exporter.service systemd-networkd-wait-online.service
  # The apps of `make e2e-apps`, if they have been built.
  ! [[ -d ../../.build/example ]] || install -D --target-directory="$tree/opt/news-refresh" ../../.build/example/*
  local app
  for app in life-app task-app; do
    ! [[ -e ../../.build/release/$app ]] || install -D --target-directory="$tree/opt/$app" ../../.build/release/$app
  done
  mkdir "$tree/checks" "$tree/results"
}

# Makes the tests of launchers, with the shared libraries that they need, available in the container.
bind_tests() {
  local tests
  tests=$(realpath ../../.build/debug)
  [[ -e $tests/rubatoPackageTests.xctest ]] || return 0
  binds+=(--bind-ro="$tests:/tests" --bind-ro="$(
    ldd "$tests/rubatoPackageTests.xctest" | sed -n 's|.*=> \(.*\)/libswiftCore\.so .*|\1|p'
  )")
}

# Boots the container once, and shows the report while it grows. With pure cgroup v2, as in Debian 12.
boot() {
  : >"$results/report"
  SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 timeout --kill-after=30s "${RUBATO_E2E_LIMIT:-25m}" env --default-signal \
    systemd-nspawn --quiet --directory="$tree" --machine="$machine" --boot \
    --register=no --keep-unit --private-network --console=pipe \
    "${binds[@]}" ${RUBATO_E2E_SHARE:+--bind="$RUBATO_E2E_SHARE:/share"} \
    >>"$work/console" 2>&1 </dev/null &
  container=$!
  pull_the_plug_when_asked "$container" &
  plug=$!
  tail --follow --lines=+1 --pid="$container" "$results/report"
  wait "$container"
}

# children PID: prints the pids of the children.
children() { cat "/proc/$1/task/$1/children"; }

# pull_the_plug_when_asked PID: waits for a line, then kills process 1 of the container and thereby all its processes.
# PID is the process of timeout(1).
pull_the_plug_when_asked() {
  local nspawn
  read -r <"$results/power"
  nspawn=$(children "$1")
  touch "$results/unplugged"
  kill -KILL $(children $nspawn)
}

# Boots again after each reboot or loss of power. With --keep-unit, systemd-nspawn exits with 133 for a reboot.
boot_until_finished() {
  local status=133
  while ((status == 133)); do
    status=0
    boot || status=$?
    kill "$plug" 2>/dev/null && wait "$plug" || true
    ! rm "$results/unplugged" 2>/dev/null || status=133
  done
  [[ -e $results/finished ]] || echo "The container ended with status $status before the last check."
}

show_journal() {
  echo "Console of the container:"
  tail --lines=40 "$work/console"
  echo "Journal of the service:"
  journalctl --directory="$tree/var/log/journal" --no-pager --lines=200 \
    UNIT=rubatod.service + _SYSTEMD_UNIT=rubatod.service + SYSLOG_IDENTIFIER=rubatod || true
}

./tree.sh "$tree"
install_service
[[ $program != EndToEnd/* ]] || bind_tests
boot_until_finished

passed=$(wc --lines <"$results/passed") failed=$(wc --lines <"$results/failed")
[[ -e $results/finished ]] || failed=$((failed + 1))
((failed == 0)) || show_journal
echo "$passed passed, $failed failed"
((failed == 0))
