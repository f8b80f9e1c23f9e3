# Permissions of users for requests.

others_see_nothing() {
  equal "$(state alice waits)" waiting
  as bob rubatoctl list --json | jq --exit-status 'length == 0'
  as bob rubatoctl runs --json | jq --exit-status 'length == 0'
  fails_with 1 waits as bob rubatoctl explain waits
  fails_with 1 'not found among yours; .* sudo: sudo rubatoctl cancel waits$' as bob rubatoctl cancel waits
  fails_with 1 'sudo rubatoctl show waits$' as bob rubatoctl show waits
  fails_with 1 overrun as bob rubatoctl logs overrun
}

others_change_nothing() {
  local verb
  for verb in cancel expire stop 'run --force'; do
    fails_with 1 waits as bob rubatoctl $verb waits
  done
  equal "$(state alice waits)" waiting
}

everyone_has_names_of_their_own() {
  as bob rubatoctl submit --id waits --kind maintenance --earliest 24h -- true
  as bob rubatoctl cancel waits
  equal "$(state alice waits)" waiting
}

users_do_not_set_the_device() {
  fails_with 1 rubato as bob rubatoctl device set battery=18
}

# carol is in the group rubato.
the_group_sees_and_cancels() {
  as alice rubatoctl submit --id unwanted --kind maintenance --earliest 24h -- true
  as carol rubatoctl list --all-users --json | jq --exit-status 'any(.id == "unwanted")'
  # carol cannot set a command that runs as alice.
  fails_with 1 'only uid' as carol rubatoctl set unwanted --owner alice --on-failure-command 'touch /tmp/carol'
  as carol rubatoctl cancel unwanted --owner alice
  equal "$(state alice unwanted)" ''
}

# The connection determines the user of a command. No option of submit sets another user.
no_user_runs_as_another() {
  fails_with 2 owner as bob rubatoctl submit --id sneaky --owner root -- true
}

# Calls every method of the interface as root, the group, the owner, a run, another user, and a subordinate id.
does_for_each_caller_what_it_may() {
  python3 /checks/EndToEnd/permissions.py $scheduler /usr/libexec/rubatod alice bob carol
}

a_thousand_connections_block_no_user() {
  python3 /checks/EndToEnd/connections.py $scheduler
}
