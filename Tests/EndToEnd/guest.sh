#!/usr/bin/env bash
# Runs in the booted container, as the unit rubato-checks.service. The container is started several times. A phase
# consists of the checks between two starts.
set -euo pipefail
cd "$(dirname "$0")"
source ./harness.sh
for file in checks/*.sh; do source "$file"; done

before_reboot() {
  useradd --create-home alice
  useradd --create-home bob
  useradd --create-home --groups rubato carol

  check 'the units are valid' units_are_valid
  keep_from_the_machine
  check 'systemctl enable --now starts the service' starts_as_the_readme_says
  check 'state directory, socket and group have the right permissions' leaves_the_right_files
  check 'the backup of the README works as printed' schedules_the_backup_of_the_readme
  check 'an idle daemon feeds its watchdog' feeds_its_watchdog

  check 'a command runs as the user who submitted it' runs_as_the_submitter
  check 'a command inherits only from its submitter' inherits_from_the_submitter_alone
  check 'a command has a cgroup of its own' has_a_cgroup_of_its_own
  check 'a run that exceeds its budget is killed with its setsid child' kills_an_overrun_with_its_child
  check 'the output of a run is kept' keeps_the_output
  check 'the output of a run is kept if journald is late' keeps_output_that_journald_reads_late
  check 'processor time and memory of a run are recorded' records_the_usage_of_a_run

  check 'ten steps killed at the sixth resume at the sixth' resumes_at_the_step_that_was_killed
  check 'five crashes in one step quarantine the request' quarantines_what_crashes_five_times
  check 'a run reports a checkpoint and its progress' takes_a_checkpoint_from_inside_a_run

  check 'a run is frozen while a gate is closed' freezes_while_a_gate_is_closed
  check 'with --freeze-when-busy a run is frozen without a limit, also over a restart' freezes_without_a_limit_when_busy
  check 'a run receives its early signal before its budget ends' signals_before_the_budget_ends
  check 'a kill report names a lock' reports_a_kill_on_a_lock
  check 'a kill report names the network' reports_a_kill_in_the_network
  check 'a kill report names busy work' reports_a_kill_of_busy_work
  check 'a kill report names the handler' reports_a_kill_in_the_handler

  check 'a run and its budget outlive a restart and SIGKILL of the daemon' outlives_restart_and_kill
  check 'the end of a run without a daemon is recorded afterwards' knows_what_ended_meanwhile
  check 'a condition runs as the user who submitted it' tries_conditions_as_the_submitter
  check 'explain shows the output of a condition' shows_the_output_of_a_condition
  check 'a condition runs again after a kill of the daemon' tries_again_after_the_daemon_was_killed
  check 'limits of a run can be read back from systemd' reads_limits_back
  check 'other users cannot read secrets of the environment' shows_no_secret
  check 'a run that systemctl stops waits again' requeues_a_run_that_systemctl_stops
  check 'a run survives a restart of the bus' survives_a_restart_of_the_bus
  check 'a reload of systemd does not change the unit of a run' keeps_its_unit_when_systemd_reloads
  check 'runs that are ordered while the bus restarts are started once' carries_out_what_is_ordered_without_a_bus
  check 'a unit whose condition fails is reported as not started' reports_a_unit_that_did_not_start
  check 'a service receives the signal before the end of its budget' signals_a_service_before_the_budget_ends
  check 'no units are left behind' leaves_no_units_behind
  check 'the exposure of the service is at most 1.5' is_confined

  check 'a second daemon is refused' refuses_a_second_daemon
  check 'kernel events are received only while the service runs' receives_kernel_events_only_while_it_runs
  check 'the service stays active' stays_active

  check 'systemctl kill -s KILL loses nothing' loses_nothing_when_killed
  check 'systemctl stop is clean' stops_cleanly
  check 'reading commands do not start a stopped service' stays_stopped_for_reading_commands
  check 'submitting starts a stopped service' answers_after_a_stop
  check 'a restart does not mark the service as stopped' is_not_stopped_by_a_restart

  check 'a user cannot see the requests of another' others_see_nothing
  check 'a user cannot cancel, expire, stop or run the requests of another' others_change_nothing
  check 'two users can use the same id' everyone_has_names_of_their_own
  check 'a user cannot set the device' users_do_not_set_the_device
  check 'a user cannot have a command run as root' no_user_runs_as_another
  check 'the group rubato sees and cancels all requests' the_group_sees_and_cancels
  check 'each method is allowed to the right callers' does_for_each_caller_what_it_may
  check 'a thousand connections of four users block no other user' a_thousand_connections_block_no_user

  observers_wake
  transfers_are_carried
  apps_are_woken
  reminders_are_shown

  check 'journalctl RUBATO_REQUEST= finds the entries of a request' finds_entries_by_request
  check 'an overrun is one warning with its own MESSAGE_ID' warns_once_of_an_overrun
  check 'the catalog explains an overrun' explains_it_in_the_catalog

  check 'the task file of a package is read' declares_what_a_package_ships
  check 'drop-in files change a task' follows_drop_ins
  check 'a task file sets the user of its command' runs_as_the_user_of_the_file
  check 'an invalid task file does not affect the others' one_bad_file_leaves_the_others
  check 'task files of other users than root are refused' believes_only_root
  check 'a declared task cannot be cancelled by a command' says_where_it_is_declared
  check 'a link to /dev/null masks a task' masks_what_a_package_ships
  check "a user's own daemon serves this user" serves_a_user_alone
  check 'completions are installed' completes_words

  check 'fstrim.timer is adopted and released' adopts_and_releases_fstrim
  check 'timers of all types are adopted and released' adopts_and_releases_timers_of_all_sorts
  check 'irregular dates of a timer are kept, and a one-time timer is refused' adopts_irregular_dates_and_refuses_none
  check "the unit of an adopted timer runs" runs_the_unit_of_a_timer

  check 'with a full disk, requests are refused, and none is lost' survives_a_full_disk
  check 'a read-only state directory is reported, and the service recovers' reports_a_read_only_state_directory
  check 'the original state is in effect again' comes_back_to_its_own_state

  check 'a replay of the recording makes the same decisions' decides_the_same_again
  check 'a replay includes the failed commits of the full disk' decided_again_what_a_full_disk_undid
  check 'a recording contains no command and no secret' records_no_secret

  apps_are_served

  check 'a request is running before a restart of the machine' before_the_reboot
}

after_reboot() {
  check 'the service starts with the machine' starts_by_itself
  check 'a reboot keeps pending requests' keeps_what_waits
  check 'a request whose run the reboot ended waits again' keeps_what_ran
  apps_are_served_after_a_reboot
}

backups() {
  check 'a user submits a backup with restic' hands_in_a_backup_that_needs_power
  check 'a backup of 1 GB completes although the charger is disconnected three times' backs_up_through_three_unpluggings
  check 'the backup continued after each interruption' went_on_where_it_was_interrupted
  check 'the repository of the backup is complete, and restores files' restores_what_was_backed_up
}

power_off() {
  check "power-off $1 during a run is not counted as a failure of the run" runs_again_after "$1"
}

phase=$(cat "$results/phase")
echo $((phase + 1)) >"$results/phase"
case $phase in
  0)
    before_reboot
    reboot
    ;;
  1)
    after_reboot
    devices_report
    check 'a request is running before the power is lost' hands_in_what_shall_endure
    lose_power
    ;;
  2)
    check 'a boot ends a freeze of the device' has_thawed_with_the_boot
    keep_from_the_machine
    power_off 1
    lose_power
    ;;
  [3-5])
    power_off $((phase - 1))
    lose_power
    ;;
  6)
    power_off 5
    backups
    check 'a replay over reboots and power-offs makes the same decisions' decides_the_same_again
    check 'make uninstall stops the service and leaves only its data' uninstalls
    finish
    ;;
esac
