# The device as the machine's own services tell of it. The services are real: upowerd over a mocked
# charger and battery, power-profiles-daemon, NetworkManager, systemd-networkd, the kernel's news.

quiet_sources=logind,upower,power-profiles,networkmanager,networkmanager-names,networkd,power-supplies,platform-profile,routes,mounts

# A charger, a battery and a cable, as a laptop has them.
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
  ip link add wan0 type veth peer name wan1
  ip link set wan1 up
  nmcli connection add type ethernet ifname wan0 con-name wan connection.metered yes \
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

# plug 1|0: the charger, in or out.
plug() {
  local -A status=([0]=Discharging [1]=Charging)
  printf '%s\n' "AC online $1" "BAT0 status ${status[$1]}" >/run/battery
}

# metered yes|no: the connection that there is.
metered() {
  nmcli connection modify wan connection.metered "$1"
  nmcli device reapply wan0
}

profile() {
  busctl set-property net.hadess.PowerProfiles /net/hadess/PowerProfiles net.hadess.PowerProfiles \
    ActiveProfile s "$1"
}

# watch_it: from now on what happens is told to `hears_of`.
watch_it() {
  exec 7< <(exec rubatoctl watch --all-users --json)
  hears_of '.event == "snapshot"'
}

# hears_of FILTER: waits for a notice that jq's filter lets through, at most a minute.
hears_of() {
  local line until=$((SECONDS + 60))
  while ((SECONDS < until)) && read -rt 60 -u 7 line; do
    ! jq --exit-status "$1" <<<"$line" || return 0
  done
  return 1
}

# told FILTER COMMAND...: what the command does is told as the filter says; how soon is kept.
told() {
  local filter=$1 began=$EPOCHREALTIME
  shift
  "$@"
  hears_of "$filter"
  printf '%.0f ms %s\n' "$(jq --null-input "($EPOCHREALTIME - $began) * 1000")" "$*" >>"$results/soon"
}

tells_device() { echo ".device[\"$1\"] == \"$2\""; }

# The charger, the network and the profile, each to and fro.
follows_the_charger() {
  plug 0
  eventually device_is power battery
  watch_it
  told "$(tells_device power ac)" plug 1
  told "$(tells_device power battery)" plug 0
}

follows_the_network() {
  # It takes up the connection again after it was started.
  eventually metered yes
  eventually device_is metered yes
  watch_it
  told "$(tells_device metered no)" metered no
  told "$(tells_device metered yes)" metered yes
  told "$(tells_device network none)" nmcli connection down wan
  told "$(tells_device network ethernet)" nmcli connection up wan
}

follows_the_profile() {
  profile balanced
  eventually device_is low-power off
  watch_it
  told "$(tells_device low-power on)" profile power-saver
  told "$(tells_device low-power off)" profile balanced
}

# Each service is started again, killed, and away for longer than a value outlives it; nobody starts it.
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

# The daemon starts while NetworkManager does not answer: the names of interfaces do not stand for the networks.
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

# What is on the bus does not all come back by itself.
survives_the_bus() {
  systemctl restart dbus
  systemctl restart upower power-profiles-daemon NetworkManager systemd-logind
  follows_the_charger
  follows_the_network
  follows_the_profile
  equal "$(property NRestarts)" 0
}

# A backup in steps, that needs power and a network that costs nothing.
hands_in_a_nightly_backup() {
  as alice mkfifo nightly
  as alice rubatoctl submit --id nightly --requires power,unmetered \
    --step 'one=sh -c "echo one >>nightly.steps"' \
    --step 'two=sh -c "echo two >>nightly.steps; echo started >nightly; exec sleep 1000"' \
    --step 'three=sh -c "echo three >>nightly.steps"'
  as alice rubatoctl explain nightly --json |
    jq --exit-status '.run == false and (.reasons | contains(["power", "metered"]))'
}

