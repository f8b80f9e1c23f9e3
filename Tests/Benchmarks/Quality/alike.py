#!/usr/bin/env python3
"""Measures how evenly equally used apps are refreshed: two hundred apps on one phone, over a month.

usage: alike.py RUBATOCTL SEEDS

Equal on average: each app is opened once a day, at a random time. Equal to the second: all are opened together, twice a
day.
"""
import collections
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

APPS = ["app%03d" % number for number in range(200)]
START, DAYS, DAY, HOUR = 1767225600, 30, 86400, 3600


def poisson(chance, mean):
    count, product = 0, chance.random()
    while product >= math.exp(-mean):
        count, product = count + 1, product * chance.random()
    return count


def opens(chance, together):
    for midnight in range(START, START + DAYS * DAY, DAY):
        if together:
            for moment in (midnight + chance.uniform(8, 23) * HOUR for _ in range(2)):
                yield from ((moment, app) for app in APPS)
        else:
            for app in APPS:
                yield from ((midnight + chance.uniform(8, 23) * HOUR, app) for _ in range(poisson(chance, 1)))


def trace(seed, together):
    events = [(START, {"ev": "charging", "on": False}), (START, {"ev": "battery", "level": 80})]
    for midnight in range(START, START + DAYS * DAY, DAY):
        events += [(midnight + 23.2 * HOUR, {"ev": "charging", "on": True}), (midnight + 31 * HOUR, {"ev": "charging", "on": False})]
    events += [(moment, {"ev": "open", "app": app}) for moment, app in opens(random.Random(seed), together)]
    return [json.dumps({"t": round(moment, 1), **event}) for moment, event in sorted(events, key=lambda pair: pair[0])]


def refreshes(rubatoctl, directory, seed, together):
    (directory / "trace").write_text("\n".join(trace(seed, together)) + "\n")
    subprocess.run([rubatoctl, "simulate", "--trace", directory / "trace", "--refreshes-per-day", "96", "--no-waits", "--json",
                    "--runs", directory / "runs"], check=True, stdout=subprocess.DEVNULL)
    counts = collections.Counter({app: 0 for app in APPS})
    for line in open(directory / "runs"):
        run = json.loads(line)
        if run["kind"] == "refresh":
            counts[run["app"]] += 1
    return sorted(counts.values())


def main():
    rubatoctl, seeds = sys.argv[1], int(sys.argv[2])
    print("\n| 200 apps, %d seeds | least | 10th percentile | 90th | most | 90th to 10th, worst seed | most less least, worst seed |"
          "\n| --- | --: | --: | --: | --: | --: | --: |" % seeds)
    with tempfile.TemporaryDirectory() as directory:
        for together in (False, True):
            all = [refreshes(rubatoctl, pathlib.Path(directory), seed, together) for seed in range(seeds)]
            mean = ["%.1f" % (sum(counts[place] for counts in all) / seeds) for place in (0, 20, 180, -1)]
            ratio = max(counts[180] / max(1, counts[20]) for counts in all)
            print("| %s | %s | %.2f | %d |" % (
                "used at the same moments" if together else "used as often", " | ".join(mean), ratio,
                max(counts[-1] - counts[0] for counts in all)))


if __name__ == "__main__":
    main()
