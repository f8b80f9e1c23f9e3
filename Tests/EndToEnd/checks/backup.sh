# A user's backup of a directory of 1 GB with restic, which requires power.

repository=/home/alice/repository

hands_in_a_backup_that_needs_power() {
  local part
  as alice mkdir pictures
  for part in {1..16}; do head --bytes=62500000 /dev/urandom >"/home/alice/pictures/$part"; done
  echo secret >/home/alice/password
  # An interruption leaves a lock without an owner, and packs that are in no index.
  cat >/home/alice/back-up <<'EOF'
#!/bin/sh -e
restic unlock
restic rebuild-index
echo "backing up" >"$1"
exec restic backup --limit-upload 20000 pictures
EOF
  chmod +x /home/alice/back-up
  restic_of_alice init
  # Shorter times than the defaults: device.sh checks that power must last for a minute.
  printf 'steady-power-gain: 10s\nsteady-power-loss: 2s\n' >/etc/rubato/policy.yaml
  systemctl restart rubatod
  rubatoctl device set power=ac battery=80
  new_fifo
  echo "$fifo" >/home/alice/fifo
  as alice rubatoctl submit --id backup --requires power --signal INT --directory /home/alice \
    --env RESTIC_REPOSITORY=$repository --env RESTIC_PASSWORD_FILE=/home/alice/password \
    -- /home/alice/back-up "$fifo"
}

restic_of_alice() {
  as alice RESTIC_REPOSITORY=$repository RESTIC_PASSWORD_FILE=/home/alice/password restic "$@"
}

backs_up_through_three_unpluggings() {
  local round run
  fifo=$(cat /home/alice/fifo)
  exec 9<>"$fifo"
  for round in {1..3}; do
    await_line 120
    run=$(last_run alice backup run)
    equal "$(as alice rubatoctl runs show "$run" --json | jq --raw-output .end)" null
    rubatoctl device set power=battery
    fails_with 1 '' as alice timeout 60 rubatoctl wait --run "$run"
    equal "$(last_run alice backup outcome)" expired
    equal "$(last_run alice backup stopReason)" power
    equal "$(state alice backup)" waiting
    as alice rubatoctl explain backup | grep --ignore-case power
    rubatoctl device set power=ac
  done
  await_line 120
  as alice timeout 300 rubatoctl wait backup
  equal "$(last_run alice backup outcome)" completed
  equal "$(as alice rubatoctl runs backup --json | jq length)" 4
}

# The last run did not store the data of the interrupted runs again.
went_on_where_it_was_interrupted() {
  as alice rubatoctl logs backup
  as alice rubatoctl logs backup | grep 'Added to the repository: [0-9.]* MiB'
  (($(du --bytes --summarize $repository | cut --fields=1) < 1200000000))
}

restores_what_was_backed_up() {
  restic_of_alice check --read-data
  restic_of_alice snapshots --json | jq --exit-status 'length == 1'
  restic_of_alice restore latest --include pictures/7 --target restored
  cmp /home/alice/pictures/7 /home/alice/restored/pictures/7
  rm -r /home/alice/{pictures,repository,restored}
}
