#!/usr/bin/env python3
"""seeds.py DIRECTORY: writes the initial inputs of coverage.sh that are in no file: databases and calls."""

import json
import pathlib
import sqlite3
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]


def main():
    corpus = pathlib.Path(sys.argv[1])
    for kind in ("database", "calls"):
        (corpus / kind).mkdir(parents=True, exist_ok=True)
    for dump in (ROOT / "Tests/Suites/StoreTests/Versions").glob("*.sql"):
        path = corpus / "database" / f"seed-{dump.stem}"
        path.unlink(missing_ok=True)
        database = sqlite3.connect(path)
        database.executescript("PRAGMA page_size = 1024;" + dump.read_text())
        database.commit()
        database.close()
    command = {"arguments": ["/bin/true"], "directory": "/", "environment": {"A": "\u00e9"}, "umask": 18}
    calls = [
        {"method": "io.rubato.Scheduler.Submit", "parameters": {"id": "a", "command": command, "every": 1e3}},
        {"method": "io.rubato.Scheduler.SetDevice", "parameters": {"values": {"power": "ac"}}, "more": True},
    ]
    frames = b"".join(json.dumps(call).encode() + b"\0" for call in calls)
    (corpus / "calls" / "seed-frames").write_bytes(frames)


if __name__ == "__main__":
    main()
