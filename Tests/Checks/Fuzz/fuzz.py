#!/usr/bin/env python3
"""fuzz.py PROGRAMS [--calls N] [--files N] [--databases N] [--seed S] [--case KIND:NUMBER]

Gives random calls, files and damaged databases to rubatod and rubatoctl. Stops at the first failure: a crash, a hang, a
reply that the interface does not declare, or a loss without a message. Each case depends only on its number, so
`--case task:17` repeats a case.
"""

import argparse
import concurrent.futures
import os
import sys
import time

import calls
import database
import files
from daemon import Failure


def all_files(programs, count, first, jobs):
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for kind in files.KINDS:
            taken = sum(pool.map(lambda number: files.try_case(programs, kind, number), range(first, first + count)))
            print(f"{kind}: {count} files, of which {taken} were accepted", flush=True)


def all_databases(programs, count, first, jobs):
    lived, names = database.lived_files(programs)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        lost = list(pool.map(lambda number: database.try_case(programs, lived, names, number),
                             range(first, first + count)))
    hurt = sum(1 for number in lost if number)
    print(f"database: {count} damaged, {hurt} lost data, and all of these reported it; the largest loss is {max(lost, default=0)}"
          f" of {len(names)} requests", flush=True)


def one(programs, case):
    kind, _, number = case.partition(":")
    if kind == "database":
        database.try_case(programs, *database.lived_files(programs), int(number))
    else:
        files.try_case(programs, kind, int(number), keep=f"/tmp/rubato-fuzz-{kind}-{number}")
        print(f"the file is /tmp/rubato-fuzz-{kind}-{number}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", help="directory of rubatod and rubatoctl")
    parser.add_argument("--calls", type=int, default=0)
    parser.add_argument("--files", type=int, default=0, help="of each kind")
    parser.add_argument("--databases", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0, help="where to begin")
    parser.add_argument("--case", help="one case again")
    options = parser.parse_args()
    jobs, start = len(os.sched_getaffinity(0)), time.monotonic()
    try:
        if options.case:
            return one(options.programs, options.case)
        if options.files:
            all_files(options.programs, options.files, options.seed, jobs)
        if options.databases:
            all_databases(options.programs, options.databases, options.seed, jobs)
        if options.calls:
            memory = calls.fuzz(options.programs, options.calls, options.seed)
            print(f"calls: {options.calls} answered as declared; the daemon has {memory} MB at the end", flush=True)
    except Failure as failure:
        sys.exit(f"{failure}")
    print(f"No failure in {time.monotonic() - start:.0f} s.")


main()
