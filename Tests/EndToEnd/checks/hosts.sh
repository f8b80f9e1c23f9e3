# rubatoctl -H: alice connects to bob's account over a real sshd of this container, as if it were another machine. Also
# applies the role of Ansible to the container.
#
# Needs the Debian packages openssh-server, openssh-client and ansible-core.

hosts_serve() {
  check 'ssh connects to another user of this machine with a key' hosts_begin
  check 'a verb runs on the other machine, as its user, with unchanged arguments' a_verb_runs_there
  check 'standard input, output and exit code are passed to and from the other machine' ends_are_passed_on
  check 'commands that the other machine suggests contain its name' advice_names_the_host
  check 'an unreachable host is reported with a remedy' an_unreachable_host_is_named
  check 'local verbs and host names that look like options are refused' some_words_are_refused
  check 'several hosts answer at the same time, and an unreachable host does not hide the others' several_hosts_answer
  check 'follow and edit have a terminal on the other machine' a_terminal_is_there
  check 'the role of Ansible sets up the machine, and changes nothing the second time' the_role_is_applied
  hosts_end
}

# alice's keys are accepted for bob's account. `laptop` and `desk` are names of this machine with bob as user. At
# `closed`, no sshd listens.
hosts_begin() {
  useradd --create-home --shell /bin/bash bob
  install -d --owner=alice --group=alice --mode=700 /home/alice/.ssh
  install -d --owner=bob --group=bob --mode=700 /home/bob/.ssh
  as alice ssh-keygen -q -t ed25519 -N '' -f /home/alice/.ssh/id_ed25519
  install --owner=bob --group=bob --mode=600 /home/alice/.ssh/id_ed25519.pub /home/bob/.ssh/authorized_keys
  ssh-keygen -A
  cat >/etc/ssh/sshd_hosts <<'END'
Port 2222
ListenAddress 127.0.0.1
HostKey /etc/ssh/ssh_host_ed25519_key
PasswordAuthentication no
UsePAM yes
PidFile none
END
  # sshd uses the first value that it finds.
  cat >/home/alice/.ssh/config <<'END'
Host closed
  Port 2223
Host laptop desk closed
  HostName 127.0.0.1
  User bob
  Port 2222
  StrictHostKeyChecking accept-new
END
  chown alice:alice /home/alice/.ssh/config
  mkdir -p /run/sshd
  systemd-run --quiet --unit=sshd-hosts /usr/sbin/sshd -D -f /etc/ssh/sshd_hosts
  eventually as alice ssh laptop true
}

# on HOSTS ARGUMENT...: runs rubatoctl -H as alice.
on() { as alice rubatoctl -H "$@"; }

has_completed_there() {
  on laptop runs "$1" --json | jq --exit-status '.[0].outcome == "completed"'
}

a_verb_runs_there() {
  on laptop submit --id there --kind userInitiated -- sh -c 'id --user --name; printf "<%s>" "$@"' sh "it's" '$HOME' 'a  b' '' '*' '=x'
  eventually has_completed_there there
  equal "$(on laptop logs there)" $'bob\n'"<it's><\$HOME><a  b><><*><=x>"
  as bob rubatoctl runs there | grep completed
  equal "$(as alice rubatoctl list --json | jq '[.[] | select(.id == "there")] | length')" 0
  answers on laptop status
  as alice rubatoctl list --host laptop --json | jq --exit-status 'type == "array"'
}

ends_are_passed_on() {
  printf '%s\n' '{"id": "line", "command": ["/bin/true"], "earliest": "tomorrow 3am"}' | on laptop submit -
  as bob rubatoctl show line
  on laptop cancel line
  fails_with 7 '' on laptop submit --id seven --kind userInitiated --retries 0 --wait --exit-code -- sh -c 'echo out; exit 7'
  equal "$(on laptop submit --id out --kind userInitiated --wait -- echo out 2>/dev/null)" out
  fails_with 1 "request 'nothing' not found" on laptop show nothing
  fails_with 2 'Unknown option' on laptop list --nothing
  on laptop acknowledge seven
}

advice_names_the_host() {
  systemctl stop rubatod.socket rubatod.service
  fails_with 3 'ssh -t laptop sudo systemctl' on laptop list
  systemctl start rubatod.socket rubatod.service
  eventually answers on laptop status
  on laptop submit --id advice --kind userInitiated --retries 0 --wait -- false || true
  fails_with 1 'rubatoctl -H laptop' on laptop status
  on laptop acknowledge advice
}

an_unreachable_host_is_named() {
  fails_with 3 'ssh did not reach closed, or was refused; check with: ssh closed true' on closed list
  fails_with 3 '"error":"NoDaemon"' on closed list --json
  # sshd's bash reads this file before each command.
  echo 'PATH=/nowhere' >/home/bob/.bashrc
  fails_with 3 'rubatoctl not found on laptop; install the package rubato there' on laptop list
  rm /home/bob/.bashrc
}

