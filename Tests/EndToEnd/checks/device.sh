# The state of the device as the services of the machine report it. The services are real: upowerd with a mocked charger
# and battery, power-profiles-daemon, NetworkManager, systemd-networkd, and events of the kernel.

quiet_sources=logind,upower,power-profiles,networkmanager,networkmanager-names,networkd,power-supplies,platform-profile,routes,mounts

# Adds a charger, a battery and a network cable, as of a laptop.
becomes_a_laptop() {
  mkfifo /run/battery
  systemd-run --quiet --unit=battery --setenv=TMPDIR=/run \
    umockdev-wrapper /checks/EndToEnd/device/battery.py /run/mocked /run/battery
  eventually test -e /run/mocked
  mkdir -p /run/systemd/system/upower.service.d
  printf '[Service]\nEnvironment=%s\nReadWritePaths=/run\n' \
    "UMOCKDEV_DIR=$(readlink /run/mocked) LD_PRELOAD=libumockdev-preload.so.0" \
    >/run/systemd/system/upower.service.d/mocked.conf
  mkdir -p /run/NetworkManager/conf.d
  printf '[main]\nno-auto-default=*\n' >/run/NetworkManager/conf.d/checks.conf
  systemctl daemon-reload
  systemctl restart upower power-profiles-daemon NetworkManager
  ip link add eth9 type veth peer name wan1
  ip link set wan1 up
  nmcli connection add type ethernet ifname eth9 con-name wan connection.metered yes \
    ipv4.method manual ipv4.addresses 192.0.2.2/24 ipv4.gateway 192.0.2.1 ipv6.method disabled
  nmcli connection up wan
}

knows_a_laptop() {
  becomes_a_laptop
  ask $quiet_sources
  eventually device_is power battery
  device_is battery 80
  eventually device_is metered yes
  device_is network ethernet
  device_is network-names wan
  device_is low-power off
}

# plug 1|0: connects or disconnects the charger.
plug() {
  local -A status=([0]=Discharging [1]=Charging)
  printf '%s\n' "AC online $1" "BAT0 status ${status[$1]}" >/run/battery
}

# metered yes|no: sets whether the connection is metered.
metered() {
  nmcli connection modify wan connection.metered "$1"
  nmcli device reapply eth9
}

profile() {
  busctl set-property net.hadess.PowerProfiles /net/hadess/PowerProfiles net.hadess.PowerProfiles \
    ActiveProfile s "$1"
}

# begin_watch: starts to receive the events for `await_event`.
begin_watch() {
  exec 7< <(exec rubatoctl watch --all-users --json)
  await_event '.event == "snapshot"'
}

# await_event FILTER: waits for an event that matches a filter of jq, for at most a minute.
await_event() {
  local line until=$((SECONDS + 60))
  while ((SECONDS < until)) && read -rt 60 -u 7 line; do
    ! jq --exit-status "$1" <<<"$line" || return 0
  done
  return 1
}

# expect_event FILTER COMMAND...: runs the command, waits for an event that matches the filter, and records the delay.
expect_event() {
  local filter=$1 began=$EPOCHREALTIME
  shift
  "$@"
  await_event "$filter"
  printf '%.0f ms %s\n' "$(jq --null-input "($EPOCHREALTIME - $began) * 1000")" "$*" >>"$results/soon"
}

device_event() { echo ".device[\"$1\"] == \"$2\""; }

# The next functions change the charger, the network and the profile, and back.
follows_the_charger() {
  plug 0
  eventually device_is power battery
  begin_watch
  expect_event "$(device_event power ac)" plug 1
  expect_event "$(device_event power battery)" plug 0
}

follows_the_network() {
  # NetworkManager activates the connection again after its start.
  eventually metered yes
  eventually device_is metered yes
  begin_watch
  expect_event "$(device_event metered no)" metered no
  expect_event "$(device_event metered yes)" metered yes
  expect_event "$(device_event network none)" nmcli connection down wan
  expect_event "$(device_event network ethernet)" nmcli connection up wan
}

follows_the_profile() {
  profile balanced
  eventually device_is low-power off
  begin_watch
  expect_event "$(device_event low-power on)" profile power-saver
  expect_event "$(device_event low-power off)" profile balanced
}

# The service is restarted, killed, and stopped until its values are dropped. The daemon does not start it.
survives_upower() {
  systemctl restart upower
  follows_the_charger
  dies_and_comes_back upower
  follows_the_charger
  systemctl stop upower
  eventually device_is power unknown
  equal "$(property ActiveState upower)" inactive
  systemctl start upower
  eventually device_is power battery
}

survives_networkmanager() {
  systemctl restart NetworkManager
  follows_the_network
  dies_and_comes_back NetworkManager
  follows_the_network
}

