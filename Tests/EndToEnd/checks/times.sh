# Work at exact times, and the selection of requests by patterns of ids and by tags.

times_serve() {
  check 'work at an exact time starts at this time, also with an empty battery' starts_at_its_time
  check 'requests are cancelled by a pattern' cancels_by_a_pattern
  check 'requests are selected by their tags, which a restart keeps' selects_by_tags
}

starts_at_its_time() {
  rubatoctl device set power=battery battery=3
  as alice rubatoctl submit --id usual --kind utility -- true
  as alice rubatoctl submit --id exact --at 'in 3 seconds' -- true | grep 'even on battery'
  eventually has_completed exact
  equal "$(state alice usual)" waiting
  as alice rubatoctl submit --id dates --on 'Mon..Fri 09:00 Europe/Berlin' --exact --late skip -- true
  equal "$(as alice rubatoctl show dates --json | jq --compact-output '[.exact, .atLatest]')" '[true,"drop"]'
  fails_with 1 'requires a time' as alice rubatoctl submit --exact -- true
  rubatoctl device set power=unknown battery=unknown
  eventually has_completed usual
  as alice rubatoctl cancel dates
}

cancels_by_a_pattern() {
  local id
  for id in encode-1 encode-2 other-1; do
    as alice rubatoctl submit --id "$id" --earliest 'tomorrow 3am' -- true
  done
  equal "$(as alice rubatoctl cancel 'encode-*' | wc --lines)" 2
  equal "$(state alice other-1)" waiting
  fails_with 1 'no request matches' as alice rubatoctl cancel 'encode-*'
  as alice rubatoctl cancel other-1
}

selects_by_tags() {
  local later=(--earliest 'tomorrow 3am')
  as alice rubatoctl submit --id cards "${later[@]}" --tag photos --tag nightly -- true
  as alice rubatoctl submit --id mail "${later[@]}" --tag nightly -- true
  as alice rubatoctl submit --id plain "${later[@]}" -- true
  fails_with 1 "tag 'a b' is not allowed" as alice rubatoctl submit --tag 'a b' -- true
  restarted
  equal "$(as alice rubatoctl show cards --json | jq --compact-output .tags)" '["photos","nightly"]'
  equal "$(as alice rubatoctl list --tag photos --tag nightly --json | jq --raw-output '.[].id' | sort | paste --serial --delimiters=,)" \
    cards,mail
  as alice rubatoctl export --tag photos | grep --fixed-strings 'tags: [photos, nightly]'
  as alice rubatoctl pause --tag photos
  as alice rubatoctl explain cards | grep 'paused by alice'
  as alice rubatoctl resume --tag photos
  as alice rubatoctl set --tagged photos --tag other
  equal "$(as alice rubatoctl cancel --tag nightly)" 'Cancelled: mail.'
  equal "$(as alice rubatoctl cancel --tag nightly --tag other)" 'Cancelled: cards.'
  fails_with 1 'no request has the tag' as alice rubatoctl cancel --tag nightly
  as alice rubatoctl cancel plain
}
