#!/usr/bin/env python3
"""soak.py PROGRAMS [--service] [--minutes N] [--days N] [--seed N]: finds resources that grow in a long-running daemon.

For N real minutes, users perform all actions on a daemon, many times a second. It is the daemon of the directory
PROGRAMS, whose commands are its children; with --service the installed one, whose commands are units of systemd. Then a
daemon with a virtual clock simulates N days with real commands. Descriptors, memory, threads, cgroups, zombies, the
database, its log and the number of logged lines must not grow from the third to the last quarter. Nothing must be left
at the end.
"""

import argparse
import pathlib
import random
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Fuzz"))
import daemon as daemons  # noqa: E402
from daemon import INTERFACE, Connection, Failure, call, frame  # noqa: E402
from figures import Figures  # noqa: E402

DAY = 86400.0
SAMPLES, PAUSE_SECONDS = 240, 0.1
APPS = ["mail", "news", "photos"]
KINDS = ["userInitiated", "utility", "maintenance"]
COMMANDS = [
    ["/bin/true"],
    ["/bin/false"],
    ["/bin/echo", "some", "output"],
    ["/bin/sh", "-c", "head -c 200000 /dev/zero | tr '\\0' 'x'"],
    ["/bin/sleep", "60"],
    ["/bin/sh", "-c", "sleep 60 & sleep 0.2"],
    ["/bin/sh", "-c", "kill -SEGV $$"],
]
DEVICE = {"power": ["ac", "battery"], "idle": ["yes", "no"], "battery": ["15", "60", "100"],
          "network": ["wifi", "none"], "low-power": ["on", "off"], "thermal": ["nominal", "serious"]}
# Values of the device with which no kind of work waits.
CALM = {"power": "ac", "idle": "yes", "battery": "100", "network": "wifi", "low-power": "off",
        "thermal": "nominal", "screen": "off", "load": "0.1"}


def command(arguments):
    return {"arguments": arguments, "directory": "/", "environment": {}, "umask": 0o22}


class Users:
    """Performs the actions of users on the daemon at `path`, in an order that depends on the seed."""

    def __init__(self, path, seed):
        self.path, self.pick, self.number, self.refused = path, random.Random(seed), 0, 0
        self.watchers = []
        self.client = Connection(path)

    def attempt(self, method, **parameters):
        """Makes a call, which can be refused: its object can have been removed already, or a limit is reached."""
        self.client.send(frame(f"{INTERFACE}.{method}", parameters))
        reply = self.client.receive()
        if reply is None:
            raise Failure(f"{method}: the daemon has closed the connection")
        self.refused += "error" in reply
        return reply

    def act(self):
        self.pick.choice([
            self.submit, self.submit, self.submit, self.submit_for_an_app, self.submit_steps, self.cancel,
            self.run_now, self.stop, self.ask, self.ask, self.set_device, self.watch, self.leave,
            self.send_nonsense, self.use_an_app, self.replace_an_app])()

    def name(self):
        return f"work-{self.pick.randrange(60)}"

    def submit(self):
        self.number += 1
        name = self.pick.choice([f"once-{self.number % 400}", self.name()])
        self.attempt("Submit", id=name, kind=self.pick.choice(KINDS), grace=1.0, budget=2.0, retries=1,
                  command=command(self.pick.choice(COMMANDS)), latest="+1h",
                  **self.pick.choice([{}, {}, {"group": "one"}, {"earliest": "+2s"}, {"condition": "true"}]))

    def submit_steps(self):
        steps = [{"arguments": ["/bin/true"]}, {"arguments": self.pick.choice(COMMANDS)}]
        self.attempt("Submit", id=self.name(), kind="utility", budget=3.0, grace=1.0,
                  command={**command([]), "steps": steps})

    def submit_for_an_app(self):
        self.attempt("Submit", id="refresh", app=self.pick.choice(APPS), kind="refresh",
                  command=command(["/bin/true"]))

    def cancel(self):
        self.attempt("Cancel", id=self.name(), keepRunning=self.pick.random() < 0.5)

    def run_now(self):
        self.attempt("RunNow", id=self.name())

    def stop(self):
        self.attempt("Stop", id=self.name())

    def ask(self):
        method = self.pick.choice(["List", "Explain", "Runs", "Status", "GetDevice", "ListApps"])
        self.attempt(method, **({"id": self.name()} if method in ("List", "Explain", "Runs") else {}))

    def set_device(self):
        field = self.pick.choice(list(DEVICE))
        self.attempt("SetDevice", values=CALM if self.pick.random() < 0.4
                  else {field: self.pick.choice(DEVICE[field])})

    def watch(self):
        if len(self.watchers) < 20:
            self.watchers.append(Connection(self.path))
            self.watchers[-1].send(frame(f"{INTERFACE}.Watch", {}, more=True))

    def leave(self):
        if self.watchers:
            self.watchers.pop(self.pick.randrange(len(self.watchers))).close()

    def send_nonsense(self):
        with Connection(self.path) as client:
            client.send(self.pick.choice([b"\0", b"{]\0", b'{"method": "x"}\0', b"half a fra"]))

    def use_an_app(self):
        event = self.pick.choice(["opened", "closed", "forceQuit", "refreshOn", "refreshOff"])
        self.attempt("ReportApp", id=self.pick.choice(APPS), event=event)

    def replace_an_app(self):
        app = self.pick.choice(APPS)
        if self.pick.random() < 0.3:
            self.attempt("RemoveApp", id=app)
        self.attempt("RegisterApp", id=app)

    def go(self):
        """Removes all objects that a daemon would have to keep."""
        while self.watchers:
            self.leave()
        for request in call(self.client, "List")["requests"]:
            self.attempt("Cancel", id=request["id"], **({"app": request["app"]} if request["app"] else {}))
        for app in APPS:
            self.attempt("RemoveApp", id=app)


