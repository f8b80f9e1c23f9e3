#!/usr/bin/env python3
"""idle.py PROGRAMS [--quiet N]: checks that a used daemon sleeps until an event.

Starts the daemon of the directory PROGRAMS twice, as the system's daemon and with `--user`. Each daemon runs a command,
answers all common calls, and has an observer and `rubatoctl top` connected. The check ends when no thread of the
daemons and of `top` has woken for N seconds. It fails if they never sleep for this time. Does not need root.

idle.py --ask SOCKET: makes the same calls to a daemon, for other measurements.
"""

import argparse
import os
import pathlib
import pty
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Fuzz"))
from daemon import INTERFACE, Connection, call, frame  # noqa: E402

# The time limit of a start, and of the work after a start and calls.
PATIENCE_SECONDS = 60
# A thread without work ends after some seconds.
QUIET_SECONDS = 12


def ask(path):
    """Runs a command, and calls all methods that read. Returns the connection of a watcher."""
    watcher = Connection(path)
    watcher.send(frame(f"{INTERFACE}.Watch", {}, more=True))
    with Connection(path) as client:
        command = {"arguments": ["/bin/echo", "done"], "directory": "/", "umask": 0o22, "environment": {}}
        call(client, "Submit", id="idle", kind="maintenance", earliest="+20h", every=86400, command=command)
        run = call(client, "RunNow", id="idle", mode="forceReally")["run"]
        call(client, "Wait", run=run)
        call(client, "Submit", id="changed", whenChanged=["key"], command=command)
        for method in ("Status", "List", "Explain", "Runs", "ListFailures", "ListApps", "ListQuotas", "GetDevice",
                       "GetClock", "GetPolicy", "GetMetrics"):
            call(client, method)
        call(client, "Explain", id="idle")
        call(client, "Runs", run=run)
        call(client, "ListApps", allUsers=False)
        client.send(frame(f"{INTERFACE}.Logs", {"run": run}, more=True))
        while client.receive().get("continues"):
            pass
    # This connection receives changes.
    watcher.receive()
    return watcher


def switches(pid):
    """Returns the number of times that each thread has gone to sleep."""
    counts = {}
    for thread in pathlib.Path(f"/proc/{pid}/task").iterdir():
        try:
            text = (thread / "status").read_text()
        except (FileNotFoundError, ProcessLookupError):
            continue
        counts[thread.name] = next(line for line in text.splitlines() if line.startswith("voluntary_ctxt"))
    return counts


class Sleeper:
    """A process that must fall asleep: `process` and `name`."""

    def note(self, now):
        """Compares the numbers with the last ones, and stores the time of the last change."""
        counts = switches(self.process.pid)
        if counts != getattr(self, "counts", None):
            self.counts, self.since = counts, now
        return now - self.since

    def end(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Top(Sleeper):
    """`rubatoctl top` on a terminal that shows the requests of one daemon."""

    def __init__(self, programs, daemon):
        self.name = f"{daemon.name}.top"
        self.screen, terminal = pty.openpty()
        self.process = subprocess.Popen(
            [pathlib.Path(programs) / "rubatoctl", "--socket", daemon.socket, "top"],
            env={**os.environ, "TERM": "xterm"}, stdin=terminal, stdout=terminal, stderr=terminal)
        os.close(terminal)
        # The screen is complete when it contains the request "changed", which is in the last row.
        picture = b""
        while b"changed" not in picture:
            picture += os.read(self.screen, 65536)

    def fail(self, problem):
        sys.exit(f"idle.py: '{self.name}' {problem}")

    def end(self):
        super().end()
        os.close(self.screen)


class Daemon(Sleeper):
    def __init__(self, programs, place, name, options):
        self.name, self.socket = name, str(place / name)
        self.log = place / f"{name}.log"
        notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        notices.bind(str(place / f"{name}.notify"))
        notices.settimeout(PATIENCE_SECONDS)
        environment = {**os.environ, "NOTIFY_SOCKET": str(place / f"{name}.notify"), "HOME": str(place),
                       "XDG_RUNTIME_DIR": str(place), "XDG_STATE_HOME": str(place), "XDG_CONFIG_HOME": str(place)}
        environment.pop("WATCHDOG_USEC", None)
        self.process = subprocess.Popen(
            [programs / "rubatod", *options, "--state-directory", place / f"{name}.state", "--socket", self.socket,
             "--sources", "none", "--launcher", "direct", "--tasks", place / "none"],
            env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.log.open("wb"))
        try:
            while b"READY=1" not in notices.recv(4096):
                pass
        except TimeoutError:
            self.end()
            self.fail("does not start")

    def fail(self, problem):
        sys.exit(f"idle.py: the daemon '{self.name}' {problem}\n{self.log.read_text(errors='replace')}")


def check(programs, quiet):
    place = pathlib.Path(tempfile.mkdtemp(prefix="rubato-idle.", dir="/var/tmp"))
    sleepers = []
    try:
        for name, options in (("system", []), ("user", ["--user"])):
            sleepers.append(Daemon(pathlib.Path(programs), place, name, options))
        # The connections stay open, as of users who watch.
        watchers = [ask(daemon.socket) for daemon in sleepers]
        sleepers += [Top(programs, daemon) for daemon in sleepers]
        end = time.monotonic() + PATIENCE_SECONDS + quiet
        while True:
            now = time.monotonic()
            noisy = [sleeper for sleeper in sleepers if sleeper.note(now) < quiet]
            if not noisy:
                break
            if now > end:
                noisy[0].fail(f"never sleeps for {quiet} s after the calls")
            time.sleep(0.2)
        for sleeper in sleepers:
            if sleeper.process.poll() is not None:
                sleeper.fail("has ended")
    finally:
        for sleeper in sleepers:
            sleeper.end()
        shutil.rmtree(place)
    for watcher in watchers:
        watcher.close()
    print(f"idle: no thread woke for {quiet} s, of a daemon with calls, watchers and a completed run, and of `top`")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", nargs="?")
    parser.add_argument("--quiet", type=float, default=QUIET_SECONDS)
    parser.add_argument("--ask", metavar="SOCKET")
    options = parser.parse_args()
    if options.ask:
        ask(options.ask).close()
    elif options.programs:
        check(options.programs, options.quiet)
    else:
        parser.error("give PROGRAMS or --ask SOCKET")


if __name__ == "__main__":
    main()
