#!/usr/bin/env python3
"""connections.py SOCKET: a thousand connections of four users, and who is served beside them (needs root).

Four users open 250 connections each and keep what they get, idle or in the middle of a call. Then root and
a user who had none ask for the status, each on a connection of their own.
"""

import json
import os
import signal
import socket
import sys

USERS, EACH, NEWCOMER = range(231072, 231076), 250, 65534
CALL = json.dumps({"method": "io.rubato.Scheduler.Status", "parameters": {}}).encode() + b"\0"


def become(uid):
    os.setgroups([])
    os.setgid(uid)
    os.setuid(uid)


def connect(path):
    client = socket.socket(socket.AF_UNIX)
    client.settimeout(30)
    client.connect(path)
    return client


def crowd(path, uid, ready):
    """Opens all, sends a part of a call on every second, tells, and waits to be ended."""
    become(uid)
    clients = []
    for number in range(EACH):
        try:
            clients.append(connect(path))
            if number % 2:
                clients[-1].sendall(CALL[:10])
        except OSError:
            pass
    os.write(ready, b".")
    signal.pause()


def is_served(path, uid):
    pid = os.fork()
    if pid == 0:
        become(uid)
        try:
            client = connect(path)
            client.sendall(CALL)
            reply = b""
            while b"\0" not in reply:
                part = client.recv(1 << 16)
                if not part:
                    os._exit(2)
                reply += part
            os._exit(0 if b'"error"' not in reply else 3)
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
    told = b""
    while len(told) < len(USERS):
        told += os.read(reader, 16)
    served = {uid: is_served(path, uid) for uid in (0, NEWCOMER)}
    for pid in children:
        os.kill(pid, 9)
        os.waitpid(pid, 0)
    refused = [uid for uid, is_one in served.items() if not is_one]
    sys.exit(f"not served beside {len(USERS) * EACH} connections: {refused}" if refused else 0)


main()
