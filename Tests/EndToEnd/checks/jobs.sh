# The jobs of docs/coming-from.md: runs each command of the installed page unchanged, and compares its request with the
# expectations below. Scripts replace programs that this machine lacks.

job_page=/usr/share/doc/rubato/docs/coming-from.md
job_log=/run/jobs/log
job_programs=(borg btrfs certbot ffmpeg mail make mbsync pg_dumpall rclone recollindex rsync updatedb)
job_scripts=(report invoice timesheet lamp message tests render record)
job_encodes=30 job_uploads=6

jobs_serve() {
  check 'each job of coming-from.md is accepted as one command' accepts_each_job
  check 'each job has the dates, conditions and limits of the page' keeps_the_promises_of_the_page
  check 'each job without a reason to wait runs' runs_free_jobs
  check 'at most three encodes, two uploads and one build run at the same time' runs_as_wide_as_the_page_says
  check 'the steps of a film run in their order' runs_steps_of_a_film_in_order
  check "'tonight' means 22:00, and the job runs at that time" runs_tonight
  check 'the jobs are removed, and the timer is restored' removes_the_jobs
}

# job_commands: prints the commands of the page.
job_commands() {
  sed --quiet '/^<!-- jobs -->$/,/^<!-- end of jobs -->$/{/^    [^#]/s/^    //p}' $job_page
}

# job_promises: prints the owner of each job, its id, and a condition of jq for its request. `runs` is a request that
# runs immediately and only once. `tonight` is a request that can run immediately, since the checks can run at night.
job_promises() {
  cat <<'END'
dora backup .every == 86400 and .requires == ["power"] and .budget == 14400 and local("%R") == "01:00" and window == 259200
dora report .kind == "utility" and local("%R") == "09:00" and (local("%u") | tonumber) <= 5 and .flex == 28800 and .atLatest == "drop"
dora invoice .kind == "utility" and local("%d %R") == "01 08:00"
dora timesheet local("%R") == "18:00" and next_day("%d") == "01"
dora mail .kind == "utility" and .every == 900 and .requires == ["network"]
dora thumbnails .kind == "maintenance" and local("%u %R") == "7 03:00" and window == 86400
root certificates .kind == "utility" and (local("%R") | . == "00:00" or . == "12:00") and window == 21600
dora photos .every == 86400 and .requires == ["path=/mnt/nas"]
root locate .every == 604800 and .limits.cpuPercent == 25
root scrub .budget == 108000 and local("%d %R") == "01 00:00" and .flex == 1209600
root dump .every == 86400 and local("%R") == "02:00" and window == 14400 and (.onFailureCommand | startswith("mail "))
dora index .whenChanged == ["/home/dora/Documents"] and .atMost == "hourly"
dora lamp .kind == "utility" and (opens - (.submitted | seconds) | . >= 1799 and . <= 1801)
dora sync .every == 21600 and .requires == ["network=home"]
dora encode runs
dora film runs
dora upload runs
dora build runs
dora message runs
dora tests runs
dora render tonight
dora record .exact and local("%R") == "09:00"
dora tea .task.category == "notification" and local("%R") == "18:00"
dora world runs
END
}

job_terms='
  def seconds: .[:19] + "Z" | fromdate;
  def opens: .earliest | seconds;
  def window: (.latest | seconds) - opens;
  def local($format): opens | strflocaltime($format);
  def next_day($format): opens + 86400 | strflocaltime($format);'

# job_as OWNER COMMAND...: runs the command as the owner.
job_as() { if [[ $1 == root ]]; then "${@:2}"; else as "$@"; fi; }

# make_stand_ins: creates scripts that print when they begin and when they end, a moment later.
make_stand_ins() {
  local name
  mkdir --parents "${job_log%/*}" /home/dora/{Documents,Pictures,project,world}
  install --mode=666 /dev/null $job_log
  for name in "${job_programs[@]}"; do
    install --mode=755 /dev/stdin "/usr/local/bin/$name" <<'END'
#!/bin/sh
echo "+ ${0##*/} $*" >>/run/jobs/log
sleep 0.2
echo "- ${0##*/} $*" >>/run/jobs/log
END
  done
  for name in "${job_scripts[@]}"; do cp /usr/local/bin/make "/home/dora/$name.sh"; done
  for ((name = 1; name <= job_encodes; name++)); do touch "/home/dora/clip-$name.mov"; done
  for ((name = 1; name <= job_uploads; name++)); do touch "/home/dora/disk-$name.iso"; done
  chown --recursive dora: /home/dora
}

