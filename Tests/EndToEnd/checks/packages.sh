# The Debian packages, from the directory /debs.

packages_install() {
  check 'the packages install, and the service runs' installs_and_runs
  check 'manual pages and completions are in the directories of Debian' is_documented
  check 'the targets of links in documents are installed, and the named scenarios run' documents_are_whole
  check 'a shell completes timers' completes_timers
}

packages_serve() {
  check 'an upgrade keeps runs, waiting requests and their permissions' upgrades_with_a_running_job
  check "an upgrade restarts users' daemons, and their runs continue" upgrades_daemons_of_users
  check 'an upgrade does not start a stopped daemon' upgrades_what_is_stopped
  check 'a removal restores timers, ends runs and keeps the state' removes
  check 'after another installation, queued requests are still queued' installs_again
  check 'a removal restores timers also if the daemon was disabled before' removes_what_is_disabled
  check 'a purge removes the state and keeps the group' purges
}

installs_and_runs() {
  dpkg --install /debs/*.deb
  systemctl is-active rubatod.socket rubatod.service
  systemctl is-enabled rubatod.socket rubatod.service
  keep_from_the_machine
  eventually answers rubatoctl status
  getent group rubato
  as alice rubatoctl submit --id waits --earliest +20h -- true
}

is_documented() {
  test -s /usr/share/man/man1/rubatoctl.1.gz
  test -s /usr/share/man/man1/rubatoctl-submit.1.gz
  test -s /usr/share/man/man5/rubato-policy.5.gz
  test -s /usr/share/man/man7/rubato.7.gz
  test -s /usr/share/man/man8/rubatod.8.gz
  test -s /usr/share/bash-completion/completions/rubatoctl
  test -s /usr/share/zsh/vendor-completions/_rubatoctl
  test -s /usr/share/fish/vendor_completions.d/rubatoctl.fish
  test -s /usr/share/doc/rubato/copyright
}

documents_are_whole() {
  local page link count=0
  while read -r page; do
    while read -r link; do
      [[ -n $link && $link != *://* ]] || continue
      count=$((count + 1))
      test -e "${page%/*}/$link" || { echo "$page: $link is not there"; return 1; }
    done < <(grep --invert-match '^    ' "$page" | grep --only-matching ']([^)#[:space:]]*' | cut --characters=3-)
  done < <(find /usr/share/doc/rubato /usr/share/doc/rubato-lab -name '*.md')
  ((count > 200))
  rubatoctl simulate /usr/share/doc/rubato-lab/examples/scenarios/news.yaml --days 1 | grep refresh
}

# completed WORD...: prints the completions of bash for the last word.
completed() {
  bash -c 'source /usr/share/bash-completion/completions/rubatoctl
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_TYPE=9 COMP_KEY=9
    COMP_POINT=${#COMP_LINE}
    _rubatoctl "$1" "${@: -1}" "${@: -2:1}"
    printf "%s\n" "${COMPREPLY[@]}"' bash "$@"
}

completes_timers() {
  completed rubatoctl adopt fstr | grep '^fstrim.timer *$'
  as alice rubatoctl ---completion adopt -- positional@0 2 0 rubatoctl adopt '' | grep --line-regexp fstrim.timer
}

# newer PACKAGE: builds the package with a later version.
newer() {
  rm -rf /tmp/newer
  dpkg-deb --raw-extract /debs/"$1"_*.deb /tmp/newer
  sed -i 's/^Version: .*/&+1/; s/(= \(.*\))/(= \1+1)/' /tmp/newer/DEBIAN/control
  dpkg-deb --build -Znone --root-owner-group /tmp/newer "/tmp/$1.deb"
}

upgrades_with_a_running_job() {
  local run pid
  mkfifo /home/alice/go
  chown alice /home/alice/go
  as alice rubatoctl submit --id long --earliest +20h -- sh -c 'read line </home/alice/go; echo "went on"'
  run=$(as alice rubatoctl run long --force --json | jq .run)
  is_running() { [[ $(as alice rubatoctl runs show "$run" --json | jq --raw-output .state) == running ]]; }
  eventually is_running
  pid=$(property MainPID)
  newer rubato
  newer rubato-lab
  dpkg --install /tmp/rubato.deb /tmp/rubato-lab.deb
  [[ $(property MainPID) != "$pid" ]]
  eventually is_running
  echo now >/home/alice/go
  as alice rubatoctl wait --run "$run"
  as alice rubatoctl logs --run "$run" | grep 'went on'
  equal "$(state alice waits)" waiting
}

