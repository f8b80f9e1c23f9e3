# Messages for frequent mistakes, and an invalid policy file.

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

# status_says TEXT: a warning of `status` contains TEXT, also in JSON.
status_says() {
  { rubatoctl status --json || true; } | jq --raw-output '.warnings[]' | grep --fixed-strings -- "$1"
  { rubatoctl status || true; } | tr --squeeze-repeats '\n ' ' ' | grep --fixed-strings -- "$1"
}

# value KEY: prints the value of a policy key in the running daemon.
value() { rubatoctl policy show --json | jq --raw-output ".keys[] | select(.key == \"$1\").value"; }

goes_on_with_the_last_good_policy() {
  printf 'maintenance.budget: 7m\n' >$policy_file
  # Resets the start limit of systemd.
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
  # The daemon runs requests as usual.
  submit alice goes-on --wait -- true
}

# A reload also reports an invalid file. The warning ends when the file is corrected.
reload_reads_a_corrected_policy() {
  printf 'maintenance.budget: 8m\n' >$policy_file
  systemctl reload rubatod
  fails_with 1 '' status_says "$policy_file"
  printf 'maintenance.budget: soon\n' >$policy_file
  systemctl reload rubatod
  status_says "$policy_file:1:"
  equal "$(value maintenance.budget)" 7m
  systemctl reset-failed rubatod
  systemctl restart rubatod
  # The last valid policy is that of the reload.
  equal "$(value maintenance.budget)" 8m
  rm $policy_file
  systemctl restart rubatod
  fails_with 1 '' status_says "$policy_file"
}

mistakes_serve() {
  check 'messages about a missing -- or a quoted command contain the right command' says_what_to_type
  check 'with an invalid policy file, the last valid policy is in effect after a restart' goes_on_with_the_last_good_policy
  check 'a reload reads the policy file, and status shows its error until it is corrected' \
    reload_reads_a_corrected_policy
}
