"""A real rubatod, by default with a simulated device and clock, and connections to it."""

import json
import os
import pathlib
import select
import shutil
import signal
import socket
import subprocess
import tempfile

INTERFACE = "io.rubato.Scheduler"
TIMEOUT = 120


class Failure(Exception):
    """A violated expectation."""


class Daemon:
    """A daemon that runs until it is ended. Its directory exists until `remove`."""

    def __init__(self, programs, directory=None, options=("--simulate",)):
        self.programs, self.options = pathlib.Path(programs), options
        self.directory = pathlib.Path(directory or tempfile.mkdtemp(prefix="rubato-fuzz-"))
        self.directory.chmod(0o755)
        self.state = self.directory / "state"
        self.socket = str(self.directory / "socket")
        self.process = None

    def start(self):
        """Starts the daemon, and waits for its message to systemd that it is ready."""
        self.log = open(self.directory / "log", "ab")
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ready:
            path = self.directory / "ready"
            path.unlink(missing_ok=True)
            ready.bind(str(path))
            self.process = subprocess.Popen(
                [self.programs / "rubatod", *self.options, "--state-directory", self.state,
                 "--socket", self.socket],
                stdout=subprocess.DEVNULL, stderr=self.log, env={**os.environ, "NOTIFY_SOCKET": str(path)})
            if not self.is_ready(ready):
                self.process.wait()
                raise Failure(f"the daemon does not start: {self.words()}")
        return self

    def is_ready(self, ready):
        """Waits for READY=1 or for the end of the process."""
        end = os.pidfd_open(self.process.pid)
        try:
            while True:
                readable, _, _ = select.select([ready, end], [], [])
                if ready in readable and b"READY=1" in ready.recv(4096).split(b"\n"):
                    return True
                if end in readable:
                    return False
        finally:
            os.close(end)

    def words(self):
        return (self.directory / "log").read_text(errors="replace")[-2000:]

    def end(self, number=signal.SIGKILL):
        if self.process and self.process.poll() is None:
            self.process.send_signal(number)
        if self.process:
            self.process.wait()
            self.log.close()

    def remove(self):
        shutil.rmtree(self.directory, ignore_errors=True)

    def check_alive(self):
        if self.process.poll() is not None:
            raise Failure(f"the daemon ended with {self.process.returncode}: {self.words()}")

    def connect(self):
        return Connection(self.socket)

    def memory_megabytes(self):
        for line in open(f"/proc/{self.process.pid}/status"):
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) // 1024
        return 0


def frame(method, parameters, **more):
    return json.dumps({"method": method, "parameters": parameters, **more}).encode() + b"\0"


class Connection:
    """A connection that is closed at the end of a `with`."""

    def __init__(self, path):
        self.socket, self.received = socket.socket(socket.AF_UNIX), bytearray()
        self.socket.settimeout(TIMEOUT)
        self.socket.connect(path)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data)

    def receive(self):
        """Returns the next reply; None if the daemon has closed the connection."""
        while b"\0" not in self.received:
            try:
                part = self.socket.recv(1 << 20)
            except ConnectionResetError:
                return None
            if not part:
                return None
            self.received += part
        reply, _, self.received = self.received.partition(b"\0")
        return json.loads(reply)


def call(client, method, **parameters):
    """Calls a method, which must return a reply without an error; returns its parameters."""
    full = method if "." in method else f"{INTERFACE}.{method}"
    client.send(frame(full, parameters))
    reply = client.receive()
    if reply is None or "error" in reply:
        raise Failure(f"{method} {parameters}: {reply}")
    return reply.get("parameters", {})


def description(daemon):
    with daemon.connect() as client:
        answer = call(client, "org.varlink.service.GetInterfaceDescription", interface=INTERFACE)
    return answer["description"]


def run_as(uid, body):
    """Runs `body` in a new process, as the user if that is permitted; returns its pid."""
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        if os.geteuid() == 0 and uid:
            os.setgroups([])
            os.setgid(uid)
            os.setuid(uid)
        body()
        code = 0
    except Failure as failure:
        print(failure, flush=True)
    finally:
        os._exit(code)
