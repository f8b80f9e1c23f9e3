#!/usr/bin/env python3
"""kills.py PROGRAMS|--service [--kills N] [--seed N]: kills rubatod repeatedly under load.

The daemon of the directory PROGRAMS runs commands as direct children, without cgroups. With --service, it is the
installed service, whose commands are units of systemd. It is killed (SIGKILL) after a random number of events, which
depends on the seed: the begin or the end of a command, or the answer to a submission. At the end, every accepted
request must have run or still wait. No command must ever have run twice at the same time, or at the same time as
another one of its group.
"""

import argparse
import contextlib
import json
import os
import pathlib
import random
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

NOBODY = 65534
POLICY = "crashes-that-quarantine: 1000\nshortest-period: 1s\nshortest-flex: 1s\n"
BEHAVIOURS = ["none", "short", "long", "stubborn", "leaving"]
PERIODIC = 6
MOST_WAITING = 40
# Only a daemon that hangs reaches this limit.
PATIENCE_SECONDS = 120


class Trial:
    def __init__(self, programs, seed):
        self.random = random.Random(seed)
        self.place = pathlib.Path(tempfile.mkdtemp(prefix="rubato-kills.", dir="/var/tmp"))
        self.socket = self.place / "socket"
        self.log = open(self.place / "log", "ab")
        self.daemon = None
        self.submissions = {}
        self.accepted, self.ended, self.twice = set(), set(), []
        self.number, self.began, self.at_death, self.living = 0, 0, 0, set()
        self.text = b""
        self.prepare(programs)

    def prepare(self, programs):
        shutil.copy2(pathlib.Path(__file__).parent / "job.sh", self.place)
        (self.place / "locks").mkdir()
        os.mkfifo(self.place / "events")
        self.install(programs)
        self.events = os.open(self.place / "events", os.O_RDWR | os.O_NONBLOCK)

    def install(self, programs):
        for name in ("rubatod", "rubatoctl", "rubato-supervise"):
            shutil.copy2(pathlib.Path(programs) / name, self.place)
        (self.place / "policy.yaml").write_text(POLICY)
        self.forgo_cgroups()
        self.notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notices.bind(str(self.place / "notify"))

    def forgo_cgroups(self):
        """Changes the user, so that the daemon cannot write to the hierarchy of cgroups, and runs without them."""
        if os.geteuid() != 0:
            return
        for path in [self.place, *self.place.iterdir()]:
            os.chown(path, NOBODY, NOBODY)
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)

    # The daemon

    def start(self):
        self.daemon = subprocess.Popen(
            [self.place / "rubatod", "--state-directory", self.place / "state",
             "--socket", self.socket, "--config", self.place / "policy.yaml",
             "--tasks", self.place / "none", "--sources", "none", "--launcher", "direct"],
            env={"NOTIFY_SOCKET": str(self.place / "notify"), "PATH": "/usr/bin:/bin"},
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)

    def wait_until_ready(self):
        while self.wait([self.notices]):
            if b"READY=1" in self.notices.recv(4096):
                return
        sys.exit(f"The daemon does not start: see {self.place}/log")

    def kill(self):
        self.receive()
        self.at_death += len(self.living)
        self.living.clear()
        self.kill_daemon()

    def kill_daemon(self):
        self.daemon.kill()
        self.daemon.wait()
        # Events from before the kill.
        while select.select([self.notices], [], [], 0)[0]:
            self.notices.recv(4096)

    def rubatoctl(self, verb):
        return [self.place / "rubatoctl", verb, "--socket", self.socket]

    def stop(self):
        self.daemon.send_signal(signal.SIGTERM)
        self.daemon.wait()

    # Events

    def wait(self, sources, seconds=PATIENCE_SECONDS):
        return select.select(sources, [], [], seconds)[0]

    def receive(self):
        with contextlib.suppress(BlockingIOError):
            while part := os.read(self.events, 65536):
                self.text += part
        *lines, self.text = self.text.split(b"\n")
        for line in lines:
            self.note(*line.decode().split())
        answered = [one for one in self.submissions if one.poll() is not None]
        for process in answered:
            identifier, end = self.submissions.pop(process)
            os.close(end)
            if process.returncode == 0:
                self.accepted.add(identifier)
        return len(lines) + len(answered)

    def note(self, what, identifier, run=""):
        if what == "twice":
            self.twice.append((identifier, run))
        elif what == "began":
            self.began += 1
            self.living.add((identifier, run))
        else:
            self.ended.add(identifier)
            self.living.discard((identifier, run))

    def await_events(self, count, seconds):
        while count > 0 and self.wait(self.sources(), seconds):
            count -= self.receive()

    def await_answers(self):
        while self.submissions and self.wait(self.sources()):
            self.receive()

    def sources(self):
        return [self.events, *(end for _, end in self.submissions.values())]

    # Work

    def submit(self, identifier, behaviour, *options, group=""):
        process = subprocess.Popen(
            [*self.rubatoctl("submit"), "--id", identifier, "--kind", "userInitiated",
             "--grace", "2s", *options, *(["--group", group] if group else []), "--",
             self.place / "job.sh", identifier, behaviour, group],
            cwd=self.place, env={"PATH": "/usr/bin:/bin"}, stdin=subprocess.DEVNULL,
            stdout=self.log, stderr=self.log)
        self.submissions[process] = identifier, os.pidfd_open(process.pid)

    def submit_periodic(self):
        for number in range(PERIODIC):
            behaviour = BEHAVIOURS[number % len(BEHAVIOURS)]
            self.submit(f"every-{number}", behaviour, "--every", "1s", "--flex", "1s")
        self.await_answers()
        if len(self.accepted) < PERIODIC:
            sys.exit(f"Periodic work was refused: see {self.place}/log")
        self.accepted.clear()

    def submit_some(self):
        if len(self.accepted - self.ended) + len(self.submissions) > MOST_WAITING:
            return
        for _ in range(self.random.randint(0, 3)):
            self.number += 1
            group = self.random.choice(["", "", "group"])
            self.submit(f"once-{self.number}", self.random.choice(BEHAVIOURS), group=group)

    def live_and_die(self):
        # Some daemons are killed before they are ready.
        if self.random.random() < 0.9:
            self.wait_until_ready()
        self.submit_some()
        if self.random.random() < 0.5:
            self.await_answers()
        self.await_events(self.random.randint(0, 8), seconds=5)
        self.kill()
        self.start()

    def calm_down(self):
        self.wait_until_ready()
        for number in range(PERIODIC):
            subprocess.run(
                [*self.rubatoctl("cancel"), f"every-{number}"],
                check=True, stdout=subprocess.DEVNULL)
        while (self.submissions or self.accepted - self.ended) and self.wait(self.sources()):
            self.receive()

    def waiting(self):
        said = subprocess.run(
            [*self.rubatoctl("list"), "--json"], check=True, capture_output=True).stdout
        return {request["id"] for request in json.loads(said)}

    def run(self, kills):
        self.start()
        self.wait_until_ready()
        self.submit_periodic()
        self.kill()
        self.start()
        for _ in range(kills):
            self.live_and_die()
        self.calm_down()
        lost = self.accepted - self.ended - self.waiting()
        self.stop()
        return lost


