# Removal of the installed service, by the scripts of packaging that run.sh has copied.

uninstalls() {
  local said
  said=$(/opt/rubato/packaging/uninstall.sh)
  grep '^  /var/lib/rubato ' <<<"$said"
  test -s /var/lib/rubato/rubato.sqlite
  getent group rubato
  [[ ! -e /sys/fs/cgroup/system.slice/rubatod.service ]]
  # Units of the checks themselves are in /run/systemd.
  equal "$(find /usr/bin /usr/libexec /usr/lib/systemd /usr/lib/sysusers.d /usr/share /run \
    -path '/run/*systemd' -prune -o -name '*rubat*' -print)" ''
}