# If NetworkManager does not answer when the daemon starts, names of interfaces are not used as names of networks.
waits_for_networkmanager() {
  systemctl kill --kill-who=main --signal=STOP NetworkManager
  systemctl reset-failed rubatod
  systemctl restart rubatod
  eventually device_is network-names unknown
  rubatoctl submit --id elsewhere --kind userInitiated --requires 'network=!wan' -- true
  rubatoctl explain elsewhere | grep 'unknown, as while NetworkManager starts'
  systemctl kill --kill-who=main --signal=CONT NetworkManager
  eventually device_is network-names wan
  rubatoctl explain elsewhere | grep 'wan: connected, and must not be'
  rubatoctl cancel elsewhere
}

survives_power_profiles() {
  systemctl restart power-profiles-daemon
  follows_the_profile
  dies_and_comes_back power-profiles-daemon
  follows_the_profile
}

dies_and_comes_back() {
  local before
  before=$(property MainPID "$1")
  systemctl kill --kill-who=main --signal=KILL "$1"
  eventually is_another "$1" "$before"
}

is_another() { [[ $(property ActiveState "$1") == active && $(property MainPID "$1") != "$2" ]]; }

# Some services do not reconnect to the bus, so they are restarted.
survives_the_bus() {
  systemctl restart dbus
  systemctl restart upower power-profiles-daemon NetworkManager systemd-logind
  follows_the_charger
  follows_the_network
  follows_the_profile
  equal "$(property NRestarts)" 0
}

# Submits a backup in steps that requires power and an unmetered network.
hands_in_a_nightly_backup() {
  as alice mkfifo nightly
  as alice rubatoctl submit --id nightly --requires power,unmetered \
    --step 'one=sh -c "echo one >>nightly.steps"' \
    --step 'two=sh -c "echo two >>nightly.steps; echo started >nightly; exec sleep 1000"' \
    --step 'three=sh -c "echo three >>nightly.steps"'
  as alice rubatoctl explain nightly --json |
    jq --exit-status '.run == false and (.reasons | contains(["power", "metered"]))'
}

# Power must last for a minute before the request starts.
runs_once_both_have_come() {
  metered no
  plug 1
  fifo=/home/alice/nightly
  exec 9<>$fifo
  await_line 120
  equal "$(state alice nightly)" running
}

expires_when_the_charger_goes() {
  local run
  run=$(last_run alice nightly run)
  plug 0
  fails_with 1 '' as alice timeout 60 rubatoctl wait --run "$run"
  equal "$(last_run alice nightly outcome)" expired
  equal "$(last_run alice nightly stopReason)" power
  equal "$(state alice nightly)" waiting
  as alice rubatoctl explain nightly | grep --ignore-case power
}

# The run continues with the interrupted step.
resumes_when_it_comes_back() {
  fifo=/home/alice/nightly
  exec 9<>$fifo
  await_line 120
  equal "$(tr '\n' ' ' </home/alice/nightly.steps)" 'one two two '
  as alice rubatoctl cancel nightly
  plug 0
}

follows_networkd() {
  systemctl stop NetworkManager
  printf '%s\n' '[Match]' 'Name=eth9' '[Network]' 'Address=192.0.2.2/24' 'Gateway=192.0.2.1' \
    'LinkLocalAddressing=no' >/run/systemd/network/eth9.network
  systemctl restart systemd-networkd
  eventually device_is network ethernet
  begin_watch
  expect_event "$(device_event network none)" ip link set wan1 down
  expect_event "$(device_event network ethernet)" ip link set wan1 up
  dies_and_comes_back systemd-networkd
  expect_event "$(device_event network none)" ip link set wan1 down
}

# Without a service, the daemon receives events from the socket that systemd has opened.
follows_routes() {
  systemctl stop systemd-networkd.socket systemd-networkd
  ip address flush eth9
  ip link set eth9 up
  ip link set wan1 up
  ip address add 192.0.2.2/24 dev eth9
  # First the last values of networkd are dropped.
  eventually device_is network none
  begin_watch
  expect_event "$(device_event network ethernet)" ip route add default via 192.0.2.1
  expect_event "$(device_event network none)" ip route delete default
  expect_event "$(device_event network ethernet)" ip route add default via 192.0.2.1
}

# Also by such a socket, on a machine whose power supplies are files.
follows_uevents() {
  local tree
  tree=$(readlink /run/mocked)
  ask power-supplies --device-root "$tree"
  eventually device_is power battery
  begin_watch
  expect_event "$(device_event power ac)" uevent_of_the_charger "$tree" 1
  expect_event "$(device_event power battery)" uevent_of_the_charger "$tree" 0
  ask $quiet_sources
}

uevent_of_the_charger() {
  echo "$2" >"$1/sys/devices/AC/online"
  /checks/EndToEnd/device/uevent.py change /devices/AC power_supply
}

# Kernel events do not start a stopped service.
stays_stopped() {
  systemctl stop rubatod
  ip link set wan1 down
  ip link set wan1 up
  /checks/EndToEnd/device/uevent.py change /devices/AC power_supply
  # When systemd has answered this call, it has handled the earlier events.
  systemctl daemon-reload
  equal "$(property ActiveState)" inactive
  systemctl start rubatod
}