class ServiceTrial(Trial):
    """The trial with the installed service."""

    def install(self, programs):
        policy = pathlib.Path("/etc/rubato/policy.yaml")
        policy.parent.mkdir(exist_ok=True)
        policy.write_text(POLICY)
        # By default, systemd waits for five seconds before each of the hundred restarts.
        drop_in = pathlib.Path("/run/systemd/system/rubatod.service.d/kills.conf")
        drop_in.parent.mkdir(parents=True, exist_ok=True)
        drop_in.write_text("[Service]\nRestartSec=100ms\n")
        subprocess.run(["systemctl", "daemon-reload"], check=True)
        # The running daemon has read another policy.
        self.systemctl("restart")

    def start(self):
        # These starts also count for the start limit.
        self.systemctl("reset-failed")
        self.systemctl("start", "--no-block")

    def wait_until_ready(self):
        self.systemctl("reset-failed")
        self.systemctl("start")

    def kill_daemon(self):
        said = subprocess.run(
            ["systemctl", "show", "--value", "--property=MainPID", "rubatod.service"],
            check=True, capture_output=True)
        pid = int(said.stdout)
        if pid == 0:
            return
        with contextlib.suppress(ProcessLookupError):
            end = os.pidfd_open(pid)
            signal.pidfd_send_signal(end, signal.SIGKILL)
            self.wait([end])
            os.close(end)

    def stop(self):
        self.systemctl("stop")

    def rubatoctl(self, verb):
        return ["rubatoctl", verb]

    def systemctl(self, verb, *options):
        subprocess.run(["systemctl", verb, *options, "rubatod.service"], stdout=self.log,
                       stderr=self.log)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", nargs="?")
    parser.add_argument("--service", action="store_true")
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if bool(options.programs) == options.service:
        parser.error("give the directory of the programs, or --service")
    trial = (ServiceTrial if options.service else Trial)(options.programs, options.seed)
    lost = trial.run(options.kills)
    print(f"{options.kills} kills, {trial.at_death} commands active at them;"
          f" {len(trial.accepted)} requests accepted, {trial.began} commands begun:"
          f" {len(lost)} lost, {len(trial.twice)} twice at the same time")
    if lost or trial.twice:
        sys.exit(f"Lost: {sorted(lost)}. Twice: {trial.twice}. See {trial.place}.")
    shutil.rmtree(trial.place)


if __name__ == "__main__":
    main()
