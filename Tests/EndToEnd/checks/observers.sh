# Requests that wait for changes of keys, and of paths that only their owner can read.

observers_wake() {
  check 'a change of a key by its owner wakes a request' wakes_for_a_key
  check 'only root changes the keys of other users' keeps_keys_apart
  check 'a file in a home that the daemon cannot read wakes a request' wakes_for_a_file_of_a_home
  check 'one process watches for each user, as that user' watches_as_the_user
  check 'a change without a daemon wakes a request afterwards' wakes_for_a_change_without_a_daemon
  check 'a killed watcher is replaced' outlives_its_watcher
  check 'a path that its user cannot read is reported' reports_an_unreadable_path
  check 'the watcher ends with the last path' ends_with_the_last_path
}

# watchers USER: prints the processes that watch for a user; fails if there are none.
watchers() {
  local process pids=()
  for process in /proc/[0-9]*; do
    [[ $(readlink "$process/exe") == /usr/libexec/rubato-observe ]] || continue
    [[ $(stat --format=%U "$process") != "$1" ]] || pids+=("${process#/proc/}")
  done
  ((${#pids[@]} > 0)) && echo "${pids[@]}"
}

# open_fifo: opens the FIFO of `observe` in a later check.
open_fifo() {
  fifo=$(cat "$results/fifo")
  exec 9<>"$fifo"
}

# observe USER ID ARGUMENT...: submits a request that writes a line to the FIFO when it runs.
observe() {
  local user=$1 id=$2
  shift 2
  echo "$fifo" >"$results/fifo"
  submit "$user" "$id" "$@" -- sh -c "echo ran >$fifo"
}

# is_warned USER ID TEXT: explain has a warning with TEXT about a path that is not watched.
is_warned() {
  as "$1" rubatoctl explain "$2" --json | tee "$results/explanation" |
    jq --exit-status ".warnings | any(.code == \"notWatched\" and (.text | contains(\"$3\")))"
}

wakes_for_a_key() {
  new_fifo
  observe alice key --when-changed mail --at-most immediately
  as alice rubatoctl explain key | grep 'waiting for a change of the key mail'
  as alice rubatoctl changed mail | grep '1 request waits'
  await_line
}

keeps_keys_apart() {
  as bob rubatoctl changed mail | grep 'No request waits for key mail'
  fails_with 1 another as bob rubatoctl changed mail --owner alice
  rubatoctl changed mail | grep 'No request waits for key mail'
  new_fifo
  observe alice key --when-changed mail
  rubatoctl changed mail --owner alice | grep '1 request waits'
  await_line
  as alice rubatoctl cancel key
}

# Only alice can read her home. She writes the file immediately, perhaps before its watcher is ready.
wakes_for_a_file_of_a_home() {
  waits_again() { equal "$(state alice file)" waiting; }
  chmod 700 /home/alice
  new_fifo
  observe alice file --when-changed /home/alice/notes/today
  as alice sh -c 'mkdir -p notes && echo one >notes/today'
  await_line
  eventually waits_again
  as alice sh -c 'echo two >notes/new && mv notes/new notes/today'
  await_line
  as alice rm -r notes
  await_line
}

watches_as_the_user() {
  equal "$(watchers alice | wc --words)" 1
  [[ -z $(watchers bob) ]]
  as bob rubatoctl submit --id file --when-changed /home/bob/notes -- true
  eventually watchers bob
  as bob rubatoctl cancel file
}

wakes_for_a_change_without_a_daemon() {
  open_fifo
  eventually as alice sh -c 'rubatoctl explain file | grep "waiting for a change"'
  systemctl kill --signal=KILL rubatod.service
  systemctl stop rubatod.socket rubatod.service
  systemctl stop 'rubato-run-*.service'
  as alice sh -c 'mkdir -p notes && echo unseen >notes/today'
  systemctl start rubatod.socket rubatod.service
  await_line
}

outlives_its_watcher() {
  local old
  open_fifo
  eventually watchers alice
  old=$(watchers alice)
  kill -KILL "$old"
  as alice sh -c 'echo meanwhile >notes/today'
  await_line
  eventually watchers alice
  [[ $(watchers alice) != "$old" ]]
}

reports_an_unreadable_path() {
  chmod 700 /home/bob
  as alice rubatoctl submit --id private --when-changed /home/bob/secret -- true
  eventually is_warned alice private 'Permission denied'
  as alice rubatoctl cancel private
}

ends_with_the_last_path() {
  as alice rubatoctl cancel file
  no_watcher() { ! watchers alice; }
  eventually no_watcher
  eventually leaves_no_unit_of_a_watcher
}

leaves_no_unit_of_a_watcher() {
  systemctl list-units --all --plain --no-legend 'rubato-run-*.service' | finds_no rubato-observe
}
