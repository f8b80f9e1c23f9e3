#!/usr/bin/env bash
# run.sh BINARIES: runs a population on Slurm, by the script of docs/populations.md, and compares the merged result with that of one
# command. Meanwhile it kills the program of one task with SIGKILL and requeues this task, and requeues another running task. Slurm
# has one node with the processors of this machine, and ports and a cluster of its own. All state is in a temporary directory.
set -euo pipefail
binaries=$(realpath "$1")
cd "$(dirname "$0")/../../.."
page=$PWD/docs/populations.md scenario=$PWD/etc/scenarios/weekend.yaml

work=$(mktemp --directory)
# munged refuses a socket in a directory that other users cannot enter.
chmod 755 "$work"
export SLURM_CONF=$work/slurm.conf PATH=$binaries:$PATH:/usr/sbin
daemons=() job=

# Ends the tasks before the daemons that run them, in the reverse order of the starts.
clean() {
  local status=$? daemon
  trap - EXIT
  set +e
  if [[ -n $job ]]; then
    scancel "$job" 2>/dev/null
    for ((tries = 0; tries < 300; tries++)); do [[ -n $(running) ]] || break; sleep 0.1; done
  fi
  for ((daemon = ${#daemons[@]} - 1; daemon >= 0; daemon--)); do
    kill "${daemons[daemon]}" 2>/dev/null
    wait "${daemons[daemon]}" 2>/dev/null
  done
  if ((status != 0)); then tail --verbose --lines=20 "$work"/*.log "$work"/run/*.out >&2; fi
  rm -rf "$work"
  exit "$status"
}
trap clean EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

fail() { echo "$1" >&2; exit 1; }

# Prints the waiting and running tasks.
running() { squeue --noheader --array --jobs "$job" 2>/dev/null; }
# until_true SECONDS WHAT COMMAND...: waits until the command succeeds; fails after so many seconds.
until_true() {
  local end=$((SECONDS + $1))
  until "${@:3}" >/dev/null 2>&1; do
    ((SECONDS < end)) || fail "not within $1 s: $2"
    sleep 0.02
  done
}
# Prints a port that no program uses.
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

start_slurm() {
  local host user memory
  host=$(hostname --short) user=$(id --user --name)
  memory=$(($(awk '/^MemTotal/ {print $2}' /proc/meminfo) / 1024 - 64))
  mkdir "$work"/{munge,state,spool,run}
  chmod 755 "$work/munge"
  (umask 077 && head --bytes=128 /dev/urandom >"$work/munge/key")
  cat >"$SLURM_CONF" <<END
ClusterName=rubato-check
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmUser=$user
SlurmdUser=$user
AuthInfo=socket=$work/munge/socket
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SchedulerParameters=batch_sched_delay=0,sched_interval=1
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=$memory
PartitionName=check Nodes=$host Default=YES State=UP
END
  munged --foreground --key-file="$work/munge/key" --socket="$work/munge/socket" --pid-file="$work/munge/pid" \
    --seed-file="$work/munge/seed" --log-file="$work/munged.log" >"$work/munged.out" 2>&1 &
  daemons+=($!)
  until_true 20 'munged answers' munge --socket="$work/munge/socket" --no-input
  slurmctld -D >"$work/slurmctld.out" 2>&1 &
  daemons+=($!)
  slurmd -D >"$work/slurmd.out" 2>&1 &
  daemons+=($!)
  until_true 60 'the node is idle' sh -c 'sinfo --noheader --format=%T | grep --quiet idle'
}

# Prints the script of the page: an indented block that begins with #!.
script_of_page() { awk '/^    #!/ {inside = 1} inside && !/^    / {exit} inside {print substr($0, 5)}' "$page"; }
# Whether a task has results of some devices, but not of all.
is_cut() { jq --exit-status '.done > 0' "shard-$1.json"; }
# Prints the simulating processes of a task. Their script has the task's number in its environment.
program_of() {
  local process
  for process in /proc/[0-9]*; do
    [[ $(readlink "$process/exe") == "$binaries/rubato-lab" ]] || continue
    if tr '\0' '\n' <"$process/environ" | grep --quiet --line-regexp "SLURM_CONF=$SLURM_CONF" &&
      tr '\0' '\n' <"$process/environ" | grep --quiet --line-regexp "SLURM_ARRAY_TASK_ID=$1"; then
      basename "$process"
    fi
  done 2>/dev/null
}
has_failed() { scontrol show job "${job}_$1" | grep --quiet 'JobState=FAILED'; }
# Whether the second start of a task continued with devices of the first: its first line of progress has no device.
has_continued() { grep '"done"' "slurm-${job}_$1.out" | grep --invert-match '"device"' | tail --lines=1 | jq --exit-status '.done > 0'; }

start_slurm
cd "$work/run"
cp "$scenario" .
script_of_page >weekend.sh
grep --quiet '^#SBATCH --array=1-16 ' weekend.sh || fail "no script for Slurm in $page"
echo "Slurm $(sinfo --version | cut --delimiter=' ' --fields=2) is running ($SECONDS s)."

job=$(sbatch --parsable weekend.sh)
until_true 600 'task 1 has simulated a device' is_cut 1
program=$(program_of 1)
[[ -n $program ]] || fail 'the program of task 1 is not running'
kill -KILL $program
until_true 60 'task 1 has failed' has_failed 1
is_cut 1 >/dev/null || fail 'task 1 was complete before it was killed'
cp shard-1.json killed.json
if rubatoctl merge killed.json 2>missing; then fail 'the shard of a killed task was merged'; fi
grep --quiet -- '--shard 1/16 --output killed.json  # devices ' missing || fail "no command for the rest: $(<missing)"
scontrol requeue "${job}_1"
echo "Task 1 was killed after $(jq .done killed.json) of 63 devices, and requeued ($SECONDS s)."
until_true 600 'task 3 has simulated a device' is_cut 3
scontrol requeue "${job}_3"
echo "Task 3 was requeued while it ran ($SECONDS s)."
until_true 3600 'all tasks have ended' sh -c "! squeue --noheader --jobs $job | grep --quiet ."
for task in 1 3; do has_continued "$task" >/dev/null || fail "task $task began again with the first device"; done
echo "All 16 tasks have ended ($SECONDS s)."

rubatoctl merge --json shard-{1..16}.json >merged.json
rubatoctl simulate weekend.yaml --population 1000 --json >whole.json
merged=$(sha256sum <merged.json) whole=$(sha256sum <whole.json)
[[ $merged == "$whole" ]] || fail "the merged result has sha256 $merged, that of one command $whole"
[[ $(jq .result.figures.device.devices whole.json) == 1000 ]] || fail 'the result has not 1000 devices'
echo "The merged result is that of one command: sha256 ${whole%% *} ($SECONDS s)."
