#!/usr/bin/env bash
# run.sh EndToEnd/upgrade.sh: upgrades earlier packages (RUBATO_E2E_OLD) with queued work of each kind to the present
# packages (RUBATO_E2E_DEBS), as `apt upgrade` does on a user's machine.
set -euo pipefail
cd "$(dirname "$0")"
source ./harness.sh

installs_earlier() {
  dpkg --install /old-debs/*.deb
  keep_from_the_machine
  eventually answers rubatoctl status
}

# Queues requests that wait, repeat, depend on others, are paused, have failed or are running. Also adds a task file, a
# policy, a group and an app.
queues_work() {
  mkdir -p /etc/rubato/tasks.d
  printf 'energy:\n  mains-price: 0.3\n' >/etc/rubato/policy.yaml
  printf 'kind: utility\nevery: 1d\nearliest: +20h\ncommand: [/bin/true]\n' >/etc/rubato/tasks.d/declared.yaml
  systemctl restart rubatod
  eventually answers rubatoctl status
  eventually declared_waits
  as alice rubatoctl submit --id waits --earliest +20h --tag home --env COLOUR=blue -- sh -c 'echo $COLOUR'
  as alice rubatoctl submit --id nightly --every 1d --earliest 22:00 --latest 06:00 --requires power -- sh -c 'echo done'
  as alice rubatoctl submit --id follows --after waits -- true
  as alice rubatoctl submit --id encode --group media --earliest +20h -- true
  as alice rubatoctl group set media --width 3
  as alice rubatoctl pause encode
  submit alice breaks -- sh -c 'echo broken >&2; exit 3'
  as alice rubatoctl wait breaks || true
  submit alice works -- echo worked
  as alice rubatoctl wait works
  as alice rubatoctl app register com.example.news --permits com.example.refresh
  as alice rubatoctl app opened com.example.news
  mkfifo /home/alice/go
  chown alice /home/alice/go
  as alice rubatoctl submit --id long --earliest +20h -- sh -c 'read line </home/alice/go; echo "went on"'
  as alice rubatoctl run long --force
  eventually runs_long
}

declared_waits() { rubatoctl list --json | jq --exit-status '.[] | select(.id == "declared").state == "waiting"'; }
runs_long() { equal "$(last_run alice long state)" running; }

# Prints the state that must be equal before and after the upgrade.
kept() {
  as alice rubatoctl list --json | jq --sort-keys '[.[] | {id, state, kind, earliest, latest, every, requires, group, tags, after}]'
  as alice rubatoctl list --failed --json | jq --sort-keys '[.[] | {id, run, outcome, attempts}]'
  as alice rubatoctl runs --json | jq --sort-keys '[.[] | {run, id, state, outcome, exit, start, ended: .end}]'
  as alice rubatoctl groups --json | jq --sort-keys '[.[] | {name, width}]'
  as alice rubatoctl app list --json | jq --sort-keys '[.[] | {id, permittedIdentifiers}]'
  # It exits with 1, since a request has failed.
  { as alice rubatoctl status --json || true; } | jq --sort-keys '[.pauses[] | {ids, by, since}]'
  as alice rubatoctl logs breaks
  as alice rubatoctl logs works
  rubatoctl policy show --json | jq '.keys[] | select(.key == "energy.mains-price").value'
}

keeps_all() {
  local pid
  kept >/tmp/before
  grep --quiet broken /tmp/before && grep --quiet worked /tmp/before && grep --quiet '"0.3"' /tmp/before
  pid=$(property MainPID)
  dpkg --install /debs/rubato_*.deb /debs/rubato-lab_*.deb
  [[ $(property MainPID) != "$pid" ]]
  eventually answers rubatoctl status
  kept >/tmp/after
  diff /tmp/before /tmp/after
}

continues() {
  echo now >/home/alice/go
  as alice rubatoctl wait --run "$(last_run alice long run)"
  as alice rubatoctl logs long | grep 'went on'
  declared_waits
  as alice rubatoctl resume encode
  as alice rubatoctl retry breaks
  as alice rubatoctl wait breaks || true
  equal "$(as alice rubatoctl runs breaks --json | jq length)" 2
  as alice rubatoctl run waits --force
  as alice rubatoctl wait waits
  as alice rubatoctl logs waits | grep blue
  submit alice fresh -- echo fresh
  as alice rubatoctl wait fresh
}

useradd --create-home alice
check 'the earlier packages install, and the service runs' installs_earlier
check 'work of each kind is queued' queues_work
check 'an upgrade keeps requests, runs, output, groups, apps and settings' keeps_all
check 'after the upgrade, the run continues, and retries and new requests run' continues
finish
