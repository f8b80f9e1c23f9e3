# Exports and imports of requests, and entries of cron that requests replace. The machine has no cron, so its tables are
# only files.

imports_serve() {
  check 'exported requests are imported without changes' exports_and_imports
  check 'the entries of a crontab become requests, and an invalid table imports nothing' imports_a_crontab
  check 'entries of /etc/cron.d belong to their users, are disabled and restored' replaces_entries_of_cron
  check 'timers of the running systemd are translated, adopted and restored' imports_timers
}

# has_imports COUNT: alice has this number of requests that were imported from entries.
has_imports() { as alice rubatoctl list --json | jq --exit-status --argjson count "$1" 'map(select(.id | startswith("cron"))) | length == $count'; }

# described: prints the requests of exports_and_imports, with times in seconds, as in a file.
described() {
  as alice rubatoctl list kept next --json | jq 'map({id, every, after, earliest: .earliest[:19]}) | sort_by(.id)'
}

exports_and_imports() {
  local file=/home/alice/jobs.yaml before
  as alice rubatoctl submit --id kept --every 1d --earliest 5h --env TOKEN=secret -- true
  as alice rubatoctl submit --id next --after kept --earliest 5h -- true
  before=$(described)
  as alice rubatoctl export kept next --output $file
  equal "$(stat --format=%a $file)" 600
  finds_no 'TOKEN: secret' $file
  grep '# TOKEN: the value was left out' $file
  as alice rubatoctl export --with-secrets kept | grep 'TOKEN: secret'
  as alice rubatoctl cancel next kept
  as alice rubatoctl import $file
  diff <(echo "$before") <(described)
  as alice rubatoctl cancel next kept
  rm $file
}

imports_a_crontab() {
  local table=/home/alice/table
  printf 'PATH=/bin\n*/15 * * * * date +\\%%s\n@reboot start\n30 3 1 * mon cat%%hello%%there\n' >$table
  as alice rubatoctl import --crontab --dry-run $table | grep 'Not translated: @reboot'
  has_imports 0
  as alice rubatoctl import --crontab --dry-run $table 2>/dev/null >/home/alice/table.yaml
  as alice rubatoctl import /home/alice/table.yaml
  as alice rubatoctl show cron-date --json | jq --exit-status '.kind == "utility" and .on == ["*:00/15"]'
  as alice rubatoctl show cron-cat --json | jq --exit-status '.on == ["*-*-01 03:30", "Mon 03:30"]'
  as alice rubatoctl run cron-cat --force --wait
  equal "$(as alice rubatoctl logs cron-cat | tail --lines=2 | paste --serial --delimiters=,)" hello,there
  # The ids exist already.
  as alice rubatoctl import --crontab $table | grep 'replacing the queued request: cron-date'
  as alice rubatoctl cancel cron-date cron-cat
  printf '@daily true\n\000\001\377\n61 * * * * true\n' >$table
  fails_with 1 "$table:2: byte 0x00" as alice rubatoctl import --crontab $table
  fails_with 1 "$table:3: minute '61'" as alice rubatoctl import --crontab $table
  has_imports 0
  rm $table /home/alice/table.yaml
}

replaces_entries_of_cron() {
  local table=/etc/cron.d/check-import before
  mkdir --parents /etc/cron.d
  printf '# A comment.\n0 3 * * * alice echo \\%%d\n17 * * * * root run-parts --report /etc/cron.hourly\n' >$table
  chmod 640 $table
  before=$(cat $table)
  fails_with 1 'cannot read\|requests run as you' as alice rubatoctl import --crontab $table
  rubatoctl import --crontab --replace $table
  has_imports 1
  grep '^# replaced by rubato: cron.d-check-import alice | 0 3' $table
  grep '^17 ' $table
  equal "$(stat --format=%a $table)" 640
  rubatoctl release cron.d-check-import
  equal "$(cat $table)" "$before"
  has_imports 0
  rm $table
}

# Imports Debian's timers and a timer that is active here.
imports_timers() {
  local units=/etc/systemd/system/check-import
  printf '[Service]\nType=oneshot\nExecStart=/bin/true\n' >$units.service
  printf '[Timer]\nOnCalendar=Mon..Fri 04:10\nOnCalendar=Sat 05:00\nPersistent=true\n[Install]\nWantedBy=timers.target\n' \
    >$units.timer
  printf '[Timer]\nOnBootSec=5min\nUnit=check-import.service\n' >$units-boot.timer
  systemctl daemon-reload
  systemctl enable --now check-import.timer
  systemctl start check-import-boot.timer
  rubatoctl import --timers --dry-run >/tmp/timers.yaml 2>/tmp/timers.errors
  grep --after-context=20 '^id: fstrim$' /tmp/timers.yaml | grep '^unit: fstrim.service$'
  grep --after-context=20 '^id: check-import$' /tmp/timers.yaml | grep 'Mon[.][.]Fri .*04:10'
  cat /tmp/timers.yaml /tmp/timers.errors | grep 'check-import-boot'
  rubatoctl list --json | jq --exit-status 'map(select(.id == "check-import")) | length == 0'
  rubatoctl import --timers --replace check-import.timer
  finds_no --line-regexp active <<<"$(systemctl is-active check-import.timer)"
  rubatoctl show check-import --json | jq --exit-status '.on | length == 2'
  rubatoctl run check-import --force --wait
  rubatoctl release check-import.timer
  equal "$(systemctl is-active check-import.timer) $(systemctl is-enabled check-import.timer)" 'active enabled'
  systemctl disable --now check-import.timer
  systemctl stop check-import-boot.timer
  rm $units{.service,.timer,-boot.timer} /tmp/timers.{yaml,errors}
  systemctl daemon-reload
}
