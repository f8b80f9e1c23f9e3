#!/usr/bin/env python3
"""permissions.py SOCKET RUBATOD OWNER OTHER MEMBER: who may do what (needs root).

Calls every method of the interface that the daemon describes, as root, a member of the group rubato, the
owner, a process inside a run of the owner's, another user, and a user of a range of subordinate ids. The
methods come from the description: one that is in no list here fails. Before each call the owner makes a new
target, so that a refusal is never for want of something to refuse. Clocks are moved in a daemon that simulates
one. Prints what is not as it should be.
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

# Everybody asks, submits and registers for themselves; the answer tells of what is theirs.
FOR_ALL = {"Status", "GetMetrics", "GetSlots", "GetDevice", "GetClock", "GetPolicy", "Watch", "RegisterApp", "InstallApp",
           "Submit", "SubmitAll", "ObservePaths", "ReportPaths"}
# What belongs to somebody is theirs, and the privileged's.
FOR_OWNERS = {
    "Cancel", "List", "Explain", "Runs", "GetPast", "Logs", "Wait", "RunNow", "Expire", "Stop", "Unquarantine", "ListApps",
    "PauseRequests", "ResumeRequests", "ListGroups", "SetGroup",
    "ReportApp", "RemoveApp", "ListQuotas", "ReportChange", "ListFailures", "Acknowledge", "Retry",
}
# A run is spoken for by the user that it runs as (docs/decisions/0006-who-may-what.md).
FOR_RUNS = {"ReportRun", "GetCheckpoint", "FinishLaunch", "HoldApp", "Sleep"}
# What holds secrets of its owner is read by its owner and root.
FOR_RUNS |= {"GetTaskFile"}
# Nobody speaks for another's app, not even root.
FOR_APPS = {"AttachApp"}
# What concerns everybody.
FOR_PRIVILEGED = {
    "SetDevice", "FreezeDevice", "ThawDevice", "ResetQuota", "SetTier", "PlayDevice", "AdvanceClock", "SetClockRate",
    "SetSlots",
}
# Only a clock that is simulated can be moved.
SIMULATED = {"PlayDevice", "AdvanceClock", "SetClockRate", "Sleep"}
# There is nothing to hold where the machine is not read, as in these checks: whoever may hears that.
UNREAD = {"FreezeDevice", "ThawDevice"}
REFUSALS = {"NotPermitted", "NotFound"}

numbers = itertools.count(1)


def command(*arguments):
    return {"arguments": list(arguments), "directory": "/", "environment": {}, "umask": 0o22}


def call(path, method, **parameters):
    """The reply to a call: its error's last name or nothing, and its parameters."""
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
        """Calls as somebody, from a process that is theirs; returns the error."""
        if method == "ResumeRequests":
            # Everybody lifts their own pauses only.
            self.as_caller(caller, "PauseRequests", parameters)
        if caller == "run":
            return self.inside_a_run(method, parameters)
        return self.call_as(caller, method, parameters)[0]

    def call_as(self, caller, method, parameters, path=None):
        """The error of a call from a process that is somebody's, and the answer."""
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
        """Prepares a target; returns the answer."""
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
        """A request that has failed for good."""
        id = f"target-{next(numbers)}"
        self.as_owner("Submit", id=id, kind="userInitiated", retries=0, command=command("/bin/false"))
        # It may have ended by then.
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
        """The number of a process that is an app's as long as it lives."""
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
        """A call of `method` whose target there is, and is the owner's."""
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
        """Takes away all that was made here, of whomever, and nothing else."""
        while self.attached:
            pid = self.attached.pop()
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        for ask, member, remove in (("List", "requests", "Cancel"), ("ListApps", "apps", "RemoveApp")):
            for found in call(self.path, ask, allUsers=True)[1][member]:
                if found["id"].startswith(("target-", "app-", "mine-")):
                    call(self.path, remove, id=found["id"], owner=found["owner"])
        # Where there is no pause this is refused.
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
    # Whole or not at all: its reader may be fast.
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
    wrong = [f"{method} is in no list of permissions.py" for method in methods if method not in listed]
    wrong += [f"{method} is no method any more" for method in listed if method not in methods]
    cells = 0
    for method in methods if not wrong else []:
        row = []
        for caller in CALLERS:
            error = machine.as_caller(caller, method, machine.parameters(method))
            cells += 1
            row.append(error or "yes")
            if not is_right(caller, method, error):
                wrong.append(f"{method} as {caller}: {error or 'done'}, where it should be {'done' if may(caller, method) else 'refused'}")
        machine.clear()
        print(f"{method:16}" + "".join(f"{word:18}" for word in row), flush=True)
    print(f"{cells} cells, {len(wrong)} wrong")
    sys.exit("\n".join(wrong) if wrong else 0)


main()