# The gain of power has to last for a minute.
runs_once_both_have_come() {
  metered no
  plug 1
  fifo=/home/alice/nightly
  exec 9<>$fifo
  hear 120
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

# It goes on with the step that was interrupted.
resumes_when_it_comes_back() {
  fifo=/home/alice/nightly
  exec 9<>$fifo
  hear 120
  equal "$(tr '\n' ' ' </home/alice/nightly.steps)" 'one two two '
  as alice rubatoctl cancel nightly
  plug 0
}

follows_networkd() {
  systemctl stop NetworkManager
  printf '%s\n' '[Match]' 'Name=wan0' '[Network]' 'Address=192.0.2.2/24' 'Gateway=192.0.2.1' \
    'LinkLocalAddressing=no' >/run/systemd/network/wan0.network
  systemctl restart systemd-networkd
  eventually device_is network ethernet
  watch_it
  told "$(tells_device network none)" ip link set wan1 down
  told "$(tells_device network ethernet)" ip link set wan1 up
  dies_and_comes_back systemd-networkd
  told "$(tells_device network none)" ip link set wan1 down
}

# Without any service, by the socket that systemd listens with for us.
follows_routes() {
  systemctl stop systemd-networkd.socket systemd-networkd
  ip address flush wan0
  ip link set wan0 up
  ip link set wan1 up
  ip address add 192.0.2.2/24 dev wan0
  # What networkd said last is taken back first.
  eventually device_is network none
  watch_it
  told "$(tells_device network ethernet)" ip route add default via 192.0.2.1
  told "$(tells_device network none)" ip route delete default
  told "$(tells_device network ethernet)" ip route add default via 192.0.2.1
}

# As well by such a socket, of a machine whose power supplies are written.
follows_uevents() {
  local tree
  tree=$(readlink /run/mocked)
  ask power-supplies --device-root "$tree"
  eventually device_is power battery
  watch_it
  told "$(tells_device power ac)" uevent_of_the_charger "$tree" 1
  told "$(tells_device power battery)" uevent_of_the_charger "$tree" 0
  ask $quiet_sources
}

uevent_of_the_charger() {
  echo "$2" >"$1/sys/devices/AC/online"
  /checks/EndToEnd/device/uevent.py change /devices/AC power_supply
}

# News of the kernel do not start a service that was stopped.
stays_stopped() {
  systemctl stop rubatod
  ip link set wan1 down
  ip link set wan1 up
  /checks/EndToEnd/device/uevent.py change /devices/AC power_supply
  # It has seen to what came before once it has answered that.
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
  watch_it
  told '.event == "started" and .id == "drive"' mount -t tmpfs tmpfs /mnt/backup
  hear
  told '.event == "warned" and .id == "drive" and .stopReason == "path"' umount /mnt/backup
  hears_of '.event == "ended" and .id == "drive" and .outcome == "expired"'
  told '.event == "started" and .id == "drive"' mount -t tmpfs tmpfs /mnt/backup
  as alice rubatoctl cancel drive
  umount /mnt/backup
}

# Every processor has something to do that is not ours.
is_held_back_by_load() {
  local each
  for ((each = $(nproc); each > 0; each--)); do
    systemd-run --quiet --slice=busy.slice bash -c 'while :; do :; done'
  done
  # What was read within the last ten seconds would count; a new daemon begins with a reading.
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

# What is frozen is said loudly, outlives the daemon, and is forgotten with the boot.
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

# The tests of sources, which `swift test` runs where it finds what they need: here is all of it.
sources_conform() {
  check 'sources do what they do against services and their mocks' tests_of_sources_pass
}

tests_of_sources_pass() { tests_pass '^DevicesTests\.' '[1-9][0-9]+'; }

# Told, not judged: what takes long may be this machine's other work.
tells_how_soon() {
  printf '      from event to notice: '
  sort --numeric-sort "$results/soon" | awk '
    { all[NR] = $1; last = $0 }
    END { printf "%d times, median %d ms, longest: %s\n", NR, all[int((NR + 1) / 2)], last }'
}

devices_tell_of_themselves() {
  check 'a laptop with its services is known' knows_a_laptop
  check 'the charger is followed, by UPower' follows_the_charger
  check 'the network is followed, by NetworkManager' follows_the_network
  check 'the power profile is followed, by power-profiles-daemon' follows_the_profile
  check 'a backup waits for power and a free network' hands_in_a_nightly_backup
  check 'it runs once both have come' runs_once_both_have_come
  check 'it expires when the charger goes' expires_when_the_charger_goes
  # It has to stay for a minute.
  plug 1
  check 'nobody is at a machine without a login' sees_nobody_without_a_login
  check 'who logs in at a console is at the machine' sees_who_logs_in_at_a_console
  check 'a console falls idle' sees_a_console_fall_idle
  check 'it resumes when the charger comes back' resumes_when_it_comes_back
  check 'UPower is started again, killed and away' survives_upower
  check 'NetworkManager is started again and killed' survives_networkmanager
  check 'names of networks wait for a NetworkManager that hangs' waits_for_networkmanager
  check 'power-profiles-daemon is started again and killed' survives_power_profiles
  check 'the bus is started again' survives_the_bus
  check 'the network is followed, by systemd-networkd' follows_networkd
  check 'the network is followed, by its routes' follows_routes
  check 'power supplies are followed, by uevents' follows_uevents
  check 'news of the kernel do not start a stopped service' stays_stopped
  check 'a drive is waited for' follows_a_drive
  check 'the work of others holds back' is_held_back_by_load
  comes_back_from_load >/dev/null
  check 'a desktop rests, and is locked' sees_a_desktop_rest_and_be_locked
  check 'who logs in from elsewhere is not at the machine' sees_nobody_in_sessions_from_elsewhere
  check 'logind is started again' survives_a_restart_of_logind
  check 'sleep is delayed' delays_sleep
  check 'sleep is prevented during a run' prevents_sleep_during_a_run
  check 'a frozen device outlives the daemon' freezes_the_device
  tells_how_soon
}
