# Before and after a restart of the machine.

before_the_reboot() {
  new_fifo
  equal "$(state alice waits)" waiting
  submit alice across -- sh -c "[ ! -p $fifo ] || echo started >$fifo; exec sleep 1000"
  await_line
}

starts_by_itself() {
  equal "$(property ActiveState)" active
  equal "$(property NRestarts)" 0
}

keeps_what_waits() { equal "$(state alice waits)" waiting; }

# The run has not failed. The request can have been started again since then.
keeps_what_ran() {
  [[ $(state alice across) == waiting || $(state alice across) == running ]]
  as alice rubatoctl runs across --json | jq '.[-1]' |
    jq --exit-status '.end != null and .outcome != "completed" and .outcome != "failed"'
}
