# The screen of `top`, in a terminal of tmux, and the columns of `list`. Needs tmux.

top_serve() {
  check 'list shows, sorts and selects by its options' list_has_columns
  check 'top is refused without a terminal' needs_a_terminal
  check 'top shows a run and its remaining budget, and stops the run after a confirmation' top_stops_a_run
  check 'top explains, pauses and resumes a request, also at 200 x 50' top_explains_a_request
  check 'top follows the output of a run' top_follows_output
  check 'top does not wake while nothing changes' top_sleeps
  check 'top continues after a restart of the daemon' top_outlasts_the_daemon
  check 'top restores the screen' top_restores_the_screen
}

list_has_columns() {
  as alice rubatoctl submit --id late --earliest 'tomorrow 3am' --priority 3 --tag night -- tar --create --file=/tmp/a /etc
  as alice rubatoctl submit --id other --earliest 'tomorrow 4am' --priority 7 -- true
  as alice rubatoctl list --columns id,tags,command | grep '^late  *night  */.*tar --create --file=/tmp/a /etc$'
  as alice rubatoctl list | grep '^late .*(earliest)'
  equal "$(as alice rubatoctl list --sort priority --descending --json | jq --raw-output '.[0].id')" other
  equal "$(as alice rubatoctl list --sort next --json | jq --raw-output '.[0].id')" late
  as alice rubatoctl pause late
  equal "$(as alice rubatoctl list --state paused --json | jq --raw-output '.[].id')" late
  as alice rubatoctl list --state running | grep 'No request is running'
  as alice rubatoctl resume late
  # The output is not cut in a narrow terminal.
  as alice env COLUMNS=50 rubatoctl list --columns id,command late | finds_no '…'
  fails_with 1 "'comand' is not allowed; use id," as alice rubatoctl list --columns comand
  fails_with 1 "'held' is not allowed; use waiting," as alice rubatoctl list --state held
  fails_with 2 'goes with --sort' as alice rubatoctl list --descending
  as alice rubatoctl cancel late other
}

needs_a_terminal() {
  fails_with 1 'top needs a terminal; use `rubatoctl list`' as alice rubatoctl top
  fails_with 2 'watch --json' as alice rubatoctl top --json
  in_tmux kill-server || true
  in_tmux new-session -d -s top -x 80 -y 24
  type_line 'TERM=dumb rubatoctl top; echo "status $?"'
  eventually shows 'cannot place text'
  eventually shows 'status 1'
}

in_tmux() { as alice tmux -u -L top "$@"; }

# type_line TEXT: types a line into the shell of the terminal.
type_line() {
  in_tmux send-keys -t top -l "$1"
  in_tmux send-keys -t top Enter
}

press() { in_tmux send-keys -t top "$@"; }

# shows PATTERN: the terminal shows a line that matches the pattern.
shows() { in_tmux capture-pane -p -t top | grep -- "$1"; }

# selects_first ID: the line of the request is the first one, and is selected.
selects_first() {
  press g
  shows "^> $1 "
}

shows_no() { in_tmux capture-pane -p -t top | finds_no -- "$1"; }

# seconds_left ID: prints the remaining seconds of the budget from the screen.
seconds_left() {
  in_tmux capture-pane -p -t top | sed -n "s/^[> ] $1 .* running *\([0-9]*\) s .*/\1/p"
}

top_stops_a_run() {
  local first
  type_line 'clear; echo "before $((40 + 2))"'
  eventually shows '^before 42$'
  submit alice counted --budget 50s -- sleep 1000
  type_line 'rubatoctl top'
  eventually shows '^> counted .* running .* 50 s'
  shows '^Device: '
  equal "$(in_tmux display-message -p -t top '#{alternate_on}')" 1
  first=$(seconds_left counted)
  has_run_down() { (($(seconds_left counted) < first)); }
  eventually has_run_down
  press s
  eventually shows '^Stop counted (run [0-9]*)? y yes'
  press n
  eventually shows 'q quit'
  equal "$(last_run alice counted stopReason)" null
  press s
  eventually shows '^Stop counted'
  press y
  was_stopped() {
    as alice rubatoctl runs counted --json | jq --exit-status 'any(.stopReason == "operator")'
  }
  eventually was_stopped
  as alice rubatoctl cancel counted
  eventually shows '^[> ] counted .*stopped'
}

