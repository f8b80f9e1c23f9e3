# Batches of requests, from standard input and from files.

batches_serve() {
  check 'requests are read from standard input, and an error names the line' names_a_wrong_line
  check 'with --atomic all requests are queued, or none' queues_all_or_none
  check 'the task files of a directory are submitted' submits_a_directory
  check 'variables of the command line apply to the whole batch, those of a line to one request' keeps_surroundings_apart
  check 'a batch counts as one submission, and the limit of queued requests applies' limits_a_batch
}

# jobs FIRST LAST: prints requests for tomorrow, one on each line.
jobs() {
  seq "$1" "$2" | jq --compact-output '{id: "job-\(.)", command: ["/bin/true"], earliest: "tomorrow 3am"}'
}

# queued: prints the number of queued requests of `jobs`.
queued() { as alice rubatoctl list --json | jq '[.[].id | select(startswith("job-"))] | length'; }

names_a_wrong_line() {
  fails_with 1 '^rubatoctl: -:3:.*budget' as alice rubatoctl submit - < <(
    jobs 1 2
    echo '{"id": "wrong", "command": ["/bin/true"], "budget": "soon"}'
    jobs 4 5
  )
  equal "$(queued)" 4
  as alice rubatoctl cancel 'job-*'
}

queues_all_or_none() {
  fails_with 1 'nothing was submitted' as alice rubatoctl submit --atomic - < <(
    jobs 1 3
    echo '{"id": "wrong", "command": ["/bin/true"], "group": "a b"}'
  )
  equal "$(queued)" 0
  equal "$(jobs 1 3 | as alice rubatoctl submit --atomic --json - | jq --raw-output .id | paste --serial --delimiters=,)" \
    job-1,job-2,job-3
  as alice rubatoctl cancel 'job-*'
}

submits_a_directory() {
  local directory=/home/alice/tasks
  as alice mkdir $directory
  printf 'command: [/bin/true]\nearliest: tomorrow 3am\n' >$directory/one.yaml
  printf 'id: two\ncommand: [/bin/true]\nearliest: tomorrow 3am\n---\nid: three\ncommand: [/bin/true]\nearliest: 5h\n' \
    >$directory/others.yaml
  equal "$(as alice rubatoctl submit $directory/ | sort | paste --serial --delimiters=' ')" \
    'Accepted: one. Accepted: three. Accepted: two.'
  as alice rubatoctl cancel one two three
  # A request can follow one that is later in the file. A cycle is refused.
  printf 'id: two\nafter: one\ncommand: [/bin/true]\n---\nid: one\ncommand: [/bin/true]\nearliest: 5h\n' \
    >$directory/others.yaml
  equal "$(as alice rubatoctl submit $directory/others.yaml | paste --serial --delimiters=' ')" \
    'Accepted: one. Accepted: two.'
  as alice rubatoctl cancel two one
  printf 'id: two\nafter: one\ncommand: [/bin/true]\n---\nid: one\nafter: two\ncommand: [/bin/true]\n' \
    >$directory/others.yaml
  fails_with 1 'would follow itself: one after two after one' as alice rubatoctl import --dry-run $directory/others.yaml
  rm --recursive $directory
}

keeps_surroundings_apart() {
  local exported
  as alice rubatoctl submit --env BATCH_COLOUR=red - < <(
    jobs 1 1
    echo '{"id": "job-2", "command": ["/bin/true"], "earliest": "tomorrow 3am", "directory": "/var/tmp",
      "environment": {"BATCH_SIZE": "large"}}' | jq --compact-output .
    jobs 3 3
  )
  exported=$(as alice rubatoctl export --with-secrets)
  equal "$(grep --count 'BATCH_COLOUR: red' <<<"$exported")" 3
  equal "$(grep --count 'BATCH_SIZE: large' <<<"$exported")" 1
  equal "$(grep --count 'directory: /var/tmp' <<<"$exported")" 1
  as alice rubatoctl cancel 'job-*'
}

limits_a_batch() {
  # The default limits: 250 submissions a minute, and 1,000 queued requests.
  equal "$(jobs 1 900 | as alice rubatoctl submit - | wc --lines)" 900
  fails_with 1 'limit of 1000 queued requests' as alice rubatoctl submit - < <(jobs 901 1100)
  equal "$(as alice rubatoctl list --json | jq length)" 1000
  as alice rubatoctl cancel 'job-*'
}
