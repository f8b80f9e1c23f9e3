# The recording of the service during the other checks, with restarts, kills and a full disk.

decides_the_same_again() {
  local report
  report=$(rubatoctl replay $recording --json)
  jq --exit-status '.differing == 0 and .stopped == null and .starts > 5 and .decisions > 50' \
    <<<"$report"
  equal "$(stat --format='%U %a' $recording)" 'root 600'
}

decided_again_what_a_full_disk_undid() {
  rubatoctl replay $recording --json | jq --exit-status '.failedCommits > 0'
}

records_no_secret() { finds_no --quiet --text 'sesame\|sleep 1000' $recording; }
