#!/usr/bin/env python3
"""transfers.py: measures the duration of a transfer and of curl alone, in turns, with a server on this machine.

A figure is the time from the start of `rubatoctl transfer --wait` to its end, which includes the submit, the run and
all writes to disk, or the time of `curl` with the same file. At the speed of a home connection, the network takes most
of the time; over the loopback interface, the disk does. There, curl is followed by a sync of its file, since a
completed transfer is on disk. Prints rows of the table of run.sh. Uses RUBATO_SOCKET and rubatoctl of the environment.
"""

import http.server
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time

ROUNDS = int(os.environ.get("ROUNDS", 5))
MEGABYTE = 1_000_000
LINE, LINE_SIZE = 12.5 * MEGABYTE, 25 * MEGABYTE
LOOPBACK_SIZE = 400 * MEGABYTE
PIECE = 125_000


class Server(http.server.BaseHTTPRequestHandler):
    """A server that sends and accepts any file, below /line/ not faster than LINE."""

    protocol_version = "HTTP/1.1"
    content = os.urandom(PIECE)

    def log_message(self, *_):
        pass

    def paced(self, size):
        """Yields the sizes of the pieces of `size`, each at its time."""
        began, done = time.monotonic(), 0
        while done < size:
            piece = min(PIECE, size - done)
            done += piece
            if self.path.startswith("/line/"):
                time.sleep(max(0, began + done / LINE - time.monotonic()))
            yield piece

    def do_GET(self):
        size = int(self.path.rsplit("/", 1)[1])
        self.send_response(200)
        self.send_header("Content-Length", str(size))
        self.end_headers()
        for piece in self.paced(size):
            self.wfile.write(self.content[:piece])

    def do_PUT(self):
        if self.headers.get("Expect") == "100-continue":
            self.send_response_only(100)
            self.end_headers()
        for piece in self.paced(int(self.headers["Content-Length"])):
            self.rfile.read(piece)
        self.send_response(204)
        self.end_headers()


def seconds(*command, then_sync=None):
    began = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    if then_sync:
        subprocess.run(["sync", then_sync], check=True)
    return time.monotonic() - began


def downloads(url, directory, syncs):
    ours, theirs = f"{directory}/ours", f"{directory}/theirs"
    result = (seconds("rubatoctl", "transfer", "--download", "--output", ours, "--wait", url),
              seconds("curl", "--silent", "--fail", "--output", theirs, url, then_sync=theirs if syncs else None))
    os.unlink(ours)
    os.unlink(theirs)
    return result


def uploads(url, file):
    return (seconds("rubatoctl", "transfer", "--upload", "--wait", file, url),
            seconds("curl", "--silent", "--fail", "--upload-file", file, url))


def row(figure, turns, peer, aim="within 5 %"):
    ours, theirs = (statistics.median(side) for side in zip(*turns))
    ratio = statistics.median(ours / theirs for ours, theirs in turns)
    print(f"{figure:<46}  {ours:>12.3f}  {f'{theirs:.3f} ({peer})':<34}  {aim}: {(ratio - 1) * 100:+.1f} %")


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    web = f"http://127.0.0.1:{server.server_port}"
    with tempfile.TemporaryDirectory(prefix="rubato-bench.", dir="/var/tmp") as directory:
        file = f"{directory}/file"
        with open(file, "wb") as output:
            for _ in range(LINE_SIZE // PIECE):
                output.write(Server.content)
        row("transfer: 25 MB down at 100 Mbit/s, s",
            [downloads(f"{web}/line/{LINE_SIZE}", directory, False) for _ in range(ROUNDS)], "curl")
        row("transfer: 25 MB up at 100 Mbit/s, s",
            [uploads(f"{web}/line/up", file) for _ in range(ROUNDS)], "curl")
        row("transfer: 400 MB down from this machine, s",
            [downloads(f"{web}/{LOOPBACK_SIZE}", directory, True) for _ in range(ROUNDS)], "curl, sync")


sys.exit(main())
