"""Random calls, most of which the interface description allows."""

import os
import random
import signal

import daemon as daemons
from daemon import Failure, frame
from interface import Interface

WORDS = ["", "a", "backup", "x" * 129, "../../etc/passwd", "naïve", "a\nb", "\x1b[31m", "%s%n", "-1",
         "\u202egnp.exe", "a" * 5000, "NaN", "{}", "*", "'; --"]
INTEGERS = [-(1 << 63), -1, 0, 1, 2, 15, 64, 65, 1000, 65534, 1 << 31, (1 << 32) - 1, 1 << 53, (1 << 63) - 1]
FLOATS = [-1e308, -1.0, -0.0, 0.0, 5e-324, 0.1, 1.0, 30.0, 3600.0, 86400.0, 1e9, 1e18, 1e308]

# Plausible values of fields, by the end of the field's path. The first match is used.
POOLS = {
    "scenario": ["device: {}", "apps: {a: {}}", "&a [*a, *a]", "start: now"],
    "arguments": [["/bin/true"], ["/bin/false"], ["/bin/sleep", "0.05"], ["/bin/sleep", "0.5"], ["/bin/none"], ["true"], [],
                  ["/bin/sh", "-c", "trap '' TERM; sleep 0.2"], ["/bin/sh", "-c", "exit 75"]],
    "onFailureCommand": ["true", "exit 3", " ", "x" * 5000], "onOverdueCommand": ["true", " "], "notifyAfter": [10, 1e9, -1], "eachFailure": [True, False], "exact": [True, False], "wake": [True, False],
    "after": [["a"], ["a", "b"], ["a,b"], [""], ["x" * 200], []], "afterAny": [["a"], ["nobody"], []],
    "condition": ["true", "false", "exit 3", "sleep 0.05", " ", "x" * 5000],
    "directory": ["/", "/tmp", "relative", "/none", ""],
    "environment": [{}, {"A": "b"}, {"": "b"}, {"A=B": "c"}, {"PATH": "/usr/bin:/bin"}],
    "kind": ["refresh", "processing", "push", "maintenance", "utility", "userInitiated", "other"],
    "app": ["mail", "news", "a", "none", "."], "id": ["a", "b", "c", "d", "e", "refresh", "alarm:a", "alarm:b", "..", "none"],
    "owner": [0, 1, 65534, 1 << 40, -1], "run": [0, 1, 2, 3, 10, 50, 1 << 48, -1],
    "earliest": ["+1s", "+10m", "+1h", "22:00", "Fri 18:00", "2026-03-02T07:00:00Z", "never", "-1s"],
    "latest": ["+1m", "+2h", "+3d", "06:00", "2025-01-01T00:00:00Z", "+9999d"],
    "to": ["+1h", "2026-03-02T07:00:00Z", "1970-01-01T00:00:00Z", "x"], "by": [0.0, 1.0, 60.0, 600.0, 7200.0, -1.0, 1e300],
    "rate": [0.0, 0.0, 1.0, -1.0, 1e7], "every": [7200.0, 86400.0, 604800.0, 1.0, 1e18],
    "budget": [0.1, 0.3, 30.0, 1e9], "grace": [0.0, 0.1, 1.0, 61.0], "atLatest": ["run", "relax", "drop", "x"],
    "requires": [["unmetered=known"], ["network=home", "network=!phone"], ["network=!"], ["power"], ["idle"], ["network"], ["path=/tmp"], ["path=relative"], ["x"], []],
    "prefers": [["power"], ["idle", "screen-off"], ["unmetered"], ["path=/tmp"]],
    "ifPending": ["replace", "keep", "x"], "onClosedGate": ["stop", "freeze", "freeze-when-busy", "x"], "retryOn": ["failure", "abnormal", "x"],
    "earlySignal": ["USR1", "SIGUSR2", "10", "KILL", "x"], "onLostPreference": ["USR1", "x"],
    "mode": ["ifReady", "force", "forceReally", "x"], "reason": ["budget", "enough", "thermal", "a b"],
    "event": ["opened", "closed", "forceQuit", "refreshOn", "refreshOff", "allowObserve", "denyObserve",
              "allowNotify", "denyNotify", "x"], "group": ["g", "h", ""], "tags": [["photos"], ["a", "b", "a"], ["a,b"], [""], ["x" * 65], ["a"] * 20, []],
    "tier": ["active", "rare", "never", "x"], "backgroundModes": [["fetch"], ["processing"], ["fetch", "remote-notification"], ["x"], []],
    "permittedIdentifiers": [["a", "refresh"], [], ["x" * 129], ["a.*", "b", "c"]],
    "program": ["/bin/true", "/bin/sleep", "/bin/none", "true", "/"], "token": [None, "", "1-0", "x"], "limit": [0, 1, 50, 1000, -1],
    "values": [{"power": "battery"}, {"power": "ac"}, {"battery": "50"}, {"battery": "3"}, {"idle": "yes"},
               {"idle": "no"}, {"thermal": "serious"}, {"thermal": "nominal"}, {"network": "wifi"}, {"low-power": "on"},
               {"path:/tmp": "yes"}, {"battery": "-1"}, {"x": "y"}, {}],
    "category": ["push", "fetch", "continued", "healthResearch", "alarm", "observer", "x"],
    "due": [None, "2026-03-01T08:00:00Z", "1970-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "tomorrow", ""], "interval": [None, 0.0, 3600.0, -1.0, 1e300],
    "payload": ['{"aps": {"content-available": 1}}', '{"aps": {"content-available": 0}}', '{"aps": []}', "{", "[" * 200,
                '{"aps": {"content-available": 1}, "a": "' + "x" * 5000 + '"}'],
    "handlers": [None, [], ["refresh"], ["x" * 129] * 500],
    "kinds": [None, [], ["refresh"], ["refresh", "push", "refresh"], ["x"]], "ids": [None, [], ["a"], ["a", "b"], ["x" * 129], ["\t"]],
    "until": [None, "+1s", "+1h", "1970-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "x"], "runs": [None, "leave", "stop", "freeze", "x"],
    "since": [None, "2026-03-01T08:00:00Z", "9999-12-31T23:59:59Z", "yesterday", ""],
    "after": [None, 0, 1, 1000, -1], "offset": [None, 0, 1, 1 << 62, -1],
    "seconds": [None, 0.0, 60.0, 1e300], "retries": [0, 1, 4, 1001], "share": [0.0, 0.5, 1.0, 2.0],
}
# These methods answer after another event, or never end.
WAITING = {"Wait", "Watch", "Logs", "AttachApp", "ObservePaths"}
# These methods need a device that is read, a calling run, an attached process, five crashes, or a permanent failure.
REFUSED = {"FreezeDevice", "ThawDevice", "ReportRun", "GetCheckpoint", "FinishLaunch", "HoldApp",
           "Sleep", "Unquarantine", "Retry"}
# These methods need an active run or a waiting request, which is submitted before the call.
PREPARED = {"Stop": {"id": "live"}, "Expire": {"id": "live"}, "RunNow": {"id": "waiting", "earliest": "+1h"}}


class Caller:
    """Makes calls on successive connections, and checks each reply."""

    def __init__(self, daemon, interface, seed):
        self.daemon, self.interface, self.random = daemon, interface, random.Random(seed)
        self.client, self.seen = None, {}

    def value(self, type, name="", depth=0):
        pick = self.random
        if name in POOLS and pick.random() < 0.85:
            return pick.choice(POOLS[name])
        if pick.random() < 0.02:
            return pick.choice([None, [], {}, "x", 1, True, [[[]]], {"a": None}])
        kind = type.kind
        if name == "by":
            # Limited, since thirty years with an event every two hours take minutes without being a hang.
            return pick.choice([number for number in FLOATS if not 1e5 < number < 1e12])
        if kind == "named" and type.name == "Command" and pick.random() < 0.8:
            return {"arguments": pick.choice(POOLS["arguments"][:4]), "directory": "/", "environment": {}, "umask": 18}
        if kind == "named":
            return self.value(self.interface.types[type.name], name, depth)
        if kind == "optional":
            return self.value(type.of, name, depth)
        if kind == "struct":
            # Only a few of many fields are set, since with more no call would be accepted.
            share = min(0.5, 2.5 / max(1, len(type.fields)))
            return {key: self.value(field, key, depth + 1) for key, field in type.fields.items()
                    if field.kind != "optional" or depth < 5 and pick.random() < share}
        if kind == "array":
            return [self.value(type.of, name, depth + 1) for _ in range(pick.choice([0, 1, 1, 2, 9]))]
        if kind == "map":
            return {pick.choice(WORDS): self.value(type.of, name, depth + 1) for _ in range(pick.choice([0, 1, 3]))}
        if kind == "enum":
            return pick.choice(type.values)
        return {"bool": lambda: pick.random() < 0.5, "int": lambda: pick.choice(INTEGERS),
                "float": lambda: pick.choice(FLOATS), "object": lambda: {"a": 1},
                "any": lambda: 1}.get(kind, lambda: pick.choice(WORDS))()

    def step(self):
        method = self.random.choice(list(self.interface.methods))
        # Each state must be reached and read.
        if self.random.random() < 0.25:
            method = self.random.choice(["Submit"] * 4 + ["SubmitAll"])
        given, answered = self.interface.methods[method]
        parameters = self.value(given)
        if not isinstance(parameters, dict):
            parameters = {"undeclared": parameters}
        if self.random.random() < 0.02:
            parameters["undeclared"] = 1
        if method in PREPARED and self.random.random() < 0.5:
            parameters = self.prepare(method)
        mode = {"more": True} if method in WAITING or self.random.random() < 0.05 else {}
        data = frame(f"{self.interface.name}.{method}", parameters, **mode)
        self.send(method, data, answered, mode)

    def prepare(self, method):
        """Submits the request of a call; returns parameters. It can wait or be refused, for example without free slots."""
        run = {"arguments": ["/bin/sleep", "0.5"], "directory": "/", "environment": {}, "umask": 18}
        submission = {"kind": "userInitiated", "command": run} | PREPARED[method]
        with self.daemon.connect() as client:
            client.send(frame(f"{self.interface.name}.Submit", submission))
            client.receive()
        more = {"Stop": {"reason": self.random.choice(POOLS["reason"])}, "RunNow": {"mode": "force"}}
        return {"id": submission["id"]} | more.get(method, {})

    def send(self, method, data, answered, mode):
        self.client = self.client or self.daemon.connect()
        try:
            self.client.send(data)
            if method in WAITING:
                return self.leave()
            self.receive(method, data, answered, mode)
        except (BrokenPipeError, ConnectionResetError):
            self.leave()
        except TimeoutError:
            with self.daemon.connect() as client:
                clock = daemons.call(client, "GetClock")
            raise Failure(f"no answer in {daemons.TIMEOUT} s to {data!r:.600}; {clock}") from None

    def leave(self):
        if self.client:
            self.client.close()
        self.client = None

    def receive(self, method, data, answered, mode):
        while True:
            reply = self.client.receive()
            if reply is None:
                self.check_next()
                return self.leave()
            self.check(method, data, reply, answered)
            if not mode or not reply.get("continues"):
                return None

    def check_next(self):
        # The daemon can close a connection after invalid data, but must accept the next one.
        with self.daemon.connect() as client:
            daemons.call(client, "GetClock")

    def check(self, method, data, reply, answered):
        name = reply.get("error")
        self.seen[(method, name)] = self.seen.get((method, name), 0) + 1
        if set(reply) - {"parameters", "error", "continues"}:
            raise Failure(f"{data!r:.600}: members {sorted(reply)}")
        parameters = reply.get("parameters") or {}
        if name is None:
            misfit = self.interface.misfit(parameters, answered)
        elif name.startswith("org.varlink.service."):
            misfit = None
        else:
            prefix, _, short = name.rpartition(".")
            known = prefix == self.interface.name and short in self.interface.errors
            misfit = self.interface.misfit(parameters, self.interface.errors[short]) if known else f"no error {name}"
        if misfit:
            raise Failure(f"{data!r:.600}: {misfit}")


def fuzz(programs, count, seed):
    """Makes `count` calls as two users at the same time, kills the daemon, and starts it again with its state."""
    daemon = daemons.Daemon(programs).start()
    try:
        interface = Interface(daemons.description(daemon))
        users = [0, 65534] if os.geteuid() == 0 else [0]
        pids = [daemons.run_as(uid, lambda uid=uid: work(daemon, interface, seed * 2 + (uid > 0), count // len(users)))
                for uid in users]
        codes = [os.waitpid(pid, 0)[1] for pid in pids]
        daemon.check_alive()
        if any(codes):
            raise Failure(f"seed {seed}: see above")
        cut_frames(daemon, interface)
        memory = daemon.memory_megabytes()
        daemon.end()
        daemon.start()
        with daemon.connect() as client:
            status = daemons.call(client, "Status")
        if any("unreadable" in text or "never writes" in text for text in status["warnings"]):
            raise Failure(f"seed {seed}: {status['warnings']}")
        daemon.end(signal.SIGTERM)
        return memory
    finally:
        daemon.end()
        daemon.remove()


def work(daemon, interface, seed, count):
    caller = Caller(daemon, interface, seed)
    for number in range(count):
        try:
            caller.step()
        except Failure as failure:
            raise Failure(f"seed {seed}, call {number}: {failure}") from None
        if number % 1000 == 999:
            # Otherwise all requests would exist, and no new one would be submitted.
            with daemon.connect() as client:
                for request in daemons.call(client, "List")["requests"]:
                    client.send(frame(f"{daemons.INTERFACE}.Cancel", {"id": request["id"], "app": request.get("app")}))
                    client.receive()
    answered = {method for method, error in caller.seen if error is None}
    # FreezeDevice and similar methods are only for root.
    if seed % 2 == 0 and count >= 50_000:
        silent = set(interface.methods) - answered - WAITING - REFUSED
        if silent:
            raise Failure(f"seed {seed}: never answered without an error: {sorted(silent)}")


def cut_frames(daemon, interface):
    """Sends a call that ends after each of its bytes or continues later, two calls together, and random bytes."""
    whole = frame(f"{interface.name}.List", {"id": "a"})
    for cut in range(len(whole)):
        with daemon.connect() as client:
            client.send(whole[:cut])
        with daemon.connect() as client:
            client.send(whole[:cut])
            client.send(whole[cut:] + whole)
            for _ in range(2):
                if client.receive() is None:
                    raise Failure(f"no answer to a call in two pieces of {cut} bytes and more")
    noise = random.Random(1)
    for _ in range(200):
        changed = bytearray(whole)
        for _ in range(noise.choice([1, 2, 8])):
            changed[noise.randrange(len(changed) - 1)] = noise.randrange(1, 256)
        with daemon.connect() as client:
            client.send(bytes(changed))
            client.receive()
    daemon.check_alive()
