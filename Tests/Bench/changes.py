#!/usr/bin/env python3
"""changes.py SOCKET: how long after a change the command of a request runs that waits for it.

From before the change until a command is heard that it wakes: of a file, which rubato-observe watches, and of a key,
beside a command that is run by hand, which is what a wake costs at least. And how many calls a second that bump a key are
taken where it is noted already. Prints rows of the table of run.sh.
"""

import os
import pathlib
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Fuzz"))
import daemon  # noqa: E402

ROUNDS = int(os.environ.get("ROUNDS", 5)) * 8
CALLS, AT_ONCE = 20000, 100


class Observers:
    def __init__(self, path, directory):
        self.connection = daemon.Connection(path)
        self.file, self.fifo = directory + "/file", directory + "/fifo"
        os.mkfifo(self.fifo)
        # Held open for writing as well, so that it never ends.
        self.said = os.fdopen(os.open(self.fifo, os.O_RDWR | os.O_CLOEXEC), "r+b", buffering=0)

    def call(self, method, **parameters):
        return daemon.call(self.connection, method, **parameters)

    def submit(self, id, **options):
        command = {"arguments": ["/bin/sh", "-c", f"echo $RUBATO_RUN >{self.fifo}"], "directory": "/",
                   "umask": 0o22, "environment": {}}
        self.call("Submit", id=id, kind="userInitiated", allowBattery=True, command=command, **options)

    def milliseconds(self, change):
        """From before `change` until the command is heard. The next may begin once its run is over."""
        began = time.monotonic()
        change()
        run = int(self.said.readline())
        took = (time.monotonic() - began) * 1000
        self.call("Wait", run=run)
        time.sleep(0.1)
        return took

    def write(self):
        with open(self.file, "w", encoding="utf-8") as file:
            file.write(str(time.monotonic()))

    def bump(self):
        self.call("ReportChange", key="bench")

    def run(self):
        self.call("RunNow", id="by-hand", mode="forceReally")

    def bumps_a_second(self):
        """Of a key for which something waits that may not run before tomorrow."""
        self.submit("noted", whenChanged=["flood"], earliest="+20h")
        began = time.monotonic()
        for _ in range(CALLS // AT_ONCE):
            self.connection.send(
                daemon.frame(f"{daemon.INTERFACE}.ReportChange", {"key": "flood"}) * AT_ONCE)
            for _ in range(AT_ONCE):
                self.connection.receive()
        return CALLS / (time.monotonic() - began)


def row(figure, rubato, peer="", aim=""):
    print(f"{figure:<46}  {rubato:>12}  {peer:<34}  {aim}")


def main():
    with tempfile.TemporaryDirectory(prefix="rubato-bench.", dir="/var/tmp") as directory:
        observers = Observers(sys.argv[1], directory)
        observers.submit("by-hand", earliest="+20h", every=86400)
        observers.submit("watches", whenChanged=[observers.file])
        # The first tells that the path is watched.
        observers.milliseconds(observers.write)
        file = [observers.milliseconds(observers.write) for _ in range(ROUNDS)]
        observers.call("Cancel", id="watches")
        observers.submit("hears", whenChanged=["bench"])
        key = [observers.milliseconds(observers.bump) for _ in range(ROUNDS)]
        hand = [observers.milliseconds(observers.run) for _ in range(ROUNDS)]
        bumps = observers.bumps_a_second()
        for id in ("by-hand", "hears", "noted"):
            observers.call("Cancel", id=id)
    median = statistics.median
    row("a file is written until its command runs, ms", f"{median(file):.1f} {max(file):.1f}",
        f"{median(hand):.1f} {max(hand):.1f} (run by hand)", "under 50")
    row("a key is bumped until its command runs, ms", f"{median(key):.1f} {max(key):.1f}", "", "under 50")
    row("bumps a second of a key that is noted", f"{bumps:.0f}")


main()
