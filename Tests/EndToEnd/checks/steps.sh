# Work in several steps, and the reports that a command sends during its run.

# Each of the ten steps writes its number. The sixth step hangs at its first start.
resumes_at_the_step_that_was_killed() {
  local number steps=()
  new_fifo
  cat >/home/alice/step <<'EOF'
#!/bin/sh
echo "$1" >>steps
[ "$1" != 6 ] || ! mkdir sixth 2>/dev/null || { trap '' TERM; echo hangs >"$2"; sleep 1000; }
EOF
  chmod +x /home/alice/step
  for number in {1..10}; do steps+=(--step "number-$number=/home/alice/step $number $fifo"); done
  as alice rubatoctl submit --id steps --kind userInitiated --grace 1s --retries 9 "${steps[@]}"
  await_line
  as alice rubatoctl show steps --json | jq --exit-status '.stepsDone == 5'
  as alice rubatoctl expire steps
  fails_with 1 '' as alice timeout 60 rubatoctl wait --run "$(last_run alice steps run)"
  equal "$(last_run alice steps outcome)" killed
  equal "$(last_run alice steps step)" number-6
  as alice rubatoctl show steps --json | jq --exit-status '.stepsDone == 5'
  as alice timeout 60 rubatoctl run steps --force --wait
  equal "$(last_run alice steps outcome)" completed
  equal "$(tr '\n' ' ' </home/alice/steps)" '1 2 3 4 5 6 6 7 8 9 10 '
}

# crashes TIMES: runs the request immediately, this number of times. Each run ends by a signal.
crashes() {
  local time
  for ((time = 0; time < $1; time++)); do
    fails_with 1 '' as alice timeout 60 rubatoctl run crashes --force --wait
    equal "$(last_run alice crashes outcome)" crashed
  done
}

quarantines_what_crashes_five_times() {
  as alice rubatoctl submit --id crashes --kind userInitiated --retries 20 --earliest 24h \
    --step 'fine=true' --step "bad=sh -c 'kill -SEGV \$\$'"
  crashes 4
  as alice rubatoctl show crashes --json | jq --exit-status '.quarantined | not'
  crashes 1
  as alice rubatoctl show crashes --json | jq --exit-status '.quarantined and .stepsDone == 1'
  fails_with 1 quarantine as alice rubatoctl run crashes
  as alice rubatoctl explain crashes | grep --ignore-case quarantine
  fails_with 1 quarantine as alice rubatoctl status
  fails_with 1 crashes as bob rubatoctl unquarantine crashes
  as alice rubatoctl unquarantine crashes
  as alice rubatoctl show crashes --json | jq --exit-status '.quarantined | not'
  crashes 1
  as alice rubatoctl cancel crashes
}

takes_a_checkpoint_from_inside_a_run() {
  new_fifo
  as alice rubatoctl submit --id pages --kind userInitiated --retries 9 -- sh -c "
    rubatoctl checkpoint >>read
    echo \"\$RUBATO_CHECKPOINT\" >>read
    [ ! -e reported ] || exit 0
    rubatoctl checkpoint --data page-7
    rubatoctl progress 40%
    touch reported
    echo reported >$fifo
    exec sleep 1000"
  await_line
  as alice rubatoctl show pages --json | jq --exit-status '.checkpoint == "page-7" and .share == 0.4'
  as alice rubatoctl expire pages
  fails_with 1 '' as alice timeout 60 rubatoctl wait --run "$(last_run alice pages run)"
  as alice timeout 60 rubatoctl run pages --force --wait
  equal "$(last_run alice pages outcome)" completed
  equal "$(cat /home/alice/read)" $'\npage-7\npage-7'
}
