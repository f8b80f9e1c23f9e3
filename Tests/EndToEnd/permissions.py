#!/usr/bin/env python3
"""permissions.py SOCKET RUBATOD OWNER OTHER MEMBER: checks the permissions of callers (needs root).

Calls every method of the daemon's interface as root, a member of the group rubato, the owner, a process in a run of the
owner, another user, and a user from a range of subordinate ids. The methods are read from the interface description. A
method that is in no list of this file is an error. Before each call, the owner creates a new target, so that no call
fails because its target is missing. Clocks are moved in a daemon with a simulated clock. Prints each wrong result.
"""

import grp
import itertools
import json
import os
import pathlib
import pwd
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Checks" / "Fuzz"))
from daemon import INTERFACE, Connection, frame  # noqa: E402
from interface import Interface  # noqa: E402

SUBORDINATE = 231072
OWNING = {"owner", "run"}
CALLERS = ["root", "member", "owner", "run", "other", "subordinate"]

# Each caller can query, submit and register for itself. The answer contains only data of the caller.
FOR_ALL = {"Status", "GetMetrics", "GetSlots", "GetDevice", "GetClock", "GetPolicy", "Watch", "RegisterApp", "InstallApp",
           "Submit", "SubmitAll", "ObservePaths", "ReportPaths"}
# Methods for objects of a user: only for their owner and privileged callers.
FOR_OWNERS = {
    "Cancel", "List", "Explain", "Runs", "GetPast", "Logs", "Wait", "RunNow", "Expire", "Stop", "Unquarantine", "ListApps",
    "PauseRequests", "ResumeRequests", "ListGroups", "SetGroup",
    "ReportApp", "RemoveApp", "ListQuotas", "ReportChange", "ListFailures", "Acknowledge", "Retry",
}
# Methods for a run: only for the user as whom it runs (docs/decisions/0006-who-may-what.md).
FOR_RUNS = {"ReportRun", "GetCheckpoint", "FinishLaunch", "HoldApp", "Sleep"}
# Secrets can be read only by their owner and root.
FOR_RUNS |= {"GetTaskFile"}
# Only the owner of an app can attach it, and not even root.
FOR_APPS = {"AttachApp"}
# Methods that affect all users.
FOR_PRIVILEGED = {
    "SetDevice", "FreezeDevice", "ThawDevice", "ResetQuota", "SetTier", "PlayDevice", "AdvanceClock", "SetClockRate",
    "SetSlots",
}
# Only a simulated clock can be moved.
SIMULATED = {"PlayDevice", "AdvanceClock", "SetClockRate", "Sleep"}
# These checks do not read the machine, so a permitted caller receives the error that no values can be frozen.
UNREAD = {"FreezeDevice", "ThawDevice"}
REFUSALS = {"NotPermitted", "NotFound"}

numbers = itertools.count(1)


def command(*arguments):
    return {"arguments": list(arguments), "directory": "/", "environment": {}, "umask": 0o22}


def call(path, method, **parameters):
    """Returns the last part of the name of the error, or an empty text, and the parameters of the reply."""
    full = method if "." in method else f"{INTERFACE}.{method}"
    more = {"more": True} if method in ("Watch", "Logs", "AttachApp", "ObservePaths") else {}
    with Connection(path) as client:
        client.send(frame(full, parameters, **more))
        answer = client.receive()
    if answer is None:
        sys.exit(f"{method}: the connection was closed")
    return answer.get("error", "").rpartition(".")[2], answer.get("parameters", {})


