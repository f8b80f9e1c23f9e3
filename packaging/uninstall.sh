#!/usr/bin/env bash
# uninstall.sh: stops the service, removes all files of `make install` and of the daemons, and lists the data that it
# keeps. DESTDIR, PREFIX and FORCE are the variables of make.
set -euo pipefail
cd "$(dirname "$0")/.."

root=${DESTDIR-} prefix=${PREFIX-/usr}

# Whether systemd of this machine runs the uninstalled service.
is_live() { [[ -z $root && -d /run/systemd/system ]]; }

# An adopted timer is disabled, and only the daemon enables it again. The socket starts the daemon.
release_timers() {
  [[ -e /var/lib/rubato/rubato.sqlite && -x $prefix/bin/rubatoctl ]] || return 0
  systemctl start rubatod.socket || true
  "$prefix/bin/rubatoctl" --system release --all || [[ -n ${FORCE:-} ]] || {
    echo "Adopted timers could not be restored; correct the error above, or run: make uninstall FORCE=1" >&2
    exit 1
  }
}

# Runs end with the service: without a daemon, their budgets would not be enforced.
stop_service() {
  systemctl disable --now rubato-metrics.socket rubato-metrics-file.timer || true
  systemctl disable --now rubatod.socket rubatod.service || true
  systemctl stop 'rubato-run-*.service' rubato.slice || true
  systemctl reset-failed 'rubatod*' 'rubato-run-*' 2>/dev/null || true
}

# Removes the socket, the mark of a stopped daemon and the files of runs from a runtime directory. Task files stay.
clear_runtime() {
  [[ -d $1 ]] || return 0
  find "$1" -mindepth 1 -maxdepth 1 ! -name tasks.d ! -name user -exec rm --recursive --force {} +
  find "$1" -type d -empty -delete
}

# release_timers_of USER DIRECTORY: releases the user's timers, as that user. The daemon may never answer, so a timeout
# applies. A process of a user must not have the terminal of root (TIOCSTI in ioctl_tty(2)), here and below.
release_timers_of() {
  [[ -S $2/io.rubato.Scheduler ]] || return 0
  setsid --wait timeout 120 runuser --user "$1" -- \
    env --chdir=/ HOME="$(getent passwd "$1" | cut --delimiter=: --fields=6)" XDG_RUNTIME_DIR="${2%/rubato}" \
    "$prefix/bin/rubatoctl" --user release --all </dev/null ||
    echo "Timers that $1 has adopted could not be restored; as $1, run: systemctl --user enable --now NAME.timer" >&2
}

# Clears the directory as its user, since the user could replace it with a link to a directory of root.
stop_daemons_of_users() {
  local directory uid name
  for directory in /run/user/*/rubato; do
    [[ -d $directory ]] || continue
    uid=${directory#/run/user/} uid=${uid%/rubato}
    name=$(id --user --name "$uid") || continue
    release_timers_of "$name" "$directory"
    systemctl --user --machine="$name@" stop rubatod.socket rubatod.service 'rubato-run-*.service' ||
      echo "The daemon of $name could not be stopped; as $name, run: systemctl --user stop rubatod.socket rubatod" >&2
    setsid --wait timeout 120 runuser --user "$name" -- \
      bash -c "$(declare -f clear_runtime); clear_runtime '$directory'" </dev/null || true
  done
}

forget_units_and_catalog() {
  systemctl daemon-reload
  journalctl --update-catalog
}

# data DIRECTORY TEXT: prints a line about a directory that remains.
data() { [[ ! -d $1 ]] || printf '  %-34s %s\n' "$1" "$2"; }

all_data() {
  local home
  data "$root/var/lib/rubato" 'requests, runs and their output'
  data "$root/etc/rubato" 'policy and task files'
  data "$root/run/rubato" 'task files until the next boot'
  [[ -z $root ]] || return 0
  while read -r home; do
    data "$home/.local/state/rubato" "requests, runs and their output of a user's own daemon"
    data "$home/.config/rubato" 'policy and task files of that user'
  done < <(getent passwd | cut --delimiter=: --fields=6 | sort --unique)
}

say_what_is_left() {
  local left
  left=$(all_data)
  echo "Uninstalled.${left:+ These directories remain, since they contain your data:}"
  [[ -z $left ]] || echo "$left"
  [[ -n $root ]] || ! getent group rubato >/dev/null ||
    echo "The group rubato remains, since files can belong to it; to remove it, run: groupdel rubato"
}

if is_live; then
  release_timers
  stop_service
  stop_daemons_of_users
fi
clear_runtime "$root/run/rubato"
packaging/files.sh uninstall
if is_live; then forget_units_and_catalog; fi
say_what_is_left
