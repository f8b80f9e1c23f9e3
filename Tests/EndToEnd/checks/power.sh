# The machine loses its power several times during a run.

# A loss of power empties /run, so the FIFO is in the home.
endures_fifo=/home/alice/endures

hands_in_what_shall_endure() {
  as alice mkfifo $endures_fifo
  submit alice endures -- sh -c "echo started >$endures_fifo; exec sleep 1000"
  await_start
}

await_start() {
  fifo=$endures_fifo
  exec 9<>"$fifo"
  await_line || { as alice rubatoctl explain endures; return 1; }
  equal "$(state alice endures)" running
}

# runs_again_after POWER_OFFS: the request runs again, and none of the losses counts as a failure.
runs_again_after() {
  await_start
  as alice rubatoctl runs endures --json |
    jq --exit-status --argjson times "$1" 'map(.outcome) == [null] + [range($times) | "interrupted"]'
  as alice rubatoctl show endures --json | jq --exit-status '.failures == 0 and (.quarantined | not)'
}
