# Timers of systemd that requests replace.

# timer_state TIMER: prints the state that a release must restore: enablement, activity, links and the file.
timer_state() {
  systemctl is-enabled "$1" || true
  systemctl is-active "$1" || true
  find /etc/systemd/system /run/systemd/system -name "$1" -printf '%p %l\n' | sort
}

# taken_and_given_back TIMER: adopts and releases the timer, which is disabled meanwhile, also for the next boot.
taken_and_given_back() {
  local before id
  before=$(timer_state "$1")
  rubatoctl adopt "$1"
  fails_with 3 inactive systemctl is-active "$1"
  [[ $(systemctl is-enabled "$1") != enabled ]]
  id=$(rubatoctl list --json | jq --raw-output ".[] | select(.timer.name == \"$1\").id")
  [[ -n $id ]]
  # A second adoption changes nothing.
  rubatoctl adopt "$1" | grep 'already adopted'
  fails_with 1 "rubatoctl release $1" rubatoctl cancel "$id"
  fails_with 1 "rubatoctl release $1" rubatoctl submit --id "$id" -- true
  rubatoctl release "$1"
  diff <(echo "$before") <(timer_state "$1")
  rubatoctl list --json | jq --exit-status "all(.id != \"$id\")"
}

adopts_and_releases_fstrim() {
  systemctl enable fstrim.timer
  rubatoctl adopt fstrim.timer
  rubatoctl show fstrim --json |
    jq --exit-status '.every == 604800 and .unit == "fstrim.service" and .kind == "maintenance"'
  rubatoctl release fstrim
  equal "$(systemctl is-enabled fstrim.timer)" enabled
  taken_and_given_back fstrim.timer
}

# Adopts a timer with two calendar events that was only started, a linked timer, a static timer, and a timer that is
# enabled until the next boot.
adopts_and_releases_timers_of_all_sorts() {
  local unit=/etc/systemd/system/check-dates
  printf '[Service]\nType=oneshot\nExecStart=/bin/sh -c "echo ran >>/run/check-dates"\n' >$unit.service
  printf '[Timer]\nOnCalendar=*-*-* 03:00\nOnCalendar=*-*-* 15:00\nPersistent=yes\n' >$unit.timer
  mkdir -p /opt/units
  cp $unit.service /opt/units/check-linked.service
  printf '[Timer]\nOnCalendar=daily\n[Install]\nWantedBy=timers.target\n' >/opt/units/check-linked.timer
  systemctl daemon-reload
  systemctl link /opt/units/check-linked.service
  systemctl enable --now /opt/units/check-linked.timer
  systemctl start check-dates.timer
  taken_and_given_back check-dates.timer
  taken_and_given_back check-linked.timer
  taken_and_given_back systemd-tmpfiles-clean.timer
  systemctl disable dpkg-db-backup.timer
  systemctl enable --runtime --now dpkg-db-backup.timer
  taken_and_given_back dpkg-db-backup.timer
}

adopts_irregular_dates_and_refuses_none() {
  printf '[Timer]\nOnCalendar=Mon..Fri 09:00\nUnit=check-dates.service\n' \
    >/etc/systemd/system/check-workdays.timer
  systemctl daemon-reload
  systemctl start check-workdays.timer
  local day
  day=$(date --utc --date="$(systemd-analyze calendar 'Mon..Fri 09:00' | sed -n 's/.*Next elapse: //p')" +%F)
  # Irregular dates do not become an interval.
  rubatoctl adopt check-workdays.timer
  equal "$(systemctl is-active check-workdays.timer)" inactive
  rubatoctl show check-workdays --json | jq --exit-status --arg day "$day" \
    '.state == "waiting" and .every == null and (.on[0] | startswith("Mon..Fri")) and (.earliest | startswith($day))'
  rubatoctl release check-workdays.timer
  equal "$(systemctl is-active check-workdays.timer)" active
  rubatoctl adopt check-workdays.timer --every 30d
  # The first run is at the time of the timer, and not immediately.
  rubatoctl show check-workdays --json | jq --exit-status --arg day "$day" \
    '.state == "waiting" and .latest != null and (.earliest | startswith($day))'
  rubatoctl release check-workdays.timer
  equal "$(systemctl is-active check-workdays.timer)" active
  printf '[Timer]\nOnActiveSec=1d\nUnit=check-dates.service\n' >/etc/systemd/system/check-once.timer
  systemctl daemon-reload
  systemctl start check-once.timer
  fails_with 1 'elapses only once' rubatoctl adopt check-once.timer
  fails_with 1 'rubatoctl adopt check-once.timer --every' rubatoctl adopt check-once.timer
  systemctl stop check-once.timer
  fails_with 1 'only root' as alice rubatoctl adopt check-workdays.timer
  fails_with 1 'only root' as alice rubatoctl submit --unit check-dates.service
  fails_with 1 'timer .* not found' rubatoctl adopt nowhere.timer
}

has_warning_of() {
  answers rubatoctl status --json | jq --exit-status --arg text "$1" '.warnings | any(contains($text))'
}

has_no_warning_of() {
  answers rubatoctl status --json | jq --exit-status --arg name "$1" '.warnings | all(contains($name) | not)'
}

# The request runs the unit. An adopted timer that is active again causes a warning until it is adopted again.
runs_the_unit_of_a_timer() {
  local stamp=/var/lib/systemd/timers/stamp-check-dates.timer
  rm -f /run/check-dates
  rubatoctl adopt check-dates.timer
  rubatoctl run check-dates --force --wait
  equal "$(cat /run/check-dates)" ran
  equal "$(rubatoctl runs check-dates --json | jq --raw-output '.[0].outcome')" completed
  systemctl start check-dates.timer
  eventually has_warning_of 'check-dates.timer is on again'
  rubatoctl list | grep 'check-dates.timer is on again'
  rubatoctl adopt check-dates.timer
  # systemd reports the change of a unit after the end of its job, which is what adopt waits for.
  eventually has_no_warning_of check-dates.timer
  # Release updates the file by which a persistent timer detects missed runs, since the request ran meanwhile.
  touch --date='3 days ago' "$stamp"
  rubatoctl release --all
  equal "$(systemctl is-active check-dates.timer)" active
  (($(date +%s) - $(stat --format=%Y "$stamp") < 3600))
}
