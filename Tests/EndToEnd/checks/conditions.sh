# Conditions: commands that decide whether a request can start. Like runs, they are units.

# A condition runs as the submitting user, with the directory of the command, and leaves no files.
tries_conditions_as_the_submitter() {
  as alice sh -c 'rm -f tried; touch flag'
  submit alice picky --wait --condition 'id -un >>tried; pwd >>tried; test -e flag' -- true
  equal "$(last_run alice picky outcome)" completed
  equal "$(as alice cat tried)" $'alice\n/home/alice'
  [[ -z $(find /run/rubato /var/lib/rubato -name '*281474976710656*') ]]
}

# `explain` shows the last line of its output. Before its next attempt, it runs again only for `rubatoctl run`.
shows_the_output_of_a_condition() {
  as alice rm -f flag tried
  submit alice waiting --condition 'echo x >>tried; echo "no flag here"; test -e flag' -- true
  timeout 60 sh -c 'until rubatoctl explain waiting --owner alice | grep "exit 1: no flag here"; do sleep 0.1; done'
  as alice rubatoctl explain waiting | grep 'next attempt at'
  equal "$(as alice cat tried)" x
  fails_with 1 'no flag here' as alice rubatoctl run waiting
  timeout 60 sh -c 'until [ "$(wc --lines </home/alice/tried)" = 2 ]; do sleep 0.1; done'
  as alice rubatoctl run waiting --force --wait
  equal "$(as alice cat tried)" $'x\nx'
}

# If the daemon is killed during a condition, the process of the condition ends, and the next daemon runs it again.
tries_again_after_the_daemon_was_killed() {
  new_fifo
  submit alice again --condition "exec 3>$fifo; echo started >&3; test -e flag || sleep 1000" -- true
  await_line
  as alice touch flag
  systemctl kill --kill-who=main --signal=KILL rubatod
  gone
  timeout 90 sh -c 'until rubatoctl runs again --owner alice | grep completed; do sleep 0.1; done'
}