class Machine:
    def __init__(self, path, simulated, owner, other, member):
        self.path, self.simulated = path, simulated
        self.owner = pwd.getpwnam(owner).pw_uid
        self.attached = []
        self.users = {"root": "root", "member": member, "owner": owner, "other": other}

    def as_caller(self, caller, method, parameters):
        """Calls from a process of `caller`; returns the error."""
        if method == "ResumeRequests":
            # Each caller can lift only its own pauses.
            self.as_caller(caller, "PauseRequests", parameters)
        if caller == "run":
            return self.inside_a_run(method, parameters)
        return self.call_as(caller, method, parameters)[0]

    def call_as(self, caller, method, parameters, path=None):
        """Calls from a process of `caller`; returns the error and the answer."""
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            self.become(caller)
            os.write(writer, json.dumps(call(path or self.place(method), method, **parameters)).encode())
            os._exit(0)
        os.close(writer)
        with open(reader, encoding="utf-8") as result:
            answer = result.read()
        if os.waitpid(pid, 0)[1]:
            sys.exit(f"{method} as {caller}: no answer")
        return json.loads(answer)

    def place(self, method):
        return self.simulated if method in SIMULATED else self.path

    def become(self, caller):
        if caller == "subordinate":
            os.setgroups([])
            os.setgid(SUBORDINATE)
            os.setuid(SUBORDINATE)
            return
        user = pwd.getpwnam(self.users[caller])
        os.setgroups([group.gr_gid for group in grp.getgrall() if user.pw_name in group.gr_mem])
        os.setgid(user.pw_gid)
        os.setuid(user.pw_uid)

    def as_owner(self, method, path=None, **parameters):
        """Calls as the owner, to prepare a target; returns the answer."""
        error, answer = self.call_as("owner", method, parameters, path)
        if error:
            sys.exit(f"{method} {parameters}, to prepare: {error} {answer}")
        return answer

    def inside_a_run(self, method, parameters):
        with tempfile.TemporaryDirectory() as directory:
            os.chmod(directory, 0o777)
            result = pathlib.Path(directory) / "result"
            id = self.submit(sys.executable, os.path.abspath(__file__), "--inside", self.place(method), method, json.dumps(parameters), str(result))
            run = self.as_owner("RunNow", id=id, mode="force")["run"]
            self.as_owner("Wait", run=run)
            self.as_owner("Cancel", id=id)
            return result.read_text() if result.exists() else "no answer from inside a run"

    def submit(self, *arguments):
        id = f"target-{next(numbers)}"
        self.as_owner("Submit", id=id, kind="userInitiated", earliest="+20h", every=86400.0, command=command(*arguments))
        return id

    def running(self):
        id = self.submit("/bin/sleep", "1000")
        return id, self.as_owner("RunNow", id=id, mode="force")["run"]

    def ended(self):
        id = self.submit("/bin/echo", "something")
        run = self.as_owner("RunNow", id=id, mode="force")["run"]
        self.as_owner("Wait", run=run)
        return id, run

    def failed(self):
        """Returns a request that has failed permanently."""
        id = f"target-{next(numbers)}"
        self.as_owner("Submit", id=id, kind="userInitiated", retries=0, command=command("/bin/false"))
        # The request can have ended already, so errors are ignored.
        self.call_as("owner", "Wait", {"id": id})
        return id

    def quarantined(self):
        id = self.submit("/bin/sh", "-c", "kill -SEGV $$")
        for _ in range(5):
            run = self.as_owner("RunNow", id=id, mode="force")["run"]
            self.as_owner("Wait", run=run)
        return id

    def app(self):
        id = f"app-{next(numbers)}"
        self.as_owner("RegisterApp", id=id)
        return id

    def installed(self, path=None):
        id = f"app-{next(numbers)}"
        self.as_owner(
            "InstallApp", path, id=id, program="/bin/true", permittedIdentifiers=[], backgroundModes=[])
        return id

    def process(self, path=None):
        """Starts a process that is attached as an app until it ends; returns the number of the process."""
        id = self.installed(path)
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            self.become("owner")
            with Connection(path or self.path) as client:
                client.send(frame(f"{INTERFACE}.AttachApp", {"id": id}, more=True))
                os.write(writer, str(client.receive()["parameters"]["process"]).encode())
                signal.pause()
        self.attached.append(pid)
        os.close(writer)
        number = int(os.read(reader, 20))
        os.close(reader)
        return number

    def parameters(self, method):
        """Returns parameters for `method` with an existing target of the owner."""
        own = {"owner": self.owner}
        if method in ("Status", "GetMetrics", "GetSlots", "GetDevice", "GetClock", "GetPolicy", "Watch", "ThawDevice"):
            return {}
        if method == "ObservePaths":
            return {}
        if method == "ReportPaths":
            return {"reports": [{"path": "/nowhere", "changed": True, "stamp": "other"}]}
        if method == "ReportChange":
            return {"key": "mail", **own}
        if method == "Submit":
            return {"id": f"mine-{next(numbers)}", "earliest": "+20h", "command": command("/bin/true")}
        if method == "SubmitAll":
            return {"submissions": [self.parameters("Submit")], "atomic": True}
        if method == "RegisterApp":
            return {"id": f"mine-{next(numbers)}"}
        if method == "InstallApp":
            return {"id": f"mine-{next(numbers)}", "program": "/bin/true", "permittedIdentifiers": [], "backgroundModes": []}
        if method == "AttachApp":
            return {"id": self.installed()}
        if method == "FinishLaunch":
            return {"process": self.process()}
        if method == "HoldApp":
            return {"process": self.process(), "held": True}
        if method == "Sleep":
            return {"process": self.process(self.simulated), "sleep": 1, "seconds": 1.0}
        if method in ("Cancel", "List", "Explain", "RunNow", "GetTaskFile"):
            return {"id": self.submit("/bin/true"), **own, **({"mode": "force"} if method == "RunNow" else {})}
        if method in ("Expire", "Stop"):
            return {"id": self.running()[0], **own}
        if method in ("ReportRun", "GetCheckpoint"):
            return {"run": self.running()[1], **({"share": 0.5} if method == "ReportRun" else {})}
        if method in ("Runs", "Logs", "Wait"):
            id, run = self.ended()
            return {"run": run} if method == "Wait" else {"id": id, **own}
        if method in ("ListFailures", "ListGroups", "GetPast"):
            return own
        if method == "SetGroup":
            return {"name": "mine", **own}
        if method == "SetSlots":
            return {"name": "utility", "reset": True}
        if method == "PauseRequests":
            return {"ids": [self.submit("/bin/true")], **own}
        if method == "ResumeRequests":
            return {"kinds": ["push"], **own}
        if method in ("Acknowledge", "Retry"):
            return {"id": self.failed(), **own}
        if method == "Unquarantine":
            return {"id": self.quarantined(), **own}
        if method in ("ListApps", "ListQuotas", "RemoveApp", "ResetQuota", "SetTier", "ReportApp"):
            more = {"ReportApp": {"event": "opened"}, "SetTier": {"tier": "rare"}}.get(method, {})
            return {"id": self.app(), **own, **more}
        return {
            "SetDevice": {"values": {"network": "wifi"}}, "FreezeDevice": {"seconds": 1.0}, "PlayDevice": {"steps": []},
            "AdvanceClock": {"by": 1.0}, "SetClockRate": {"rate": 1.0},
        }[method]

    def clear(self):
        """Removes all targets that this program has created, of all users."""
        while self.attached:
            pid = self.attached.pop()
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        for ask, member, remove in (("List", "requests", "Cancel"), ("ListApps", "apps", "RemoveApp")):
            for found in call(self.path, ask, allUsers=True)[1][member]:
                if found["id"].startswith(("target-", "app-", "mine-")):
                    call(self.path, remove, id=found["id"], owner=found["owner"])
        # An error if nothing is paused.
        call(self.path, "ResumeRequests", everybodys=True)
        for found in call(self.path, "ListFailures", allUsers=True)[1]["failures"]:
            if found["id"].startswith(("target-", "mine-")):
                call(self.path, "Acknowledge", id=found["id"], owner=found["owner"])


