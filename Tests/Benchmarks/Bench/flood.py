#!/usr/bin/env python3
"""flood.py PROGRAMS [--seconds N]: measures the cost of one user's flood of reads for another user (needs root).

Two users without privileges use a daemon with the direct launcher. The first has a thousand requests and calls
`Explain {}` in a loop on 127 connections. The second calls `Status`, one call after the other, and has commands that
are killed after their budget. Prints rows of the table without and with the flood.
"""

import argparse
import json
import os
import pathlib
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from datetime import datetime

# Two users that exist on every Debian: daemon and nobody.
GREEDY, OTHER = 1, 65534
REQUESTS, CONNECTIONS = 1000, 127
BUDGET_SECONDS = 1.0


def connect(path):
    client = socket.socket(socket.AF_UNIX)
    client.connect(str(path))
    return client


def frame(method, parameters):
    call = {"method": "io.rubato.Scheduler." + method, "parameters": parameters}
    return json.dumps(call).encode() + b"\0"


def call(client, method, **parameters):
    client.sendall(frame(method, parameters))
    reply = bytearray()
    while not reply.endswith(b"\0"):
        part = client.recv(1 << 20)
        if not part:
            sys.exit(f"{method}: the daemon has closed the connection")
        reply += part
    answer = json.loads(reply[:-1])
    if "error" in answer:
        sys.exit(f"{method}: {answer}")
    return answer["parameters"]


def command(*arguments):
    return {"arguments": list(arguments), "directory": "/", "environment": {}, "umask": 0o22}


def as_user(uid, body, *arguments):
    """Runs `body` in a new process, as the user."""
    pid = os.fork()
    if pid == 0:
        os.setgroups([])
        os.setgid(uid)
        os.setuid(uid)
        try:
            body(*arguments)
        finally:
            os._exit(0)
    return pid


def flood(path, ready):
    """Calls without end. Reports when each connection has received an answer."""
    first = connect(path)
    for number in range(REQUESTS):
        call(first, "Submit", id=f"wait-{number}", kind="maintenance", command=command("/bin/true"),
             earliest="+10d")
    selector = selectors.DefaultSelector()
    for _ in range(CONNECTIONS - 1):
        client = connect(path)
        client.setblocking(False)
        selector.register(client, selectors.EVENT_READ)
        client.send(frame("Explain", {}))
    answers = 0
    while True:
        for key, _ in selector.select():
            part = key.fileobj.recv(1 << 20)
            if not part:
                os._exit(1)
            if part.endswith(b"\0"):
                key.fileobj.send(frame("Explain", {}))
                answers += 1
                if answers == 3:
                    os.write(ready, b"x")


def ask(path, seconds, result):
    """Returns the milliseconds of each status, and the lateness of each kill after the budget."""
    client, reader = connect(path), connect(path)
    waits, late, end = [], [], time.monotonic() + seconds
    number = 0
    while time.monotonic() < end:
        number += 1
        name = f"kill-{os.getpid()}-{number}"
        call(client, "Submit", id=name, kind="userInitiated", command=command("/bin/sleep", "60"),
             budget=BUDGET_SECONDS, grace=0, retries=0)
        over = time.monotonic() + BUDGET_SECONDS + 0.3
        while time.monotonic() < over:
            began = time.monotonic()
            call(reader, "Status")
            waits.append((time.monotonic() - began) * 1000)
        run = call(client, "Wait", id=name)["run"] if is_live(client, name) else last(client, name)
        length = moment(run["end"]) - moment(run["start"])
        late.append((length - BUDGET_SECONDS) * 1000)
    os.write(result, json.dumps({"waits": waits, "late": late}).encode())


def last(client, name):
    return call(client, "Runs", id=name)["runs"][0]


def is_live(client, name):
    return last(client, name).get("end") is None


def moment(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def measure(path, seconds):
    end, result = os.pipe()
    pid = as_user(OTHER, ask, path, seconds, result)
    os.close(result)
    with os.fdopen(end, "rb") as stream:
        figures = json.loads(stream.read() or "{}")
    os.waitpid(pid, 0)
    if not figures:
        sys.exit("flood.py: nothing was measured")
    return figures


def row(what, values, share, aim):
    values = sorted(values)
    figures = f"{values[len(values) // 2]:.1f} / {values[int((len(values) - 1) * share)]:.1f}"
    print(f"{what:<46}  {figures:>14}  {'':<34}  {aim}", flush=True)


def rows(figures, name):
    row(f"another's status, ms, median / 99 %, {name}", figures["waits"], 0.99, "- / 50")
    row(f"kill, ms late, median / worst, {name}", figures["late"], 1, "- / 50")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs")
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    place = pathlib.Path(tempfile.mkdtemp(prefix="rubato-flood.", dir="/var/tmp"))
    os.chmod(place, 0o755)
    path = place / "socket"
    (place / "policy.yaml").write_text("submit-rates: []\n")
    daemon = subprocess.Popen(
        [pathlib.Path(options.programs) / "rubatod", "--state-directory", place / "state",
         "--socket", path, "--config", place / "policy.yaml", "--tasks", place / "none", "--sources", "none", "--launcher", "direct"],
        stdout=subprocess.DEVNULL, stderr=(place / "log").open("wb"))
    greedy = None
    try:
        while not path.exists():
            if daemon.poll() is not None:
                sys.exit((place / "log").read_text())
            time.sleep(0.05)
        rows(measure(path, options.seconds), "quiet")
        end, ready = os.pipe()
        greedy = as_user(GREEDY, flood, path, ready)
        os.read(end, 1)
        rows(measure(path, options.seconds), "flood of reads")
    finally:
        if greedy:
            os.kill(greedy, signal.SIGKILL)
        daemon.terminate()
        daemon.wait()
        shutil.rmtree(place)


if __name__ == "__main__":
    main()
