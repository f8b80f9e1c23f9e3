# The width of groups, and the slots of the machine.

groups_serve() {
  check 'a group of width 3 runs three requests at a time, in order' three_at_a_time
  check 'pausing a group does not affect other requests' a_group_is_paused
  check 'a task file sets the width of its group' a_file_gives_a_width
  check 'a submitted file sets the width of its group, and an export contains it' a_submission_gives_a_width
  check 'root changes the slots, and a restart keeps them' slots_are_kept
  check 'limits shows the source of each number' limits_name_their_sources
}

three_at_a_time() {
  as alice rubatoctl group set encode --width 3 | grep 'up to 3 requests'
  for number in 1 2 3 4 5; do
    as alice rubatoctl submit --id "encode-$number" --group encode --kind userInitiated -- sleep 1000
  done
  for number in 1 2 3; do eventually is_running_as_alice "encode-$number"; done
  as alice rubatoctl explain encode-4 | grep 'group encode is full (3 of 3: encode-1, run [0-9]*, since '
  as alice rubatoctl groups --json |
    jq --exit-status '.[0] | .name == "encode" and .width == 3 and (.running | length) == 3 and .waiting == 2'
  restarted
  equal "$(as alice rubatoctl groups --json | jq '.[0].width')" 3
  as alice rubatoctl set encode-5 --priority 10
  as alice rubatoctl group set encode --width 4
  eventually is_running_as_alice encode-5
  as alice rubatoctl explain encode-4 | grep 'group encode is full (4 of 4'
  fails_with 1 "width '0' is not allowed" as alice rubatoctl group set encode --width 0
  fails_with 1 "width '10000' is not allowed" as alice rubatoctl group set encode --width 10000
  as alice rubatoctl cancel 'encode-*'
  as alice rubatoctl group reset encode
}

is_running_as_alice() { equal "$(as alice rubatoctl show "$1" --json | jq --raw-output .state)" running; }

a_group_is_paused() {
  as alice rubatoctl pause --group encode
  as alice rubatoctl submit --id held --group encode --kind userInitiated -- true
  as alice rubatoctl submit --id free --kind userInitiated -- true
  eventually has_completed free
  as alice rubatoctl explain held | grep 'paused by alice'
  as alice rubatoctl resume --group encode
  eventually has_completed held
}

# width: prints the width of alice's group `files`.
width() { as alice rubatoctl groups --json | jq '.[] | select(.name == "files") | .width'; }

a_file_gives_a_width() {
  mkdir -p /etc/rubato/tasks.d
  printf 'user: alice\ncommand: [/bin/true]\nevery: 1d\nearliest: 20h\ngroup: {name: files, width: 3}\n' \
    >/etc/rubato/tasks.d/one.yaml
  systemctl reload rubatod
  eventually is_width 3
  as alice rubatoctl group set files --width 5
  systemctl reload rubatod
  equal "$(width)" 5
  sed 's/width: 3/width: 2/' /etc/rubato/tasks.d/one.yaml >/etc/rubato/tasks.d/two.yaml
  fails_with 1 "group 'files' has the width 3 here, and 2 in /etc/rubato/tasks.d/two.yaml:5" rubatoctl policy check
  rm /etc/rubato/tasks.d/two.yaml
  rubatoctl policy check
  echo 'budget: 7m' >>/etc/rubato/tasks.d/one.yaml
  systemctl reload rubatod
  eventually is_width 3
  rm /etc/rubato/tasks.d/one.yaml
  systemctl reload rubatod
  equal "$(width)" 3
  as alice rubatoctl group reset files
}

is_width() { equal "$(width)" "$1"; }

a_submission_gives_a_width() {
  printf '%s\n' '{"id": "wide", "command": ["/bin/true"], "earliest": "tomorrow 3am", "group": {"name": "files", "width": 4}}' |
    as alice rubatoctl submit -
  equal "$(width)" 4
  as alice rubatoctl export wide | tee /tmp/wide.yaml | grep '^group: {name: files, width: 4}$'
  as alice rubatoctl cancel wide
  as alice rubatoctl group reset files
  as alice rubatoctl import - </tmp/wide.yaml
  equal "$(width)" 4
  fails_with 1 "group 'files' has the width 4 here, and 9 in" as alice rubatoctl submit - < <(
    cat /tmp/wide.yaml
    printf -- '---\nid: other\ncommand: [/bin/true]\ngroup: {name: files, width: 9}\n'
  )
  as alice rubatoctl cancel wide
  as alice rubatoctl group reset files
  rm /tmp/wide.yaml
}

# Only a daemon that reads the machine derives limits from it.
limits_name_their_sources() {
  rubatoctl limits --json | jq --exit-status '.[] | select(.name == "processing") | .source == "default" and .machine == null'
  systemctl reset-failed rubatod
  ask mounts
  rubatoctl limits --json |
    jq --exit-status '.[] | select(.name == "processing") | .source == "machine" and (.machine | test("^[0-9]+ processors?, [0-9]+ GB$"))'
  rubatoctl limits --json | jq --exit-status '.[] | select(.name == "app") | .source == "default" and .machine == null'
  rubatoctl limits | grep 'machine: [0-9]* processors\?, [0-9]* GB'
  rubatoctl limits set processing 3
  rubatoctl limits --json | jq --exit-status '.[] | select(.name == "processing") | .source == "set" and .slots == 3'
  rubatoctl limits reset processing
  keep_from_the_machine
}

slots_are_kept() {
  fails_with 1 'only root and members of the group rubato' as alice rubatoctl limits set utility 3
  rubatoctl limits set utility 3 --per-user 2
  restarted
  rubatoctl limits --json | jq --exit-status '.[] | select(.name == "utility") | .slots == 3 and .perUser == 2'
  fails_with 1 "'mobile' is not allowed" rubatoctl limits set mobile 3
  rubatoctl limits reset utility
  rubatoctl limits --json | jq --exit-status '.[] | select(.name == "utility") | .slots == .usualSlots and .perUser == null'
}
