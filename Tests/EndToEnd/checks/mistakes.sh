# First mistakes, and what is said to them; and a policy file that is wrong.

policy_file=/etc/rubato/policy.yaml

says_what_to_type() {
  fails_with 2 'submit -- ls$' as alice rubatoctl submit ls
  fails_with 2 'submit -- echo hi$' as alice rubatoctl submit echo hi
  fails_with 1 'without quotes\|leave out the quotes' as alice rubatoctl submit -- 'ls -l /home'
  fails_with 1 "sh -c 'ls -l /home'" as alice rubatoctl submit -- 'ls -l /home'
  fails_with 1 "submit --every 1d --id e -- sh -c 'ls | wc'" as alice rubatoctl submit --every 1d --id e -- 'ls | wc'
  fails_with 2 'submit --id x -- ls -l$' as alice rubatoctl submit --id x ls -l
  fails_with 1 'you may not enter /root$' as alice rubatoctl submit --directory /root -- true
  as alice rubatoctl --socket /nowhere calendar daily
  fails_with 1 "^rubatoctl: --earliest 'Fri 25:00' is not allowed; use an hour from 0 to 23" \
    as alice rubatoctl submit --earliest 'Fri 25:00' -- true
  fails_with 1 'February 2026 has 28 days' as alice rubatoctl submit --latest 2026-02-30 -- true
  fails_with 1 "latest 'yesterday' is in the past; give a future date" as alice rubatoctl submit --latest yesterday -- true
}

# status_says TEXT: as a warning, also in JSON, whatever else is to be said.
status_says() {
  { rubatoctl status --json || true; } | jq --raw-output '.warnings[]' | grep --fixed-strings -- "$1"
  { rubatoctl status || true; } | tr --squeeze-repeats '\n ' ' ' | grep --fixed-strings -- "$1"
}

# value KEY: of a setting of the running daemon.
value() { rubatoctl policy show --json | jq --raw-output ".keys[] | select(.key == \"$1\").value"; }

goes_on_with_the_last_good_policy() {
  printf 'maintenance.budget: 7m\n' >$policy_file
  # Or systemd finds that it is started too often.
  systemctl reset-failed rubatod
  systemctl restart rubatod
  equal "$(value maintenance.budget)" 7m
  printf 'maintenance.budget: 8m\nrefresh:\n  budgit: 10s\n' >$policy_file
  systemctl restart rubatod
  equal "$(property ActiveState)" active
  equal "$(value maintenance.budget)" 7m
  status_says "$policy_file:3:3:"
  journalctl --sync
  journalctl --unit=rubatod --priority=err --since=-5min --output=cat | grep --fixed-strings "$policy_file:3:3:"
  # Everything is done as ever.
  submit alice goes-on --wait -- true
}

# A reload says so as well, and a file that is mended is no more spoken of.
hears_of_a_mended_policy_at_a_reload() {
  printf 'maintenance.budget: 8m\n' >$policy_file
  systemctl reload rubatod
  fails_with 1 '' status_says "$policy_file"
  printf 'maintenance.budget: soon\n' >$policy_file
  systemctl reload rubatod
  status_says "$policy_file:1:"
  equal "$(value maintenance.budget)" 7m
  systemctl reset-failed rubatod
  systemctl restart rubatod
  # The last good one is the one that was read at the reload.
  equal "$(value maintenance.budget)" 8m
  rm $policy_file
  systemctl restart rubatod
  fails_with 1 '' status_says "$policy_file"
}

mistakes_serve() {
  check 'a command without -- and a line in quotes are answered with what to type' says_what_to_type
  check 'with a mistake in the policy file the last good one holds over a restart' goes_on_with_the_last_good_policy
  check 'a reload reads the policy file, and status says what is wrong until it is mended' \
    hears_of_a_mended_policy_at_a_reload
}
