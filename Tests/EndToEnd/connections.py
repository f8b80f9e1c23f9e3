#!/usr/bin/env python3
"""connections.py SOCKET: checks that other users are served during a thousand connections of four users (needs root).

Four users open 250 connections each, and keep the accepted ones, idle or with a part of a call. Then root and a user
without connections request the status, each on a new connection.
"""

import os
import pathlib
import signal
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Checks" / "Fuzz"))
from daemon import INTERFACE, Connection, frame  # noqa: E402

USERS, EACH, NEWCOMER = range(231072, 231076), 250, 65534
CALL = frame(f"{INTERFACE}.Status", {})


def become(uid):
    os.setgroups([])
    os.setgid(uid)
    os.setuid(uid)


def crowd(path, uid, ready):
    """Opens all connections, sends a part of a call on every second one, reports that it is ready, and waits."""
    become(uid)
    clients = []
    for number in range(EACH):
        try:
            clients.append(Connection(path))
            if number % 2:
                clients[-1].send(CALL[:10])
        except OSError:
            pass
    os.write(ready, b".")
    signal.pause()


def is_served(path, uid):
    pid = os.fork()
    if pid == 0:
        become(uid)
        try:
            with Connection(path) as client:
                client.send(CALL)
                reply = client.receive()
            os._exit(0 if reply and "error" not in reply else 2)
        except OSError:
            os._exit(1)
    return os.waitpid(pid, 0)[1] == 0


def main():
    path = sys.argv[1]
    reader, writer = os.pipe()
    children = []
    for uid in USERS:
        pid = os.fork()
        if pid == 0:
            crowd(path, uid, writer)
        children.append(pid)
    reports = b""
    while len(reports) < len(USERS):
        reports += os.read(reader, 16)
    served = {uid: is_served(path, uid) for uid in (0, NEWCOMER)}
    for pid in children:
        os.kill(pid, 9)
        os.waitpid(pid, 0)
    refused = [uid for uid, is_one in served.items() if not is_one]
    sys.exit(f"not served during {len(USERS) * EACH} connections: {refused}" if refused else 0)


main()