def may(caller, method):
    if method in FOR_APPS:
        return caller in OWNING
    if method in FOR_ALL or caller == "root":
        return True
    if caller == "member":
        return method not in FOR_RUNS
    return method in FOR_OWNERS | FOR_RUNS and caller in OWNING


def is_right(caller, method, error):
    if not may(caller, method):
        return error in REFUSALS
    return error == ("Held" if method in UNREAD else "")


def inside(path, method, parameters, result):
    # Renamed when complete, since the reader can read it immediately.
    pathlib.Path(result + ".part").write_text(call(path, method, **json.loads(parameters))[0], encoding="utf-8")
    os.rename(result + ".part", result)


def main():
    if sys.argv[1:2] == ["--inside"]:
        return inside(*sys.argv[2:])
    path, rubatod, *users = sys.argv[1:]
    with tempfile.TemporaryDirectory() as directory:
        os.chmod(directory, 0o755)
        simulated = f"{directory}/socket"
        daemon = subprocess.Popen([rubatod, "--simulate", "--state-directory", f"{directory}/state", "--socket", simulated],
                                  stdout=subprocess.PIPE)
        daemon.stdout.readline()
        try:
            check(Machine(path, simulated, *users))
        finally:
            daemon.kill()
            daemon.wait()


def check(machine):
    text = call(machine.path, "org.varlink.service.GetInterfaceDescription", interface=INTERFACE)[1]["description"]
    methods = Interface(text).methods
    listed = FOR_ALL | FOR_OWNERS | FOR_RUNS | FOR_APPS | FOR_PRIVILEGED
    wrong = [f"{method} is in no list of permissions.py; add it" for method in methods if method not in listed]
    wrong += [f"{method} is not in the interface; remove it" for method in listed if method not in methods]
    cells = 0
    for method in methods if not wrong else []:
        row = []
        for caller in CALLERS:
            error = machine.as_caller(caller, method, machine.parameters(method))
            cells += 1
            row.append(error or "yes")
            if not is_right(caller, method, error):
                wrong.append(f"{method} as {caller}: {error or 'done'}; expected: {'done' if may(caller, method) else 'refused'}")
        machine.clear()
        print(f"{method:16}" + "".join(f"{word:18}" for word in row), flush=True)
    print(f"{cells} cells, {len(wrong)} wrong")
    sys.exit("\n".join(wrong) if wrong else 0)


main()
