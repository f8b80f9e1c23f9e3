# Removal of the installed service with the scripts of packaging, which run.sh has copied.

uninstalls() {
  local said
  said=$(/opt/rubato/packaging/uninstall.sh)
  grep '^  /var/lib/rubato ' <<<"$said"
  test -s /var/lib/rubato/rubato.sqlite
  getent group rubato
  [[ ! -e /sys/fs/cgroup/system.slice/rubatod.service ]]
  # /run/systemd contains units of the checks.
  equal "$(find /usr/bin /usr/libexec /usr/lib/systemd /usr/lib/sysusers.d /usr/share /run \
    -path '/run/*systemd' -prune -o -name '*rubat*' -print)" ''
}
