#!/usr/bin/env python3
"""changes.py SOCKET APP: measures the time from a change until a waiting command runs, or until an app receives it.

For commands: the time from before the change of a file, which rubato-observe watches, without an update delay, or of a
key, until the command reports its start. `rubatoctl run`, which is the least cost of a wake, is measured in the same
way. For apps: the time until the handler reports the change, while the process is running, suspended or not started;
APP is the program of Tests/Programs/life-app. Also the number of calls a second that change a key which has changed
already. Prints rows of the table of run.sh.
"""

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Checks" / "Fuzz"))
import daemon  # noqa: E402

ROUNDS = int(os.environ.get("ROUNDS", 5)) * 8
CALLS, AT_ONCE = 20000, 100
WRITES = 100000


class Observers:
    def __init__(self, path, directory):
        self.connection = daemon.Connection(path)
        self.file, self.fifo = directory + "/file", directory + "/fifo"
        os.mkfifo(self.fifo)
        # Also open for writing, so that reading never reaches an end.
        self.said = os.fdopen(os.open(self.fifo, os.O_RDWR | os.O_CLOEXEC), "r+b", buffering=0)

    def call(self, method, **parameters):
        return daemon.call(self.connection, method, **parameters)

    def submit(self, id, **options):
        command = {"arguments": ["/bin/sh", "-c", f"echo $RUBATO_RUN >{self.fifo}"], "directory": "/",
                   "umask": 0o22, "environment": {}}
        self.call("Submit", id=id, kind="userInitiated", allowBattery=True, command=command, **options)

    def milliseconds(self, change):
        """Returns the time from before `change` until the command reports its start. Then waits until its run ends."""
        began = time.monotonic()
        change()
        run = int(self.said.readline())
        took = (time.monotonic() - began) * 1000
        self.call("Wait", run=run)
        time.sleep(0.1)
        return took

    def handler_milliseconds(self, change):
        """Returns the time from before `change` until the handler of an app reports it."""
        began = time.monotonic()
        change()
        self.said.readline()
        return (time.monotonic() - began) * 1000

    def write(self):
        with open(self.file, "w", encoding="utf-8") as file:
            file.write(str(time.monotonic()))

    def bump(self):
        self.call("ReportChange", key="bench")

    def run(self):
        self.call("RunNow", id="by-hand", mode="forceReally")

    def runs_of_a_storm(self, directory):
        """Returns the number of runs that writes to a directory start without an update delay, and their duration."""
        os.mkdir(directory)
        self.submit("storm", whenChanged=[directory])
        began = time.monotonic()
        for number in range(WRITES):
            with open(f"{directory}/{number % 1000}", "w", encoding="utf-8") as file:
                file.write(str(number))
        seconds = time.monotonic() - began
        self.said.readline()
        time.sleep(3)
        runs = len(self.call("Runs", id="storm", limit=1000)["runs"])
        for _ in range(runs - 1):
            self.said.readline()
        self.call("Cancel", id="storm")
        return runs, seconds

    def bumps_a_second(self):
        """Returns changes a second of a key. A request waits for the key, and cannot run before tomorrow."""
        self.submit("noted", whenChanged=["flood"], earliest="+20h")
        began = time.monotonic()
        for _ in range(CALLS // AT_ONCE):
            self.connection.send(
                daemon.frame(f"{daemon.INTERFACE}.ReportChange", {"key": "flood"}) * AT_ONCE)
            for _ in range(AT_ONCE):
                self.connection.receive()
        return CALLS / (time.monotonic() - began)


class WokenApp:
    """An installed app that observes the file and a key. Its handler reports each change."""

    ID = "com.example.watch"

    def __init__(self, observers, path, program):
        self.observers, self.path, self.program = observers, path, program
        self.environment = {"BEHAVIOUR": "watch", "WATCHED": observers.file, "TOLD": observers.fifo}
        # A busy machine delays wakes of apps, which is not measured here.
        observers.call("SetDevice", values={"load": "0"})
        observers.call("InstallApp", id=self.ID, program=program, environment=self.environment,
                       permittedIdentifiers=[], backgroundModes=[])
        observers.call("ReportApp", id=self.ID, event="allowObserve")
        # The app registers its observations when its user opens it.
        process = subprocess.Popen([program], stdout=subprocess.PIPE, env={
            **self.environment, "RUBATO_SOCKET": path, "RUBATO_APP": self.ID})
        # One for the key and one for the file.
        for _ in range(2):
            while b"observes" not in process.stdout.readline():
                pass
        process.terminate()
        process.communicate()
        self.wait_until(None)

    def process(self):
        return self.observers.call("ListApps", id=self.ID)["apps"][0]["process"]

    def wait_until(self, state):
        while (self.process() or {}).get("state") != state:
            time.sleep(0.02)

    def wait_for_its_task(self):
        while (self.process() or {}).get("runs"):
            time.sleep(0.02)

    def cold(self, change):
        """Installs the app, which ends an idle process, and waits until it has ended."""
        self.wait_for_its_task()
        self.observers.call("InstallApp", id=self.ID, program=self.program, environment=self.environment,
                            permittedIdentifiers=[], backgroundModes=[])
        self.wait_until(None)
        return self.observers.handler_milliseconds(change)

    def idle(self, change):
        """Waits until the process is suspended, some seconds after its last task."""
        self.wait_for_its_task()
        return self.observers.handler_milliseconds(change)

    def suspended(self, change):
        self.wait_until("suspended")
        return self.observers.handler_milliseconds(change)

    def remove(self):
        self.observers.call("RemoveApp", id=self.ID)


def row(figure, rubato, peer="", aim=""):
    print(f"{figure:<46}  {rubato:>12}  {peer:<34}  {aim}")


def main():
    with tempfile.TemporaryDirectory(prefix="rubato-bench.", dir="/var/tmp") as directory:
        observers = Observers(sys.argv[1], directory)
        observers.submit("by-hand", earliest="+20h", every=86400)
        observers.submit("watches", whenChanged=[observers.file], updateDelay=0)
        # The first run shows that the path is watched.
        observers.milliseconds(observers.write)
        file = [observers.milliseconds(observers.write) for _ in range(ROUNDS)]
        observers.call("Cancel", id="watches")
        observers.submit("key", whenChanged=["bench"])
        key = [observers.milliseconds(observers.bump) for _ in range(ROUNDS)]
        hand = [observers.milliseconds(observers.run) for _ in range(ROUNDS)]
        for id in ("by-hand", "key"):
            observers.call("Cancel", id=id)
        runs, seconds = observers.runs_of_a_storm(directory + "/many")
        app = WokenApp(observers, sys.argv[1], os.path.abspath(sys.argv[2]))
        app.cold(observers.write)
        cold = [app.cold(observers.write) for _ in range(ROUNDS)]
        idle = [app.idle(observers.write) for _ in range(ROUNDS)]
        suspended = [app.suspended(observers.write) for _ in range(ROUNDS // 8)]
        app.remove()
        bumps = observers.bumps_a_second()
        observers.call("Cancel", id="noted")
    median = statistics.median
    row("a file is written until its command runs, ms", f"{median(file):.1f} {max(file):.1f}",
        f"{median(hand):.1f} {max(hand):.1f} (run by hand)", "under 50")
    row("a key is bumped until its command runs, ms", f"{median(key):.1f} {max(key):.1f}", "", "under 50")
    row(f"{WRITES} files are written in {seconds:.0f} s, runs", runs, "", "1 in two minutes")
    row("a file is written until an app handles it, ms:", "")
    row("  its process is started for that", f"{median(cold):.1f} {max(cold):.1f}", "", "under 50")
    row("  its process is idle", f"{median(idle):.1f} {max(idle):.1f}", "", "under 50")
    row("  its process is suspended", f"{median(suspended):.1f} {max(suspended):.1f}", "", "under 50")
    row("bumps a second of a key that is noted", f"{bumps:.0f}")


main()
