#!/usr/bin/env python3
"""start.py PROGRAMS: measures the start of a daemon with 100,000 requests.

The database is from Tests/Suites/StoreTests/Versions, with many copies of one of its requests. Prints a row of a table.
"""

import pathlib
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Checks" / "Fuzz"))
from daemon import Daemon  # noqa: E402

COUNT, ROUNDS = 100_000, 3
ROWS = pathlib.Path(__file__).resolve().parents[2] / "Suites" / "StoreTests" / "Versions" / "1.sql"


def make(path):
    database = sqlite3.connect(path)
    database.executescript(ROWS.read_text())
    database.execute("DELETE FROM runs WHERE ended_ns IS NULL")
    columns = [row[1] for row in database.execute("PRAGMA table_info(requests)")]
    others = [name for name in columns if name not in ("sequence", "id", "owner")]
    database.execute(
        f"INSERT INTO requests (sequence, id, owner, {', '.join(others)})"
        " WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT ?)"
        f" SELECT 1000 + n, 'work-' || n, 1000 + n % 100, {', '.join(others)}"
        " FROM requests, numbers WHERE id = 'backup'", (COUNT,))
    database.execute("UPDATE meta SET next_sequence = 1000 + ?", (COUNT + 1,))
    database.commit()
    database.close()


def start_seconds(programs):
    """Returns the time from the start of the process until it listens."""
    daemon = Daemon(programs)
    daemon.state.mkdir(mode=0o700)
    make(daemon.state / "rubato.sqlite")
    # Writes the new files to disk first, so that the start does not wait for them.
    subprocess.run(["sync"], check=True)
    began = time.monotonic()
    daemon.start()
    took = time.monotonic() - began
    daemon.end()
    daemon.remove()
    return took


def main():
    took = sorted(start_seconds(sys.argv[1]) for _ in range(ROUNDS))[ROUNDS // 2]
    print(f"{f'start, {COUNT:,} requests':<46}  {took:>10.2f} s")


if __name__ == "__main__":
    main()
