# A state directory that is not writable. Meanwhile, a small file system replaces it.

# Requests that were accepted before are kept. Requests on a full disk are refused with the reason. A run that exceeds
# its budget is still ended.
survives_a_full_disk() {
  local waiting
  new_fifo
  systemctl stop rubatod
  mount -t tmpfs -o size=2m,mode=700 tmpfs /var/lib/rubato
  systemctl start rubatod
  as alice rubatoctl submit --id kept --kind maintenance --earliest 24h -- true
  submit alice bounded --budget 10s --grace 1s -- sh -c "
    trap '' TERM; exec 3>$fifo; echo started >&3; sleep 1000"
  await_line
  cat /dev/zero >/var/lib/rubato/ballast || true
  for waiting in {1..200}; do
    as alice rubatoctl submit --id "more-$waiting" --kind maintenance --earliest 24h -- true || break
  done
  fails_with 1 'full\|space' as alice rubatoctl submit --id refused --earliest 24h -- true
  equal "$(state alice refused)" ''
  gone
  equal "$(property ActiveState)" active
  rm /var/lib/rubato/ballast
  as alice rubatoctl submit --id welcome --kind maintenance --earliest 24h -- true
  equal "$(state alice kept)" waiting
  systemctl restart rubatod
  equal "$(state alice kept)" waiting
  equal "$(state alice welcome)" waiting
  equal "$(state alice refused)" ''
  equal "$(last_run alice bounded outcome)" killed
}

# The service fails with the reason. When the directory is writable again, it starts automatically.
reports_a_read_only_state_directory() {
  systemctl stop rubatod
  mount -o remount,ro /var/lib/rubato
  fails_with 1 '' systemctl start rubatod
  journalctl --sync
  journalctl --unit=rubatod --lines=20 --output=cat | grep --ignore-case 'read-only\|not writable\|may not be written'
  mount -o remount,rw /var/lib/rubato
  equal "$(state alice kept)" waiting
  equal "$(property ActiveState)" active
}

comes_back_to_its_own_state() {
  systemctl stop rubatod
  umount /var/lib/rubato
  systemctl start rubatod
  equal "$(state alice waits)" waiting
}
