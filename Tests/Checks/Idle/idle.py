#!/usr/bin/env python3
"""idle.py PROGRAMS [--quiet N]: that a daemon which has been used sleeps until something happens.

Starts the daemon of the directory PROGRAMS twice, as the system's and with `--user`, has each run a command, asks it
everything that is asked of it from day to day, leaves one who watches connected, and waits until no thread of it has
woken for N seconds. A daemon that never is so quiet fails. Needs no root.

idle.py --ask SOCKET: asks a daemon the same, for measurements by others.
"""

import argparse
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Fuzz"))
from daemon import INTERFACE, Connection, call, frame  # noqa: E402

# The longest time for a start, and for what a start and calls leave to do.
PATIENCE_SECONDS = 60
# A thread without work stays for some seconds before it ends.
QUIET_SECONDS = 12


def ask(path):
    """Has a command run, and reads all that can be read. Returns the connection of one who watches."""
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
    # What changes is told to it.
    watcher.receive()
    return watcher


def switches(pid):
    """How often each thread has gone to sleep."""
    counts = {}
    for thread in pathlib.Path(f"/proc/{pid}/task").iterdir():
        try:
            text = (thread / "status").read_text()
        except (FileNotFoundError, ProcessLookupError):
            continue
        counts[thread.name] = next(line for line in text.splitlines() if line.startswith("voluntary_ctxt"))
    return counts


class Daemon:
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

    def note(self, now):
        """Compares with what was before, and remembers since when nothing has changed."""
        counts = switches(self.process.pid)
        if counts != getattr(self, "counts", None):
            self.counts, self.since = counts, now
        return now - self.since

    def end(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


def check(programs, quiet):
    place = pathlib.Path(tempfile.mkdtemp(prefix="rubato-idle.", dir="/var/tmp"))
    daemons = []
    try:
        for name, options in (("system", []), ("user", ["--user"])):
            daemons.append(Daemon(pathlib.Path(programs), place, name, options))
        # They stay, as terminals of those who watch do.
        watchers = [ask(daemon.socket) for daemon in daemons]
        end = time.monotonic() + PATIENCE_SECONDS + quiet
        while True:
            now = time.monotonic()
            noisy = [daemon for daemon in daemons if daemon.note(now) < quiet]
            if not noisy:
                break
            if now > end:
                noisy[0].fail(f"is never asleep for {quiet} s after it has been asked")
            time.sleep(0.2)
        for daemon in daemons:
            if daemon.process.poll() is not None:
                daemon.fail("has ended")
    finally:
        for daemon in daemons:
            daemon.end()
        shutil.rmtree(place)
    for watcher in watchers:
        watcher.close()
    print(f"idle: no thread woke for {quiet} s, of a daemon that was asked, watched and had run something")


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
