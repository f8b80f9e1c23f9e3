#!/usr/bin/env python3
"""apps.py SOCKET APP LOAD: measures how soon a task of an app begins and ends, and a command of the same program.

Each figure is the time from the call that starts the task or the command to the answer that it has ended, so both
include the same calls and commits. Submits of the library are compared with the same call by LOAD, which is load.c. APP
is the program of Tests/Programs/task-app. Prints rows of the table of run.sh.
"""

import json
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
APP, TASK = "com.example.feed", "com.example.feed.clean"


class Caller:
    def __init__(self, path):
        self.connection = daemon.Connection(path)

    def call(self, method, **parameters):
        return daemon.call(self.connection, method, **parameters)

    def install(self, program, behaviour):
        self.call("InstallApp", id=APP, program=program, environment={"BEHAVIOUR": behaviour},
                  permittedIdentifiers=[APP + ".*"], backgroundModes=["fetch", "processing"])

    def process(self):
        return self.call("ListApps", id=APP)["apps"][0]["process"]

    def wait_until(self, state):
        while (self.process() or {}).get("state") != state:
            time.sleep(0.02)

    def task_milliseconds(self):
        self.call("Submit", id=TASK, app=APP, kind="processing", earliest="+20h")
        return self.until_the_end(id=TASK, app=APP, mode="forceReally")

    def command_milliseconds(self, *arguments):
        command = {"arguments": list(arguments), "directory": "/", "umask": 0o22,
                   "environment": {"BEHAVIOUR": "ends"}}
        self.call("Submit", id="bare", kind="utility", earliest="+20h", command=command)
        return self.until_the_end(id="bare", mode="forceReally")

    def until_the_end(self, **run):
        began = time.monotonic()
        ended = self.call("Wait", run=self.call("RunNow", **run)["run"])["run"]
        took = (time.monotonic() - began) * 1000
        if ended["outcome"] != "completed":
            sys.exit(f"a run has not completed: {ended}")
        return took


def anonymous_megabytes(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("RssAnon")) / 1000


def submits_a_second(path, program, load):
    """Returns submits a second of the library and of a C client, measured in turns."""
    call = {"method": f"{daemon.INTERFACE}.Submit",
            "parameters": {"id": TASK, "app": APP, "kind": "processing", "earliest": "24h"}}
    library, client = [], []
    with tempfile.NamedTemporaryFile("w", suffix=".json") as frame:
        frame.write(json.dumps(call) + "\n")
        frame.flush()
        for _ in range(ROUNDS // 8):
            library.append(float(subprocess.check_output([program], env={
                "BEHAVIOUR": "submits-many", "RUBATO_SOCKET": path, "RUBATO_APP": APP})))
            client.append(float(subprocess.check_output([load, path, frame.name, "1", "1"])))
    return statistics.median(library), statistics.median(client)


def row(figure, value, peer="", aim=""):
    print(f"{figure:<46}  {value:>12}  {peer:<34}  {aim}")


def main():
    path, program, load = sys.argv[1], os.path.abspath(sys.argv[2]), sys.argv[3]
    caller, children = Caller(path), []
    try:
        cold, bare, warm, suspended = [], [], [], []
        for _ in range(ROUNDS):
            # An installation ends an idle process. The cold start must not wait for this.
            caller.install(program, "complete")
            caller.wait_until(None)
            cold.append(caller.task_milliseconds())
            warm.append(caller.task_milliseconds())
            bare.append(caller.command_milliseconds(program))
        for _ in range(ROUNDS // 8):
            caller.wait_until("suspended")
            suspended.append(caller.task_milliseconds())
        with_library = anonymous_megabytes(caller.process()["pid"])
        children.append(subprocess.Popen([program], stdout=subprocess.DEVNULL, env={"BEHAVIOUR": "never-attaches"}))
        time.sleep(0.5)
        without_library = anonymous_megabytes(children[0].pid)
        library, client = submits_a_second(path, program, load)
        cold, bare, warm, suspended = (statistics.median(each) for each in (cold, bare, warm, suspended))
        row("app: task with a cold start, ms", f"{cold:.1f}", f"{bare:.1f} (the program as a command)", "5 ms more")
        row("app: task, process running, ms", f"{warm:.1f}")
        row("app: task, process suspended, ms", f"{suspended:.1f}")
        row("app: submits of the library a second", f"{library:.0f}", f"{client:.0f} (C client)", "0.77 of the C client's")
        row("app: anonymous memory, MB", f"{with_library:.1f}", f"{without_library:.1f} (without a scheduler)", "1 MB more")
    finally:
        for child in children:
            child.kill()
            child.wait()
        caller.call("RemoveApp", id=APP)


main()