some_words_are_refused() {
  fails_with 1 "'simulate' is a verb for this machine" on laptop simulate x.yaml
  fails_with 1 "'cancel' is for one host, and -H names 2" on laptop,desk cancel x
  fails_with 1 "is not allowed; use a host as ssh takes it" on -oProxyCommand=reboot list
  fails_with 1 "is not allowed" on 'a b' list
  fails_with 2 '-f*H' as alice rubatoctl logs -fH laptop there
  on laptop help list | grep 'USAGE: rubatoctl list'
}

several_hosts_answer() {
  local said status=0
  said=$(on laptop,closed,desk list 2>/tmp/complaints) || status=$?
  equal "$status" 3
  equal "$(grep --only-matching '^[a-z]*:$' <<<"$said")" $'laptop:\ndesk:'
  grep '^closed: rubatoctl: ssh did not reach closed' /tmp/complaints
  said=$(on laptop -H closed list --failed --json) || status=$?
  jq --exit-status '(.laptop | type) == "array" and .closed.error == "NoDaemon"' <<<"$said"
  on laptop,desk list --json | jq --exit-status 'keys == ["desk", "laptop"]'
  rm /tmp/complaints
}

# script(1) gives alice a terminal. Following ends with the run, and the editor receives the file.
a_terminal_is_there() {
  on laptop submit --id follow --kind userInitiated -- sh -c 'echo followed'
  eventually has_completed_there follow
  as alice script --quiet --return --command 'rubatoctl -H laptop logs -f follow' /dev/null | grep followed
  on laptop submit --id edited --earliest 'tomorrow 3am' --every 1d -- true
  echo 'export VISUAL="sed -i s/true/false/"' >/home/bob/.bashrc
  as alice script --quiet --return --command 'rubatoctl -H laptop edit edited' /dev/null
  on laptop show edited --json | jq --exit-status '.arguments | tostring | contains("false")'
  on laptop cancel edited
  rm /home/bob/.bashrc
}

the_role_is_applied() {
  local directory=
  ! [[ -d /debs ]] || directory=/debs
  cat >/tmp/laptops.yml <<END
- hosts: all
  connection: local
  gather_facts: false
  roles:
    - role: rubato
      rubato_package_directory: "$directory"
      rubato_operators: [alice]
      rubato_policy: |
        boot-delay: 1m
      rubato_tasks:
        fleet: |
          command: [/bin/true]
          every: 1d
          latest: 3d
      rubato_absent_tasks: [old]
END
  mkdir -p /etc/rubato/tasks.d
  printf 'command: [/bin/true]\nevery: 1d\n' >/etc/rubato/tasks.d/old.yaml
  systemctl reload rubatod
  eventually rubatoctl show old
  apply | tee /tmp/applied
  grep --extended-regexp 'changed=[1-9].*failed=0' /tmp/applied
  eventually rubatoctl show fleet
  fails_with 1 'no longer queued' rubatoctl show old
  rubatoctl policy show --changed | grep boot-delay
  id --name --groups alice | grep --word-regexp rubato
  apply | grep 'changed=0 .*failed=0'
  # An invalid task file stops the play, and the tasks that were declared before stay. A changed policy is in effect.
  sed --in-place 's/every: 1d/every: never/; s/boot-delay: 1m/boot-delay: 2m/' /tmp/laptops.yml
  fails_with 2 'Check the files' apply
  eventually rubatoctl show fleet
  rubatoctl policy show --changed | grep 'boot-delay.*2m'
  sed --in-place 's/boot-delay: 2m/boot-delay: never/' /tmp/laptops.yml
  fails_with 2 'Check the policy file' apply
  rubatoctl policy show --changed | grep 'boot-delay.*2m'
  rm --recursive /etc/rubato/tasks.d/fleet.yaml /etc/rubato/policy.yaml /tmp/laptops.yml /tmp/applied
  systemctl restart rubatod
}

apply() {
  HOME=/root ANSIBLE_ROLES_PATH=/usr/share/doc/rubato/examples/ansible ANSIBLE_NOCOLOR=1 LC_ALL=C.UTF-8 \
    ansible-playbook --inventory localhost, /tmp/laptops.yml
}

# This function is no check, so it must not fail. userdel refuses a user whose session is ending.
hosts_end() {
  systemctl stop sshd-hosts || true
  rm --recursive --force /home/alice/.ssh /etc/ssh/sshd_hosts
  as bob rubatoctl cancel --all || true
  gpasswd --delete alice rubato || true
  loginctl terminate-user bob || true
  eventually userdel --remove bob || true
}
