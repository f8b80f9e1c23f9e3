# Task files of packages and administrators.

examples=/usr/share/doc/rubato/examples/tasks
own_tasks=/etc/rubato/tasks.d shipped_tasks=/usr/lib/rubato/tasks.d volatile_tasks=/run/rubato/tasks.d

# reload: reloads the daemon, and returns when it has read the files. `systemctl reload` can return before the daemon
# has notified systemd of the beginning of the reload.
reload() {
  local cursor
  cursor=$(journalctl --lines=0 --show-cursor | sed -n 's/^-- cursor: //p')
  coproc journal {
    exec journalctl --follow --lines=all --after-cursor="$cursor" SYSLOG_IDENTIFIER=rubatod
  }
  systemctl reload rubatod
  timeout 60 grep --quiet --max-count=1 'Read the task files and the policy file again' <&"${journal[0]}"
  kill "$journal_PID"
  wait "$journal_PID" || true
}

# declared ID KEY: prints a value of a request of root.
declared() { rubatoctl list --json | jq --raw-output ".[] | select(.id == \"$1\") | .$2"; }

# The file of a package declares a task, and a drop-in file of the administrator changes it.
declares_what_a_package_ships() {
  install -D --mode=644 --target-directory=$shipped_tasks $examples/trim.yaml
  mkdir -p $own_tasks/trim.yaml.d
  echo 'earliest: 2d' >$own_tasks/trim.yaml.d/50-later.yaml
  rubatoctl policy check
  reload
  equal "$(declared trim state)" waiting
  equal "$(declared trim every)" 604800
  equal "$(declared trim unit)" fstrim.service
}

follows_drop_ins() {
  mkdir -p $volatile_tasks/trim.yaml.d
  echo 'budget: 7m' >$volatile_tasks/trim.yaml.d/10-short.yaml
  reload
  equal "$(declared trim budget)" 420
  rm -r $volatile_tasks
  reload
  equal "$(declared trim budget)" 1800
}

# The file sets the user of its command.
runs_as_the_user_of_the_file() {
  printf '%s\n' 'user: alice' 'kind: userInitiated' 'every: 1d' 'earliest: 1d' \
    "command: [sh, -c, 'id -un >who']" 'directory: /home/alice' >$own_tasks/who.yaml
  reload
  rubatoctl run who --owner alice --force --wait
  equal "$(cat /home/alice/who)" alice
  rm $own_tasks/who.yaml
  reload
  equal "$(as alice rubatoctl list --json | jq 'map(select(.id == "who")) | length')" 0
}

one_bad_file_leaves_the_others() {
  printf '%s\n' 'command: /bin/true' 'every: often' >$own_tasks/bad.yaml
  reload
  equal "$(declared trim state)" waiting
  answers rubatoctl status --json | jq --raw-output '.warnings[]' |
    grep "task bad: $own_tasks/bad.yaml:2:8: every 'often' is not allowed"
  journalctl --priority=err SYSLOG_IDENTIFIER=rubatod | grep "$own_tasks/bad.yaml:2:8"
  fails_with 1 "bad.yaml:2:8: every 'often' is not allowed" rubatoctl policy check
  rm $own_tasks/bad.yaml
  reload
  equal "$(answers rubatoctl status --json | jq '.warnings | map(select(contains("bad.yaml"))) | length')" 0
}

# A user who can write a task file can run any command as root.
believes_only_root() {
  printf '%s\n' 'command: /bin/true' 'every: 1d' >$own_tasks/open.yaml
  chmod o+w $own_tasks/open.yaml
  reload
  equal "$(declared open state)" ''
  chmod o-w $own_tasks/open.yaml
  chown alice $own_tasks/open.yaml
  reload
  equal "$(declared open state)" ''
  rm $own_tasks/open.yaml
}

says_where_it_is_declared() {
  fails_with 1 "$shipped_tasks/trim.yaml" rubatoctl cancel trim
  fails_with 1 "$shipped_tasks/trim.yaml" rubatoctl submit --id trim -- true
  equal "$(declared trim state)" waiting
}

masks_what_a_package_ships() {
  ln -s /dev/null $own_tasks/trim.yaml
  reload
  equal "$(declared trim state)" ''
  rm $own_tasks/trim.yaml
  reload
  equal "$(declared trim state)" waiting
  rm -r $shipped_tasks $own_tasks/trim.yaml.d
  reload
  equal "$(declared trim state)" ''
}

# A user's own daemon, in a manager that is started as user@.service starts it. A minimal machine lacks the PAM modules
# of that unit.
serves_a_user_alone() {
  local uid
  uid=$(id --user bob)
  install --directory --owner=bob --mode=700 "/run/user/$uid"
  systemd-run --quiet --unit=bobs-manager --service-type=notify --uid=bob --property=Delegate=yes \
    --setenv=XDG_RUNTIME_DIR="/run/user/$uid" /lib/systemd/systemd --user
  as bob mkdir -p .config/rubato/tasks.d
  as bob tee .config/rubato/tasks.d/note.yaml <<<$'command: [touch, noted]\nevery: 1d\nearliest: 1d'
  in_session bob systemctl --user enable --now rubatod.socket rubatod
  in_session bob rubatoctl --user run note --force --wait
  test -e /home/bob/noted
  test -s /home/bob/.local/state/rubato/rubato.sqlite
  equal "$(in_session bob rubatoctl --user list --json | jq length)" 1
  equal "$(as bob rubatoctl list --json | jq length)" 0
  in_session bob systemctl --user disable --now rubatod.socket rubatod
  systemctl stop bobs-manager
}

completes_words() {
  bash -n /usr/share/bash-completion/completions/rubatoctl
  grep --quiet -- --population /usr/share/bash-completion/completions/rubatoctl
  test -s /usr/share/zsh/vendor-completions/_rubatoctl
  test -s /usr/share/fish/vendor_completions.d/rubatoctl.fish
}