# Uses the packages that the check before has built.
upgrades_daemons_of_users() {
  local run pid command said
  loginctl enable-linger alice
  eventually test -S "/run/user/$(id --user alice)/bus"
  in_session alice systemctl --user enable --now rubatod.socket rubatod
  mkfifo /home/alice/finish
  chown alice /home/alice/finish
  in_session alice rubatoctl --user submit --id own --earliest +20h -- \
    sh -c 'read line </home/alice/finish; echo "finished"'
  run=$(in_session alice rubatoctl --user run own --force --json | jq .run)
  own_state() { in_session alice rubatoctl --user runs show "$run" --json | jq --raw-output .state; }
  runs_on() { [[ $(own_state) == running ]]; }
  own_pid() { in_session alice systemctl --user show --value --property=MainPID rubatod; }
  eventually runs_on
  pid=$(own_pid)
  command_pid() { in_session alice systemctl --user show --value --property=MainPID "rubato-run-$run"; }
  has_started() { command=$(command_pid) && ((command > 0)); }
  eventually has_started
  said=$(dpkg --install /tmp/rubato.deb /tmp/rubato-lab.deb)
  grep 'the daemon of alice restarts now' <<<"$said"
  is_restarted() { [[ $(own_pid) != "$pid" && $(own_pid) != 0 ]]; }
  eventually is_restarted
  eventually answers in_session alice rubatoctl --user status
  runs_on
  equal "$(command_pid)" "$command"
  echo now >/home/alice/finish
  in_session alice rubatoctl --user wait --run "$run"
  # Only root can make journald write all received lines.
  has_finished() { in_session alice rubatoctl --user logs --run "$run" | grep finished; }
  eventually has_finished
  equal "$(in_session alice rubatoctl --user status --json | jq '.pauses | length')" 0
}

upgrades_what_is_stopped() {
  systemctl stop rubatod
  dpkg --install /debs/rubato_*.deb /debs/rubato-lab_*.deb
  equal "$(property ActiveState)" inactive
  systemctl start rubatod
  equal "$(state alice waits)" waiting
}

# Uses the daemon that the check of upgrades has left running. First it is disabled, so that no links to removed units
# remain.
alice_adopts_and_runs() {
  local run units=/home/alice/.config/systemd/user
  in_session alice systemctl --user disable rubatod.socket rubatod
  in_session alice mkdir -p $units
  in_session alice tee $units/hers.service <<<$'[Service]\nType=oneshot\nExecStart=true' >/dev/null
  in_session alice tee $units/hers.timer <<<$'[Timer]\nOnCalendar=daily\n[Install]\nWantedBy=timers.target' >/dev/null
  in_session alice systemctl --user daemon-reload
  in_session alice systemctl --user enable --now hers.timer
  eventually in_session alice rubatoctl --user adopt hers.timer
  fails_with 3 inactive in_session alice systemctl --user is-active hers.timer
  in_session alice rubatoctl --user submit --id hers-endless --earliest +20h -- sleep 1000
  run=$(in_session alice rubatoctl --user run hers-endless --force --json | jq .run)
  hers_is_running() { in_session alice systemctl --user is-active "rubato-run-$run.service"; }
  eventually hers_is_running
}

removes() {
  local run
  printf '[Service]\nType=oneshot\nExecStart=true\n' >/etc/systemd/system/check-packages.service
  printf '[Timer]\nOnCalendar=daily\n' >/etc/systemd/system/check-packages.timer
  systemctl daemon-reload
  systemctl start check-packages.timer
  rubatoctl adopt check-packages.timer
  fails_with 3 inactive systemctl is-active check-packages.timer
  as alice rubatoctl submit --id endless --earliest +20h -- sleep 1000
  run=$(as alice rubatoctl run endless --force --json | jq .run)
  is_running() { systemctl is-active "rubato-run-$run.service"; }
  eventually is_running
  alice_adopts_and_runs
  dpkg --remove rubato-lab rubato
  equal "$(systemctl is-active check-packages.timer)" active
  equal "$(in_session alice systemctl --user is-active hers.timer)" active
  equal "$(in_session alice systemctl --user is-enabled hers.timer)" enabled
  (in_session alice systemctl --user is-active rubatod || true) | finds_no --line-regexp active
  has_no_run() { equal "$(in_session alice systemctl --user list-units --all --plain --no-legend 'rubato-run-*')" ''; }
  eventually has_no_run
  loginctl disable-linger alice
  # For a unit that is no longer loaded, the status of is-active is 3 in systemd 252, and 4 in 257.
  (systemctl is-active "rubato-run-$run.service" || true) | finds_no --line-regexp active
  test -e /var/lib/rubato/rubato.sqlite
  [[ ! -e /usr/bin/rubatoctl ]]
}

installs_again() {
  dpkg --install /debs/*.deb
  systemctl is-active rubatod.socket rubatod.service
  eventually answers rubatoctl status
  equal "$(state alice waits)" waiting
}

# Uses the timer of `removes`.
removes_what_is_disabled() {
  rubatoctl adopt check-packages.timer
  fails_with 3 inactive systemctl is-active check-packages.timer
  systemctl disable --now rubatod.socket rubatod.service
  dpkg --remove rubato-lab rubato
  equal "$(systemctl is-active check-packages.timer)" active
  (systemctl is-active rubatod.socket || true) | finds_no --line-regexp active
}

purges() {
  dpkg --purge rubato-lab rubato
  [[ ! -e /var/lib/rubato ]]
  [[ ! -e /run/rubato ]]
  getent group rubato
}
