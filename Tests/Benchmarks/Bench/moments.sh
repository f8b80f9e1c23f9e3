#!/usr/bin/env bash
# moments.sh DIRECTORY COUNT METHOD...: measures the lateness of commands at exact times, of Rubato and its peers, in
# the same minutes. Writes the lateness in milliseconds to DIRECTORY/METHOD, one number on each line. Needs moment and
# rubatoctl in PATH.
#   timerfd   a loop that waits and starts the command: the least possible lateness
#   direct    Rubato with the direct launcher, at the socket DIRECT
#   units     Rubato with units of systemd, at the socket UNITS
#   systemd   transient timers with AccuracySec=1us
#   cron, at  separate daemons with a private view of the file system. They have no seconds, and COUNT is the number of
#             minutes. Needs root.
set -euo pipefail

directory=$1 count=$2
shift 2
methods=("$@")
program=$(type -P moment)
mkdir -p "$directory"
# Not in /tmp, which can be another directory for a unit.
work=$(mktemp --directory --tmpdir=/var/tmp rubato-moments.XXXXXX)
chmod 755 "$work"
trap 'rm -rf "$work"' EXIT

# due PLACE TURN: prints a time at a half second, at which cron and at start no command.
due() { echo "$((first + $1 + $2 * ${#methods[@]})).5"; }

# arrange_METHOD PLACE: schedules the command for all times of this method.
arrange_timerfd() {
  moment --timerfd "$(due "$1" 0)" ${#methods[@]} "$count" "$work/timerfd" &
}

arrange_direct() { RUBATO_SOCKET=$DIRECT arrange_rubato direct "$1"; }
arrange_units() { RUBATO_SOCKET=$UNITS arrange_rubato units "$1"; }

# arrange_rubato METHOD PLACE: submits all requests in one call.
arrange_rubato() {
  local turn at
  for ((turn = 0; turn < count; turn++)); do
    at=$(due "$2" $turn)
    jq --null-input --compact-output --arg id "moment-$1-$turn" --arg at "$(date --utc --date="@$at" +%FT%T.%3NZ)" \
      --arg program "$program" --arg due "$at" --arg file "$work/$1" \
      '{id: $id, earliest: $at, exact: true, command: [$program, $due, $file]}'
  done | rubatoctl submit --atomic - >"$work/accepted"
}

arrange_systemd() {
  local turn at
  for ((turn = 0; turn < count; turn++)); do
    at=$(due "$1" $turn)
    systemd-run --quiet --collect --timer-property=AccuracySec=1us \
      --on-calendar="$(date --utc --date="@$at" '+%F %T.%3N UTC')" "$program" "$at" "$work/systemd"
  done
}

# clocks METHOD...: runs cron and at for COUNT minutes, without reading or changing the tables of the machine.
clocks() {
  export program work count
  unshare --mount bash -euo pipefail -c '
    for place in /etc/cron.d /var/spool/cron /run; do mount -t tmpfs tmpfs $place; done
    mount --bind /dev/null /etc/crontab
    mkdir --mode=1730 /var/spool/cron/crontabs
    install --directory --owner=daemon --group=daemon --mode=1770 /var/spool/cron/{atjobs,atspool}
    install --owner=daemon --group=daemon --mode=600 /dev/null /var/spool/cron/atjobs/.SEQ
    echo "* * * * * root $program minute $work/cron" >/etc/cron.d/moments
    daemons=()
    trap "kill \${daemons[@]} 2>/dev/null || true" EXIT
    for method; do
      if [[ $method == cron ]]; then cron -f & else atd -f & fi
      daemons+=($!)
    done
    # atd reads its jobs again when at signals it.
    sleep 1
    [[ " $* " != *" at "* ]] || for ((minute = 1; minute <= count; minute++)); do
      echo "exec $program minute $work/at" | at -M -t "$(date --date="$minute minutes" +%Y%m%d%H%M)"
    done
    sleep $((count * 60 + 5))
  ' clocks "$@" &>"$work/clocks" || { cat "$work/clocks" >&2; return 1; }
}

case ${methods[0]} in
  cron | at) clocks "${methods[@]}" ;;
  *)
    # Scheduling all commands takes a fraction of this time.
    first=$(($(date +%s) + 10 + count / 4))
    for place in "${!methods[@]}"; do "arrange_${methods[place]}" "$place"; done
    sleep $((first + count * ${#methods[@]} + 3 - $(date +%s)))
    ;;
esac
for method in "${methods[@]}"; do
  [[ ! -e $work/$method ]] || cp "$work/$method" "$directory/$method"
done
