# Requests that wait for changes: of keys, and of paths that only their owner may look at.

observers_wake() {
  check 'a key that its owner bumps wakes a request' wakes_for_a_key
  check 'nobody bumps the keys of others but root' keeps_keys_apart
  check 'a file in a home that the daemon may not enter wakes a request' wakes_for_a_file_of_a_home
  check 'one process watches for each user, as that user' watches_as_the_user
  check 'what changes while the daemon is away wakes a request' wakes_for_what_nobody_saw
  check 'a watcher that is killed is followed by another' outlives_its_watcher
  check 'what its user may not read is told' tells_what_cannot_be_read
  check 'the limit of inotify watches is told' tells_of_the_limit_of_watches
  check 'the watcher ends with the last path' ends_with_the_last_path
}

# watchers USER: the processes that watch for a user.
watchers() { pgrep --euid "$1" --full /usr/libexec/rubato-observe; }

# says USER ID ARGUMENT...: submits what says on the FIFO that it runs.
says() {
  local user=$1 id=$2
  shift 2
  submit "$user" "$id" "$@" -- sh -c "echo ran >$fifo"
}

# is_warned USER ID TEXT: what explain says of a path that is not watched.
is_warned() {
  as "$1" rubatoctl explain "$2" --json | tee "$results/explanation" |
    jq --exit-status ".[0].warnings | any(.code == \"notWatched\" and (.text | contains(\"$3\")))"
}

wakes_for_a_key() {
  new_fifo
  says alice key --when-changed mail --at-most immediately
  as alice rubatoctl explain key | grep 'waiting for a change of mail'
  as alice rubatoctl changed mail | grep '1 request waits'
  hear
}

keeps_keys_apart() {
  as bob rubatoctl changed mail | grep 'No request waits'
  fails_with 1 another as bob rubatoctl changed mail --owner alice
  rubatoctl changed mail | grep 'No request waits'
  new_fifo
  says alice key --when-changed mail
  rubatoctl changed mail --owner alice | grep '1 request waits'
  hear
  as alice rubatoctl cancel key
}

# The home belongs to alice alone; of the file she writes at once, whoever watches by then.
wakes_for_a_file_of_a_home() {
  chmod 700 /home/alice
  new_fifo
  says alice file --when-changed /home/alice/notes/today
  as alice sh -c 'mkdir -p notes && echo one >notes/today'
  hear
  eventually equal "$(state alice file)" waiting
  as alice sh -c 'echo two >notes/new && mv notes/new notes/today'
  hear
  as alice rm -r notes
  hear
}

watches_as_the_user() {
  equal "$(watchers alice | wc --lines)" 1
  fails_with 1 '' watchers bob
  says bob file --when-changed /home/bob/notes
  eventually watchers bob
  as bob rubatoctl cancel file
}

wakes_for_what_nobody_saw() {
  eventually as alice sh -c 'rubatoctl explain file | grep "waiting for a change"'
  systemctl kill --signal=KILL rubatod.service
  systemctl stop rubatod.socket rubatod.service
  systemctl stop 'rubato-run-*.service'
  as alice sh -c 'mkdir -p notes && echo unseen >notes/today'
  systemctl start rubatod.socket rubatod.service
  hear
}

outlives_its_watcher() {
  local old
  eventually watchers alice
  old=$(watchers alice)
  kill -KILL "$old"
  as alice sh -c 'echo meanwhile >notes/today'
  hear
  eventually watchers alice
  [[ $(watchers alice) != "$old" ]]
}

tells_what_cannot_be_read() {
  chmod 700 /home/bob
  says alice private --when-changed /home/bob/secret
  eventually is_warned alice private 'Permission denied'
  as alice rubatoctl cancel private
}

# The limit is that of the machine's kernel, for each user of it; what the watcher has by then stays.
tells_of_the_limit_of_watches() {
  local limit
  limit=$(sysctl --values fs.inotify.max_user_watches)
  if ! sysctl --write fs.inotify.max_user_watches=1; then
    echo 'the limit cannot be set in this container'
    return 0
  fi
  says bob limited --when-changed /home/bob/a/b/c --when-changed /usr/bin
  eventually is_warned bob limited max_user_watches || { sysctl --write fs.inotify.max_user_watches="$limit"; return 1; }
  sysctl --write fs.inotify.max_user_watches="$limit"
  as bob rubatoctl cancel limited
}

ends_with_the_last_path() {
  as alice rubatoctl cancel file
  no_watcher() { ! watchers alice; }
  eventually no_watcher
  [[ -z $(systemctl list-units --all --plain --no-legend 'rubato-run-*.service' | grep --invert-match inactive) ]]
}
