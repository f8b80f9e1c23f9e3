#!/usr/bin/env bash
# run.sh EndToEnd/recordings.sh: only what guest.sh checks of recordings, after a few others.
set -euo pipefail
cd "$(dirname "$0")"
source ./harness.sh
for file in checks/*.sh; do source "$file"; done

useradd --create-home alice
useradd --create-home bob
keep_from_the_machine
check 'systemctl enable --now starts the service' starts_as_the_readme_says
check 'a command runs as the user who submitted it' runs_as_the_submitter
check 'an overrun is killed with its setsid child' kills_an_overrun_with_its_child
check 'ten steps killed at the sixth resume at the sixth' resumes_at_the_step_that_was_killed
check 'a run reports a checkpoint and its progress' takes_a_checkpoint_from_inside_a_run
check 'a run is frozen while a gate is closed' freezes_while_a_gate_is_closed
check 'a run outlives restart and SIGKILL of the daemon, its budget too' outlives_restart_and_kill
check 'what ended while the daemon was away is known' knows_what_ended_meanwhile
check 'a condition is tried again after the daemon was killed' tries_again_after_the_daemon_was_killed
check 'secrets of the environment are not public' shows_no_secret
check 'systemctl kill -s KILL loses nothing' loses_nothing_when_killed
check 'a full disk refuses, loses nothing and recovers' survives_a_full_disk
check 'the own state is back afterwards' comes_back_to_its_own_state
check 'what the service decided is decided the same again' decides_the_same_again
check 'so is what a full disk undid' decided_again_what_a_full_disk_undid
check 'no command and no secret is in a recording' records_no_secret
ask processors,memory-pressure,power-supplies
check 'a command runs where the machine is looked at' runs_as_the_submitter
check 'so does what the machine itself told' decides_the_same_again
finish
