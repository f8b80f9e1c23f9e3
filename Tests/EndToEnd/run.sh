#!/usr/bin/env bash
# Installs the service into a Debian tree, boots it in a container and checks it there, as root.
# Nothing on this machine is touched but a cache (see tree.sh). The last line is the result.
set -euo pipefail
cd "$(dirname "$0")"

work=$(mktemp --directory --tmpdir=/var/tmp rubato-e2e.XXXXXX)
tree=$work/tree results=$work/results
mkdir "$results"
touch "$results"/{report,passed,failed}
container= machine=rubato-e2e-$$

# systemd-nspawn leaves a directory of its own behind where /run is no tmpfs.
clean_up() {
  [[ -z $container ]] || { kill "$container" && wait "$container"; } 2>/dev/null || true
  rm -rf --one-file-system "$work" "/run/systemd/nspawn/propagate/$machine"
}
trap clean_up EXIT

install_service() {
  make --no-print-directory --directory=../.. install DESTDIR="$tree"
  install -D --mode=644 rubato-checks.service --target-directory="$tree/etc/systemd/system"
  systemctl --root="$tree" --quiet enable rubato-checks.service
  mkdir "$tree/checks" "$tree/results"
}

# Boots once and shows the report as it grows. Pure cgroup v2, as Debian 12 boots it.
boot() {
  : >"$results/report"
  SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 timeout --kill-after=30s 20m \
    systemd-nspawn --quiet --directory="$tree" --machine="$machine" --boot \
    --register=no --keep-unit --private-network --console=pipe \
    --bind-ro="$PWD:/checks" --bind="$results:/results" >>"$work/console" 2>&1 </dev/null &
  container=$!
  tail --follow --lines=+1 --pid="$container" "$results/report"
  wait "$container"
}

# With --keep-unit, a reboot ends systemd-nspawn with 133.
boot_until_finished() {
  local status=133
  while ((status == 133)); do
    status=0
    boot || status=$?
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
boot_until_finished

passed=$(wc --lines <"$results/passed") failed=$(wc --lines <"$results/failed")
[[ -e $results/finished ]] || failed=$((failed + 1))
((failed == 0)) || show_journal
echo "$passed passed, $failed failed"
((failed == 0))
