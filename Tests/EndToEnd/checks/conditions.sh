# Conditions: commands that decide whether a request may start, as units like the runs themselves.

# It is run as whoever submitted it, sees what the command would see, and leaves nothing.
tries_conditions_as_the_submitter() {
  as alice sh -c 'rm -f tried; touch flag'
  submit alice picky --wait --condition 'id -un >>tried; pwd >>tried; test -e flag' -- true
  equal "$(last_run alice picky outcome)" completed
  equal "$(as alice cat tried)" $'alice\n/home/alice'
  [[ -z $(find /run/rubato /var/lib/rubato -name '*281474976710656*') ]]
}

# What it wrote last is shown, and it is run again only if its user asks for the request.
tells_what_a_condition_said() {
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

# A daemon that is killed meanwhile leaves no check behind, and tries it again.
tries_again_after_the_daemon_was_killed() {
  new_fifo
  submit alice again --condition "exec 3>$fifo; echo started >&3; test -e flag || sleep 1000" -- true
  hear
  as alice touch flag
  systemctl kill --kill-who=main --signal=KILL rubatod
  gone
  timeout 90 sh -c 'until rubatoctl runs again --owner alice | grep completed; do sleep 0.1; done'
}