follows_a_drive() {
  mkdir -p /mnt/backup
  as alice mkfifo drive
  as alice rubatoctl submit --id drive --kind userInitiated --requires path=/mnt/backup -- \
    sh -c 'echo started >drive; exec sleep 1000'
  equal "$(state alice drive)" waiting
  as alice rubatoctl explain drive | grep /mnt/backup
  fifo=/home/alice/drive
  exec 9<>$fifo
  begin_watch
  expect_event '.event == "started" and .id == "drive"' mount -t tmpfs tmpfs /mnt/backup
  await_line
  expect_event '.event == "warned" and .id == "drive" and .stopReason == "path"' umount /mnt/backup
  await_event '.event == "ended" and .id == "drive" and .outcome == "expired"'
  expect_event '.event == "started" and .id == "drive"' mount -t tmpfs tmpfs /mnt/backup
  as alice rubatoctl cancel drive
  umount /mnt/backup
}

# Every processor is busy with processes that are not part of Rubato.
is_held_back_by_load() {
  local each
  for ((each = $(nproc); each > 0; each--)); do
    systemd-run --quiet --slice=busy.slice bash -c 'while :; do :; done'
  done
  # A value of the last ten seconds would be used again. A new daemon begins with a new reading.
  ask processors,memory-pressure
  as alice rubatoctl submit --id polite --kind maintenance -- true
  eventually waits_for_load polite
  rubatoctl device set load=5
  eventually has_run polite
  device_field memory '.value != "unknown"'
}

comes_back_from_load() {
  systemctl stop busy.slice
  rubatoctl device thaw
  ask $quiet_sources
}

has_run() { equal "$(last_run alice "$1" outcome)" completed; }

waits_for_load() { as alice rubatoctl explain "$1" --json | jq --exit-status '.reasons | any(. == "load")'; }

# `status` shows a freeze. It survives the daemon, and ends with the next boot.
freezes_the_device() {
  plug 0
  eventually device_is power battery
  rubatoctl device freeze --for 1h
  plug 1
  answers rubatoctl status | grep --ignore-case frozen
  systemctl restart rubatod
  answers rubatoctl status | grep --ignore-case frozen
  device_is power battery
}

has_thawed_with_the_boot() { answers rubatoctl status | finds_no --ignore-case frozen; }

# Runs the tests of sources. `swift test` runs only those whose services exist; here all of them exist.
sources_conform() {
  check 'sources pass their tests with services and mocks' tests_of_sources_pass
}

tests_of_sources_pass() { tests_pass '^DevicesTests\.' '[1-9][0-9]+'; }

# Prints the delays without a limit, since other processes of the machine can cause long ones.
print_delays() {
  printf '      from change to event: '
  sort --numeric-sort "$results/soon" | awk '
    { all[NR] = $1; last = $0 }
    END { printf "%d times, median %d ms, longest: %s\n", NR, all[int((NR + 1) / 2)], last }'
}

devices_report() {
  check 'the state of a laptop is read from its services' knows_a_laptop
  check 'changes of the charger are received from UPower' follows_the_charger
  check 'changes of the network are received from NetworkManager' follows_the_network
  check 'changes of the power profile are received from power-profiles-daemon' follows_the_profile
  check 'a backup waits for power and an unmetered network' hands_in_a_nightly_backup
  check 'the backup runs when both conditions are met' runs_once_both_have_come
  check 'the backup expires when the charger is disconnected' expires_when_the_charger_goes
  # The charger must stay connected for a minute.
  plug 1
  check 'a machine without a login is idle' is_idle_without_a_login
  check 'a login at a console makes the machine busy' notices_a_login_at_a_console
  check 'an unused console makes the machine idle' sees_a_console_fall_idle
  check 'the backup resumes when the charger is connected again' resumes_when_it_comes_back
  check 'a restart, a kill and a stop of UPower are handled' survives_upower
  check 'a restart and a kill of NetworkManager are handled' survives_networkmanager
  check 'network names are unknown while NetworkManager hangs' waits_for_networkmanager
  check 'a restart and a kill of power-profiles-daemon are handled' survives_power_profiles
  check 'a restart of the bus is handled' survives_the_bus
  check 'changes of the network are received from systemd-networkd' follows_networkd
  check 'changes of the network are received from the kernel' follows_routes
  check 'changes of power supplies are received as uevents' follows_uevents
  check 'kernel events do not start a stopped service' stays_stopped
  check 'a request waits for a drive' follows_a_drive
  check 'load of other processes holds a request' is_held_back_by_load
  comes_back_from_load >/dev/null
  check 'an idle or locked desktop makes the machine idle' sees_a_desktop_rest_and_be_locked
  check 'a remote login does not make the machine busy' ignores_remote_sessions
  check 'a restart of logind is handled' survives_a_restart_of_logind
  check 'the daemon delays sleep' delays_sleep
  check 'a run can prevent sleep' prevents_sleep_during_a_run
  check 'a freeze of the device survives a restart of the daemon' freezes_the_device
  print_delays
}