class Started:
    """A daemon of the directory PROGRAMS."""

    def __init__(self, programs, options):
        self.daemon = daemons.Daemon(programs, options=options).start()
        self.path, self.pid, self.state = self.daemon.socket, self.daemon.process.pid, self.daemon.state
        self.cgroup = None

    def log_lines(self):
        return (self.daemon.directory / "log").read_bytes().count(b"\n")

    def end(self):
        self.daemon.end()
        self.daemon.remove()


class Installed:
    """The installed service. Its log is in the journal."""

    path, state = "/run/rubato/io.rubato.Scheduler", "/var/lib/rubato"
    cgroup = "/sys/fs/cgroup/rubato.slice"

    def __init__(self):
        shown = subprocess.run(
            ["systemctl", "show", "--value", "--property=MainPID", "rubatod.service"],
            check=True, capture_output=True).stdout
        self.pid = int(shown)

    def log_lines(self):
        subprocess.run(["journalctl", "--sync"], check=True)
        return subprocess.run(
            ["journalctl", "--boot", "--quiet", "--output=cat", "_SYSTEMD_UNIT=rubatod.service"],
            check=True, capture_output=True).stdout.count(b"\n")

    def end(self):
        pass


def hour(daemon, minutes, seed):
    """Returns the faults of a daemon that is used for `minutes`."""
    users = Users(daemon.path, seed)
    figures = Figures(daemon.pid, daemon.state, daemon.log_lines, daemon.cgroup)
    begin, actions = time.monotonic(), 0
    for number in range(1, SAMPLES + 1):
        while time.monotonic() < begin + minutes * 60 * number / SAMPLES:
            users.act()
            actions += 1
            time.sleep(PAUSE_SECONDS)
        figures.take()
    print(f"\n{minutes} minutes, {actions:,} actions of users, {users.refused:,} refused")
    return figures.grown() + what_is_left(users, daemon, figures)


def what_is_left(users, daemon, figures):
    """Returns the objects that should have been removed with the last request."""
    users.go()
    for _ in range(100):
        if call(users.client, "List")["running"] == 0 and figures.cgroups() == figures.zombies() == 0:
            break
        time.sleep(0.1)
    users.client.close()
    time.sleep(0.5)
    figures.take()
    last = figures.samples[-1]
    print(f"at the end: {last['descriptors']} descriptors, {last['cgroups']} cgroups,"
          f" {last['zombies']} zombies")
    left = [f"{last[name]} {name} are left" for name in ("cgroups", "zombies") if last[name]]
    if last["descriptors"] > figures.samples[0]["descriptors"]:
        left.append(f"{last['descriptors']} descriptors are left")
    return left


def months(programs, days, seed):
    """Returns the faults of a daemon with a virtual clock. Its commands end immediately."""
    daemon = Started(programs, ["--simulate"])
    users = Users(daemon.path, seed)
    figures = Figures(daemon.pid, daemon.state, daemon.log_lines)
    pick = users.pick
    for app in APPS:
        call(users.client, "RegisterApp", id=app)
    for number in range(20):
        users.attempt("Submit", id=f"every-{number}", kind="utility", every=3600.0 * pick.choice([2, 6, 24]),
                   command=command(["/bin/echo", str(number)]), group=pick.choice([None, "one"]))
    began = time.monotonic()
    for day in range(days):
        # Enough to fill the history after half of the time. From then on it loses its oldest entries.
        for number in range(80):
            users.attempt("Submit", id=f"day-{day}-{number}", kind=pick.choice(KINDS), latest="+12h",
                       command=command(["/bin/true"]))
        for app in APPS:
            users.attempt("ReportApp", id=app, event="opened")
            users.attempt("ReportApp", id=app, event="closed")
            users.attempt("Submit", id="refresh", app=app, kind="refresh", command=command(["/bin/true"]))
        for part in range(4):
            users.set_device()
            call(users.client, "AdvanceClock", by=DAY / 4)
        figures.take()
    runs = call(users.client, "Runs", limit=1)["runs"][0]["run"]
    print(f"\n{days} days in {time.monotonic() - began:.0f} s, {runs:,} runs")
    wrong = figures.grown() + what_is_left(users, daemon, figures)
    daemon.end()
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs")
    parser.add_argument("--service", action="store_true")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--days", type=int, default=243)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    wrong = months(options.programs, options.days, options.seed) if options.days else []
    if options.minutes:
        daemon = Installed() if options.service else Started(
            options.programs, ["--sources", "none", "--launcher", "direct"])
        wrong += hour(daemon, options.minutes, options.seed)
        daemon.end()
    if wrong:
        sys.exit("Grown or left: " + "; ".join(wrong))


if __name__ == "__main__":
    main()
