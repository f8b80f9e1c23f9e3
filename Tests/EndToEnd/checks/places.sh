# Named networks, quiet hours, and hours of unmetered data.

places_serve() {
  check 'a request waits for a network by its name' waits_for_a_network
  check 'quiet hours hold requests until they end' keeps_quiet
  check 'the policy sets the hours of unmetered data' knows_free_hours
}

waits_for_a_network() {
  rubatoctl device set network-names=office,vpn
  as alice rubatoctl submit --id away --kind userInitiated --requires network=home -- true
  as alice rubatoctl explain away --json | jq --exit-status '.reasons == ["networkName"]'
  as alice rubatoctl device | grep --extended-regexp 'network-names +\?, vpn'
  fails_with 1 'network=NAME or network=!NAME' as alice rubatoctl submit --requires 'network=!' -- true
  rubatoctl device set network-names=home
  eventually has_completed away
}

# restarted: restarts the daemon, also after more restarts than systemd's start limit allows.
restarted() {
  systemctl reset-failed rubatod
  systemctl restart rubatod
}

# policy LINE...: writes these lines to the policy file, and restarts the daemon.
policy() {
  printf '%s\n' "$@" >/etc/rubato/policy.yaml
  restarted
}

keeps_quiet() {
  policy "quiet: '00:00..24:00'"
  as alice rubatoctl submit --id hushed --kind userInitiated -- true
  as alice rubatoctl explain hushed | grep 'quiet hours without an end, by `quiet`'
  fails_with 1 'quiet hours' as alice rubatoctl run hushed
  as alice rubatoctl run hushed --force
  eventually has_completed hushed
  policy 'quiet-users: [alice 00:00..24:00]'
  as alice rubatoctl submit --id hushed --kind userInitiated -- true
  as alice rubatoctl explain hushed --json | jq --exit-status '.reasons == ["quiet"]'
  printf 'quiet: 8 to 6\n' >/etc/rubato/policy.yaml
  fails_with 1 "quiet '8 to 6' is not allowed; use 'Mon..Fri 08:00..18:00'" rubatoctl policy check
  rm /etc/rubato/policy.yaml
  restarted
  eventually has_completed hushed
}

knows_free_hours() {
  policy "metered: '00:00..24:00'"
  as alice rubatoctl submit --id cheap --kind userInitiated --requires unmetered=known -- true
  as alice rubatoctl explain cheap --json | jq --exit-status '.reasons == ["metered"]'
  rubatoctl device --json | jq --exit-status '.fields[] | select(.key == "metered") | .origin == "policy"'
  rm /etc/rubato/policy.yaml
  restarted
  rubatoctl device set metered=no
  eventually has_completed cheap
}
