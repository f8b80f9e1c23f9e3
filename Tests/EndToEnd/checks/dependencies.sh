# Requests that follow others.

dependencies_serve() {
  check 'dependent requests run one after the other, and fail together' runs_one_after_the_other
  check 'a task of a file follows a periodic task' follows_a_task
}

runs_one_after_the_other() {
  as alice rubatoctl submit --id first --earliest 'tomorrow 3am' --kind userInitiated -- true
  as alice rubatoctl submit --id second --after first --kind userInitiated -- true |
    grep 'Waits for first to complete'
  as alice rubatoctl submit --id third --after first,second --kind userInitiated -- true
  as alice rubatoctl submit --id last --after-any third --kind userInitiated -- true
  as alice rubatoctl explain third | grep 'waiting for first and second to complete'
  as alice rubatoctl list --tree | grep '├ second'
  fails_with 1 'would follow itself' as alice rubatoctl submit --id first --after third -- true
  fails_with 1 "did you mean 'first'" as alice rubatoctl submit --id other --after frist -- true
  systemctl restart rubatod
  as alice rubatoctl run first --force
  for id in first second third last; do eventually has_completed "$id"; done

  as alice rubatoctl submit --id bad --earliest 'tomorrow 3am' --kind userInitiated --retries 0 -- false
  as alice rubatoctl submit --id then --after bad --kind userInitiated -- true
  as alice rubatoctl cancel bad | grep 'Request then has failed permanently, because it depends on bad; .*`rubatoctl retry then`'
  as alice rubatoctl list --failed --json | jq --exit-status '.[] | select(.id == "then")'
  fails_with 1 'bad' as alice rubatoctl retry then
  as alice rubatoctl acknowledge then
}

follows_a_task() {
  mkdir -p /etc/rubato/tasks.d
  printf 'command: [/bin/true]\nkind: userInitiated\nafter: [base]\n' >/etc/rubato/tasks.d/above.yaml
  printf 'command: [/bin/true]\nkind: userInitiated\nevery: 1d\n' >/etc/rubato/tasks.d/base.yaml
  systemctl reload rubatod
  eventually above_has_completed
  equal "$(rubatoctl show above --json | jq --compact-output .after)" '["base"]'
  rm /etc/rubato/tasks.d/above.yaml /etc/rubato/tasks.d/base.yaml
  systemctl reload rubatod
}

above_has_completed() { equal "$(rubatoctl runs above --json | jq --raw-output .[0].outcome)" completed; }
