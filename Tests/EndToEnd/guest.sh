#!/usr/bin/env bash
# Runs in the booted container, as the unit rubato-checks.service. The container is started several
# times; each phase is what is checked between two starts.
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
  check 'a command inherits from its submitter alone' inherits_from_the_submitter_alone
  check 'a command has a cgroup of its own' has_a_cgroup_of_its_own
  check 'an overrun is killed with its setsid child' kills_an_overrun_with_its_child
  check 'the output of a run is kept' keeps_the_output
  check 'the output of a run is kept where journald is late' keeps_output_that_journald_reads_late
  check 'processor time and memory of a run are told' tells_what_a_run_used

  check 'ten steps killed at the sixth resume at the sixth' resumes_at_the_step_that_was_killed
  check 'five crashes in one step quarantine' quarantines_what_crashes_five_times
  check 'a run reports a checkpoint and its progress' takes_a_checkpoint_from_inside_a_run

  check 'a run is frozen while a gate is closed' freezes_while_a_gate_is_closed
  check 'with --freeze-when-busy it is frozen without a limit, also over a restart' freezes_without_a_limit_when_busy
  check 'a run is told before its budget ends' signals_before_the_budget_ends
  check 'a kill report tells of a lock' tells_of_a_kill_on_a_lock
  check 'a kill report tells of the network' tells_of_a_kill_in_the_network
  check 'a kill report tells of busy work' tells_of_a_kill_of_busy_work
  check 'a kill report tells of the handler' tells_of_a_kill_in_the_handler

  check 'a run outlives restart and SIGKILL of the daemon, its budget too' outlives_restart_and_kill
  check 'what ended while the daemon was away is known' knows_what_ended_meanwhile
  check 'a condition is tried as whoever submitted it' tries_conditions_as_the_submitter
  check 'what a condition said is told' tells_what_a_condition_said
  check 'a condition is tried again after the daemon was killed' tries_again_after_the_daemon_was_killed
  check 'limits of a run can be read back from systemd' reads_limits_back
  check 'secrets of the environment are not public' shows_no_secret
  check 'a run that systemctl stops waits again' tells_who_stopped_it
  check 'a restart of the bus is survived' hears_again_after_the_bus_was_away
  check 'a reload of systemd leaves the unit of a run as it was' keeps_its_unit_when_systemd_reloads
  check 'runs ordered while the bus is away are started' carries_out_what_is_ordered_without_a_bus
  check 'a unit whose condition fails is told as not started' tells_why_a_unit_did_not_start
  check 'no units are left behind' leaves_no_units_behind
  check 'the exposure of the service is 1.5 at most' is_confined

  check 'a second daemon is refused' refuses_a_second_daemon
  check 'the kernel is heard only while the service runs' hears_the_kernel_only_while_it_runs
  check 'the service stays active' stays_active

  check 'systemctl kill -s KILL loses nothing' loses_nothing_when_killed
  check 'systemctl stop is clean' stops_cleanly
  check 'who only looks does not start what was stopped' stays_stopped_for_who_looks
  check 'the socket answers after a stop' answers_after_a_stop
  check 'a restart is no stop' is_not_stopped_by_a_restart

  check 'a user cannot see the requests of another' others_see_nothing
  check 'a user cannot cancel, expire, stop or run the requests of another' others_change_nothing
  check 'two users may use the same id' everyone_has_names_of_their_own
  check 'a user cannot set the device' users_do_not_set_the_device
  check 'a user cannot have a command run as root' nobody_runs_as_someone_else
  check 'the group rubato sees and cancels all requests' the_group_sees_and_cancels
  check 'each method does for each caller what it may' does_for_each_caller_what_it_may
  check 'a thousand connections of four users shut nobody out' a_thousand_connections_shut_nobody_out

  observers_wake
  transfers_are_carried
  apps_are_woken
  reminders_are_shown

  check 'journalctl RUBATO_REQUEST= finds the entries of a request' finds_entries_by_request
  check 'an overrun is one warning with its own MESSAGE_ID' warns_once_of_an_overrun
  check 'the catalog explains an overrun' explains_it_in_the_catalog

  check 'what a package ships in a task file is declared' declares_what_a_package_ships
  check 'drop-ins change a task' follows_drop_ins
  check 'a task file says whom its command runs as' runs_as_the_user_of_the_file
  check 'one bad task file leaves the others' one_bad_file_leaves_the_others
  check 'task files of others than root are refused' believes_only_root
  check 'what a file declares is not cancelled by hand' says_where_it_is_declared
  check 'a link to /dev/null masks a task' masks_what_a_package_ships
  check 'a user has a daemon of their own' serves_a_user_alone
  check 'completions are installed' completes_words

  check 'fstrim.timer is adopted and released' adopts_and_releases_fstrim
  check 'timers of all sorts are adopted and released' adopts_and_releases_timers_of_all_sorts
  check 'irregular dates of a timer stay dates, and one that ends is refused' adopts_irregular_dates_and_refuses_none
  check "a timer's unit runs in its place" runs_the_unit_of_a_timer

  check 'a full disk refuses, loses nothing and recovers' survives_a_full_disk
  check 'a read-only state directory is told, and recovers' tells_of_a_read_only_state_directory
  check 'the own state is back afterwards' comes_back_to_its_own_state

  check 'what the service decided is decided the same again' decides_the_same_again
  check 'so is what a full disk undid' decided_again_what_a_full_disk_undid
  check 'no command and no secret is in a recording' records_no_secret

  apps_are_served

  check 'a request runs when the machine is restarted' before_the_reboot
}

after_reboot() {
  check 'the service starts with the machine' starts_by_itself
  check 'a reboot keeps pending requests' keeps_what_waits
  check 'a run that the reboot ended waits again' keeps_what_ran
  apps_are_served_after_a_reboot
}

backups() {
  check 'a backup with restic is submitted' hands_in_a_backup_that_needs_power
  check 'a backup of 1 GB survives three unpluggings' backs_up_through_three_unpluggings
  check 'it went on where it had been interrupted' went_on_where_it_was_interrupted
  check 'its repository is whole, and restores' restores_what_was_backed_up
}

power_off() {
  check "power-off $1 in the middle of a run is no fault of the run" runs_again_after "$1"
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
    devices_tell_of_themselves
    check 'a request runs when the power is lost' hands_in_what_shall_endure
    lose_power
    ;;
  2)
    check 'a boot thaws the device' has_thawed_with_the_boot
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
    check 'all was decided the same again, over reboots and power-offs' decides_the_same_again
    check 'make uninstall stops the service and leaves only its data' uninstalls
    finish
    ;;
esac
