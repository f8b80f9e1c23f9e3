"""Starts a daemon with databases whose bytes, numbers or pages are damaged."""

import pathlib
import random
import shutil
import tempfile

import daemon as daemons
from daemon import Failure

PAGE = 4096
COUNT = 120


def template(programs):
    """Creates the state directory of a used daemon: with requests, apps, runs and a learned habit."""
    daemon = daemons.Daemon(programs).start()
    with daemon.connect() as client:
        for app in ("mail", "news"):
            daemons.call(client, "RegisterApp", id=app)
        for number in range(COUNT):
            command = {"arguments": ["/bin/true"], "directory": "/", "umask": 18,
                       "environment": {"X": "x" * (9000 if number % 11 == 0 else number * 5)}}
            late = {} if number % 4 else {"every": 3600.0}
            daemons.call(client, "Submit", id=f"task-{number}", kind="utility", command=command,
                         earliest="+5h" if number % 4 else "+1m", **late)
        daemons.call(client, "SetDevice", values={"power": "ac", "idle": "yes"})
        daemons.call(client, "AdvanceClock", by=4 * 3600.0)
        names = {request["id"] for request in daemons.call(client, "List")["requests"]}
    daemon.end()
    return daemon, names


def damaged(files, pick):
    """Damages one of the files (the database, its log) in one way; returns it and a description."""
    name = pick.choice(["rubato.sqlite"] * 4 + ["rubato.sqlite-wal"])
    data = bytearray(files.get(name) or files["rubato.sqlite"])
    name = name if files.get(name) else "rubato.sqlite"
    page = pick.randrange(max(1, len(data) // PAGE)) * PAGE
    kind = pick.choice(["bytes", "number", "zeros", "noise", "swap", "cut", "grow", "header"])
    if kind == "bytes":
        for _ in range(pick.choice([1, 4, 30])):
            data[pick.randrange(len(data))] = pick.randrange(256)
    elif kind == "number":
        place = pick.randrange(len(data) - 8)
        data[place:place + 8] = pick.choice([b"\xff" * 8, b"\x7f" + b"\xff" * 7, b"\x80" + b"\0" * 7, b"\0" * 8])
    elif kind in ("zeros", "noise"):
        data[page:page + PAGE] = bytes(PAGE) if kind == "zeros" else pick.randbytes(PAGE)
    elif kind == "swap":
        other = pick.randrange(max(1, len(data) // PAGE)) * PAGE
        data[page:page + PAGE], data[other:other + PAGE] = data[other:other + PAGE], data[page:page + PAGE]
    elif kind == "cut":
        del data[pick.randrange(len(data)):]
    elif kind == "grow":
        data += pick.randbytes(pick.choice([1, PAGE, 3 * PAGE]))
    else:
        place = page + pick.randrange(12)
        data[place:place + 4] = pick.randbytes(4)
    return {**files, name: bytes(data)}, f"{kind} in {name}"


def try_case(programs, files, names, number):
    """Fails if the daemon does not start, or has lost requests without reporting it."""
    changed, what = damaged(files, random.Random(number))
    with tempfile.TemporaryDirectory(prefix="rubato-fuzz-") as directory:
        state = pathlib.Path(directory) / "state"
        state.mkdir(mode=0o700)
        for name, data in changed.items():
            (state / name).write_bytes(data)
        daemon = daemons.Daemon(programs, directory)
        try:
            daemon.start()
            with daemon.connect() as client:
                warnings = daemons.call(client, "Status")["warnings"]
                left = {request["id"] for request in daemons.call(client, "List")["requests"]}
                for method in ("Explain", "Runs", "ListApps", "ListQuotas"):
                    daemons.call(client, method)
            if names - left and not warnings:
                raise Failure(f"{len(names - left)} requests are gone, and nothing was said")
        except Failure as failure:
            # Another table's page in place of that of the versions is a table of other versions. Nothing is changed.
            if "was written by a newer Rubato" in str(failure):
                return 0
            raise Failure(f"database:{number} ({what}): {failure}") from None
        finally:
            daemon.end()
    return len(names - left)


def lived_files(programs):
    daemon, names = template(programs)
    files = {file.name: file.read_bytes() for file in daemon.state.glob("rubato.sqlite*")
             if not file.name.endswith("-shm")}
    shutil.rmtree(daemon.directory)
    return files, names
