#!/usr/bin/env bash
# run.sh EndToEnd/recordings.sh: only the checks of guest.sh about recordings, after some others.
set -euo pipefail
cd "$(dirname "$0")"
source ./harness.sh
for file in checks/*.sh; do source "$file"; done

useradd --create-home alice
useradd --create-home bob
keep_from_the_machine
check 'systemctl enable --now starts the service' starts_as_the_readme_says
check 'a command runs as the user who submitted it' runs_as_the_submitter
check 'a run that exceeds its budget is killed with its setsid child' kills_an_overrun_with_its_child
check 'ten steps killed at the sixth resume at the sixth' resumes_at_the_step_that_was_killed
check 'a run reports a checkpoint and its progress' takes_a_checkpoint_from_inside_a_run
check 'a run is frozen while a gate is closed' freezes_while_a_gate_is_closed
check 'a run and its budget outlive a restart and SIGKILL of the daemon' outlives_restart_and_kill
check 'the end of a run without a daemon is recorded afterwards' knows_what_ended_meanwhile
check 'a condition runs again after a kill of the daemon' tries_again_after_the_daemon_was_killed
check 'other users cannot read secrets of the environment' shows_no_secret
check 'systemctl kill -s KILL loses nothing' loses_nothing_when_killed
check 'with a full disk, requests are refused, and none is lost' survives_a_full_disk
check 'the original state is in effect again' comes_back_to_its_own_state
check 'a replay of the recording makes the same decisions' decides_the_same_again
check 'a replay includes the failed commits of the full disk' decided_again_what_a_full_disk_undid
check 'a recording contains no command and no secret' records_no_secret
ask processors,memory-pressure,power-supplies
check 'a command runs if the machine is read' runs_as_the_submitter
check 'a recording with values of the machine replays the same decisions' decides_the_same_again
finish
