# The journal entries of the checks before.

overrun_id=6f1d3c0e2b7a4c58a3d19e4470b25c61

finds_entries_by_request() {
  journalctl --sync
  journalctl --output=json RUBATO_REQUEST=identity |
    jq --slurp --exit-status 'any(has("RUBATO_RUN")) and any(.SYSLOG_IDENTIFIER == "rubatod")'
  # The output of a command has the same fields, with the name of its request.
  journalctl --output=json RUBATO_REQUEST=speaks SYSLOG_IDENTIFIER=speaks |
    jq --slurp --exit-status 'map(.MESSAGE) == ["to standard output", "to standard error"]'
}

warns_once_of_an_overrun() {
  journalctl --output=json MESSAGE_ID=$overrun_id |
    jq --slurp --exit-status 'map(select(.RUBATO_REQUEST == "overrun")) | length == 1 and .[0].PRIORITY == "4"'
}

# The installation of the packages updates the catalog, as make install does on a running system.
explains_it_in_the_catalog() {
  journalctl --update-catalog
  journalctl --catalog MESSAGE_ID=$overrun_id | grep 'of overrun exceeded its budget'
}