accepts_each_job() {
  local line
  useradd --create-home dora
  make_stand_ins
  systemctl enable fstrim.timer
  # The ids of the page and of the expectations are equal.
  diff <(job_commands | grep --only-matching --extended-regexp -- '--id "?[a-z]+' | grep --only-matching '[a-z]*$' | sort) \
    <(job_promises | cut --delimiter=' ' --fields=2 | sort)
  while read -r line; do
    if [[ $line == sudo\ * ]]; then
      bash -o errexit -c "${line#sudo }" </dev/null
    else
      as dora bash -o errexit -c "$line" </dev/null
    fi
  done < <(job_commands)
  rubatoctl show fstrim --json | jq --exit-status '.timer.name == "fstrim.timer" and .every == 604800'
}

keeps_the_promises_of_the_page() {
  local owner id promise
  while read -r owner id promise; do
    [[ $promise != runs && $promise != tonight ]] || continue
    job_as "$owner" rubatoctl list --json </dev/null |
      jq --exit-status "$job_terms map(select(.id == \"$id\")) | length == 1 and (.[0] | $promise)"
    job_as "$owner" rubatoctl explain "$id" --json </dev/null | jq --exit-status ".id == \"$id\""
  done < <(job_promises)
}

# job_has_run ID: the newest run of the job has completed.
job_has_run() { equal "$(last_run dora "$1" outcome)" completed; }

runs_free_jobs() {
  local owner id promise ids
  while read -r owner id promise; do
    [[ $promise == runs ]] || continue
    case $id in
      encode) mapfile -t ids < <(seq --format='encode-clip-%g' $job_encodes) ;;
      upload) mapfile -t ids < <(seq --format='upload-disk-%g' $job_uploads) ;;
      *) ids=("$id") ;;
    esac
    for id in "${ids[@]}"; do eventually job_has_run "$id" </dev/null; done
  done < <(job_promises)
}

# most_at_once TEXT COUNT: waits until COUNT commands whose words begin with TEXT have ended. Prints the largest number
# of them that ran at the same time.
most_at_once() {
  awk -v text="$1" -v count="$2" 'index($0, text) == 3 {
    if ($1 == "+") now++; else { now--; ended++ }
    if (now > most) most = now
  } END { print most + 0; exit ended != count }' $job_log
}

runs_as_wide_as_the_page_says() {
  (($(most_at_once 'ffmpeg -i clip-' $job_encodes) <= 3))
  (($(most_at_once 'rclone copy disk-' $job_uploads) <= 2))
  (($(most_at_once 'make --directory=project' 1) <= 1))
  most_at_once 'ffmpeg -i clip-' $job_encodes
  most_at_once 'rclone copy disk-' $job_uploads
  most_at_once 'make --directory=project' 1
  as dora rubatoctl groups --json |
    jq --exit-status 'map({(.name): .width}) | add | .encode == 3 and .upload == 2'
}

runs_steps_of_a_film_in_order() {
  local steps='rclone copy remote:a.mov|ffmpeg -i a.mov|rclone copy a.mkv'
  equal "$(grep --extended-regexp --only-matching "^[+-] ($steps)" $job_log)" \
    "$(tr '|' '\n' <<<"$steps" | sed 's/.*/+ &\n- &/')"
}

# Uses a daemon of dora with a simulated clock.
runs_tonight() {
  local place=/home/dora/simulated
  as dora mkdir $place
  systemd-run --quiet --unit=check-simulated --uid=dora /usr/libexec/rubatod --simulate \
    --start '2026-03-02 12:00' --state-directory $place --socket $place/socket
  trap 'systemctl stop check-simulated' EXIT
  eventually test -S $place/socket
  as dora env RUBATO_SOCKET=$place/socket bash -c "$(job_commands | grep -- '--id render ')"
  as dora rubatoctl --socket $place/socket clock advance 9h
  as dora rubatoctl --socket $place/socket runs render --json | jq --exit-status '. == []'
  as dora rubatoctl --socket $place/socket clock advance 2h
  as dora rubatoctl --socket $place/socket runs render --json |
    jq --exit-status 'length == 1 and .[0].outcome == "completed" and (.[0].start | startswith("2026-03-02T22:00:0"))'
}

removes_the_jobs() {
  rubatoctl release fstrim.timer
  rubatoctl cancel certificates locate scrub dump
  as dora rubatoctl cancel --all
  as dora rubatoctl group reset encode
  as dora rubatoctl group reset upload
  (cd /usr/local/bin && rm "${job_programs[@]}")
  rm --recursive "${job_log%/*}"
}
