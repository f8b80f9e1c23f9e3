# The machine loses its power in the middle of a run, again and again.

# What lives in /run is gone afterwards, so the FIFO is here.
endures_fifo=/home/alice/endures

hands_in_what_shall_endure() {
  as alice mkfifo $endures_fifo
  submit alice endures -- sh -c "echo started >$endures_fifo; exec sleep 1000"
  hears_that_it_endures
}

hears_that_it_endures() {
  fifo=$endures_fifo
  exec 9<>"$fifo"
  hear || { as alice rubatoctl explain endures; return 1; }
  equal "$(state alice endures)" running
}

# runs_again_after POWER_OFFS: none of them was its fault.
runs_again_after() {
  hears_that_it_endures
  as alice rubatoctl runs endures --json |
    jq --exit-status --argjson times "$1" 'map(.outcome) == [null] + [range($times) | "interrupted"]'
  as alice rubatoctl show endures --json | jq --exit-status '.failures == 0 and (.quarantined | not)'
}
