# Changes of requests: edit, set, and another submission with the same id.

# nightly OPTION...: submits alice's nightly job, with a variable that it needs.
nightly() {
  as alice rubatoctl submit --id nightly --earliest 01:00 --latest 06:00 --every 1d --prefer idle --retries 8 \
    --env SECRET=sesame "$@" -- sh -c 'echo "$SECRET" >opened'
}

# of_nightly FILTER: prints the result of a filter of jq for the job.
of_nightly() { as alice rubatoctl show nightly --json | jq --raw-output "$1"; }

# The editor of this check is a script that changes the file.
edits_a_request_as_its_owner() {
  local dates
  nightly
  dates=$(of_nightly '"\(.earliest) \(.latest)"')
  cat >/home/alice/editor <<'EOF'
#!/bin/sh -e
test "$(stat --format=%a "$1")" = 600
grep 'SECRET: sesame' "$1"
sed -i 's/^retries:.*/retries: 3/; s/^prefers:.*/prefers: [power, idle]/' "$1"
EOF
  chmod +x /home/alice/editor
  as alice VISUAL=/home/alice/editor rubatoctl edit nightly | grep 'Changed: nightly'
  equal "$(of_nightly '"\(.retries) \(.prefers | sort | join(",")) \(.every)"')" '3 idle,power 86400'
  equal "$(of_nightly '"\(.earliest) \(.latest)"')" "$dates"
  # The temporary file is removed, and the command still has its variable.
  [[ -z $(find /tmp -maxdepth 1 -name 'rubato-edit-*') ]]
  as alice rubatoctl run nightly --force --wait
  equal "$(as alice cat opened)" sesame
}

# An error names its line, and the edited file is kept.
shows_mistakes_at_their_place() {
  local file
  fails_with 1 'nightly.yaml:[0-9]*:1: a task file has no key' \
    as alice VISUAL='sed -i s/^retries/retrys/' rubatoctl edit nightly
  file=$(find /tmp -path '/tmp/rubato-edit-*' -name nightly.yaml)
  grep retrys "$file"
  rm -r "${file%/*}"
  as alice VISUAL=true rubatoctl edit nightly
  equal "$(of_nightly .retries)" 3
}

sets_and_clears_options() {
  local before
  before=$(of_nightly '"\(.earliest) \(.lastSuccess)"')
  as alice rubatoctl set nightly --retries 5 --requires power --clear prefer
  equal "$(of_nightly '"\(.retries) \(.requires[0]) \(.prefers | length)"')" '5 power 0'
  equal "$(of_nightly '"\(.earliest) \(.lastSuccess)"')" "$before"
  as alice rubatoctl set nightly --clear every --clear requires
  equal "$(of_nightly '"\(.every) \(.requires | length)"')" 'null 0'
  as alice rubatoctl set nightly --every 1d
}

# Root can change the request, other users cannot. A declared task must be changed in its file.
changes_belong_to_the_owner() {
  fails_with 1 nightly setpriv --reuid=nobody --regid=nogroup --clear-groups rubatoctl set nightly --retries 1
  rubatoctl set nightly --owner alice --retries 6
  equal "$(of_nightly .retries)" 6
  mkdir -p /etc/rubato/tasks.d
  printf 'command: [true]\nevery: 1d\nearliest: 20h\n' >/etc/rubato/tasks.d/declared.yaml
  systemctl reload rubatod
  fails_with 1 /etc/rubato/tasks.d/declared.yaml rubatoctl set declared --retries 1
  fails_with 1 /etc/rubato/tasks.d/declared.yaml rubatoctl edit declared
  rm /etc/rubato/tasks.d/declared.yaml
  systemctl reload rubatod
}

is_not_quietly_replaced_by_less() {
  fails_with 1 'every 1d, retries 6' as alice rubatoctl submit --id nightly -- true
  equal "$(of_nightly .every)" 86400
  as alice rubatoctl submit --id nightly --every 1d -- true | grep 'Warning: the replaced request also had: .* restore these options with'
  as alice rubatoctl submit --id nightly --if-pending replace --earliest 20h -- true
  equal "$(of_nightly .every)" null
  as alice rubatoctl cancel nightly
}

edit_serve() {
  check 'a user edits a request as a task file, and its dates and variables are kept' edits_a_request_as_its_owner
  check 'an error in an edited request names its line' shows_mistakes_at_their_place
  check 'a user sets and clears options of a request' sets_and_clears_options
  check 'only the owner and root change a request, and a declared task in its file' changes_belong_to_the_owner
  check 'a periodic job is not replaced by a job that runs once without a warning' is_not_quietly_replaced_by_less
}
