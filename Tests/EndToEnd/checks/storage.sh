# A state directory that cannot be written. It is replaced by a small file system for the time.

# What was accepted before stays, what comes while the disk is full is refused and says why, and an
# overrun is ended all the same.
survives_a_full_disk() {
  local waiting
  new_fifo
  systemctl stop rubatod
  mount -t tmpfs -o size=2m,mode=700 tmpfs /var/lib/rubato
  systemctl start rubatod
  as alice rubatoctl submit --id kept --kind maintenance --earliest 24h -- true
  submit alice bounded --budget 10s --grace 1s -- sh -c "
    trap '' TERM; exec 3>$fifo; echo started >&3; sleep 1000"
  hear
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

# It says so and does not pretend to work; once the directory is writable, it is back by itself.
tells_of_a_read_only_state_directory() {
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