top_explains_a_request() {
  as alice rubatoctl submit --id later --kind userInitiated --earliest 'tomorrow 3am' -- true
  eventually shows ' later .*userInitiated'
  eventually selects_first later
  press e
  eventually shows 'later waits for its window to open'
  in_tmux resize-window -t top -x 200 -y 50
  has_size() { equal "$(in_tmux capture-pane -p -t top | sed -n '50p')" "$1"; }
  eventually has_size 'q back'
  press q
  eventually shows '^> later '
  equal "$(in_tmux display-message -p -t top '#{window_width}x#{window_height}')" 200x50
  press p
  eventually shows 'later .*paused'
  press p
  eventually shows_no 'later .*paused'
  in_tmux resize-window -t top -x 60 -y 20
  eventually shows '^Terminal of 60 x 20; top needs 80 x 24\.$'
  in_tmux resize-window -t top -x 80 -y 24
  eventually shows '^> later '
}

top_follows_output() {
  submit alice talks -- sh -c 'echo "said $((20 + 3))"; exec sleep 1000'
  eventually shows ' talks .*running'
  eventually selects_first talks
  press l
  eventually shows '^said 23$'
  shows '^Output of talks (run [0-9]*); Ctrl-C returns to top$'
  press C-c
  eventually shows '^> talks '
  press l
  eventually shows '^said 23$'
  as alice rubatoctl cancel talks
  eventually shows 'press a key to return'
  press Enter
  eventually shows_no ' talks .*running'
}

top_pid() { pgrep --full --uid alice '^rubatoctl top'; }

# switches: prints the number of times that the process has gone to sleep.
switches() { awk '/^voluntary_ctxt_switches/ { print $2 }' "/proc/$(top_pid)/status"; }

# During a run of another user, from its submission to its end, nothing changes for alice.
top_sleeps() {
  local before last=0 same=0
  eventually selects_first later
  is_quiet() {
    local now
    now=$(switches)
    if [[ $now == "$last" ]]; then same=$((same + 1)); else same=0 last=$now; fi
    ((same >= 10))
  }
  eventually is_quiet
  before=$(switches)
  rubatoctl submit --id elsewhere --kind userInitiated --wait -- sleep 3
  equal "$(switches)" "$before"
  # A key wakes it.
  press '?'
  eventually shows 'Ctrl-Z'
  (($(switches) > before))
  press q
}

top_outlasts_the_daemon() {
  systemctl stop rubatod
  eventually shows 'rubatod was stopped'
  press r
  eventually shows 'rubatod does not run; wait'
  systemctl start rubatod
  eventually shows_no 'rubatod was stopped'
  submit alice again -- sleep 1000
  eventually shows ' again .*running'
  systemctl reset-failed rubatod
  systemctl restart rubatod
  as alice rubatoctl cancel again
  eventually shows_no ' again .*running'
}

top_restores_the_screen() {
  press q
  eventually shows '^before 42$'
  shows_no 'WAITING'
  equal "$(in_tmux display-message -p -t top '#{alternate_on} #{cursor_flag}')" '0 1'
  # The terminal echoes keys again. A signal also restores the screen.
  type_line 'echo "after $((50 + 1))"; stty --all | grep --only-matching -- "[- ]icanon"'
  eventually shows '^after 51$'
  eventually shows '^ icanon$'
  type_line 'rubatoctl top'
  eventually shows '^> later '
  kill "$(top_pid)"
  eventually shows '^after 51$'
  equal "$(in_tmux display-message -p -t top '#{alternate_on} #{cursor_flag}')" '0 1'
  in_tmux kill-server
  as alice rubatoctl cancel later
}
