# Many requests: rows of a list, dependent requests that fail by a cancel, and pauses by root for several users.

crowds_serve() {
  check 'a list of a thousand requests has the same rows with and without all values' rows_are_whole
  check 'cancel names all requests that fail because of it' cancel_names_followers
  check 'root pauses the tagged requests of each user, and no others' root_pauses_the_tagged
  check 'removing the width of a group in edit restores the default' edit_removes_a_width
  check '--freeze-when-busy is a value of --on-closed-gate' freeze_is_an_alias
}

rows_are_whole() {
  seq 900 | sed 's/.*/{"id": "row-&", "command": ["true"], "earliest": "20h", "tags": ["rows"]}/' |
    as alice rubatoctl submit - >/dev/null
  equal "$(as alice rubatoctl list --tag rows | grep --count '^row-')" 900
  equal "$(as alice rubatoctl list --tag rows --json | jq length)" 900
  as alice rubatoctl list row-7 | grep 'row-7 .*maintenance .*waiting .*in 20 h'
  as alice rubatoctl cancel --tag rows >/dev/null
}

cancel_names_followers() {
  as alice rubatoctl submit --id base --earliest 20h -- true
  as alice rubatoctl submit --id above --after base -- true
  as alice rubatoctl submit --id top --after above -- true
  as alice rubatoctl cancel base | grep 'Requests above and top have failed permanently, because they depend on base'
  as alice rubatoctl acknowledge above top
}

root_pauses_the_tagged() {
  as alice rubatoctl submit --id same --tag photos --earliest 20h -- true
  rubatoctl submit --id same --earliest 20h -- true
  rubatoctl submit --id other --tag photos --earliest 20h -- true
  rubatoctl pause --tag photos
  as alice rubatoctl explain same | grep 'paused by root'
  rubatoctl explain other | grep 'paused by root'
  rubatoctl explain same | finds_no 'paused by root'
  # The pause applies to the request of alice, not to the request of root with the same id.
  rubatoctl resume same
  as alice rubatoctl explain same | finds_no 'paused by root'
  rubatoctl resume --tag photos
  rubatoctl explain other | finds_no 'paused by root'
  rubatoctl cancel same other
  as alice rubatoctl cancel same
}

edit_removes_a_width() {
  as alice rubatoctl group set disk --width 3
  as alice rubatoctl submit --id wide --group disk --earliest 20h -- true
  as alice env VISUAL='sed --in-place "s/^group: .*/group: disk/"' rubatoctl edit wide
  equal "$(as alice rubatoctl groups --json | jq '.[] | select(.name == "disk") | .width')" 1
  as alice rubatoctl cancel wide
}

freeze_is_an_alias() {
  as alice rubatoctl submit --id ice --freeze-when-busy --earliest 20h -- true
  equal "$(as alice rubatoctl show ice --json | jq --raw-output .onClosedGate)" freeze-when-busy
  as alice rubatoctl set ice --on-closed-gate stop
  as alice rubatoctl set ice --freeze-when-busy
  equal "$(as alice rubatoctl show ice --json | jq --raw-output .onClosedGate)" freeze-when-busy
  fails_with 2 'exclude each other' as alice rubatoctl set ice --freeze-when-busy --on-closed-gate stop
  as alice rubatoctl cancel ice
}
