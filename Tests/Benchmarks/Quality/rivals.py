#!/usr/bin/env python3
"""Compares Rubato with the baselines at equal numbers of refreshes, with intervals.

usage: rivals.py TRACE RUNS ... [--skip DAYS]    one person: bootstrap over blocks of two days
       rivals.py DIRECTORY DIRECTORY ...         many people, NAME.jsonl in all: bootstrap over people

RUNS is a file of `rubatoctl simulate --trace TRACE --baselines --runs RUNS`. Several files have rising numbers of
refreshes a day. An open is fresh if a refresh of its app ended in the hour before it. Opens within an hour of the app's
last open do not count. Opens whose time is known only to the hour are spread over the hour at random, 20 times. Micro
is the fresh share of opens, macro its mean over apps with at least three opens, useful the share of refreshes with an
open in the next hour. Done is the share of days with a success of other work. The first DAYS (3) days with opens, or of
all days, are skipped. With several RUNS, a baseline's figures are interpolated between its numbers of refreshes on the
other days to Rubato's number. Each difference is Rubato's figure minus the baseline's, with its interval of 95 %. A
star marks an interval that excludes 0.
"""
import argparse
import bisect
import collections
import json
import pathlib
import random
import sys

import paired

MEASURES = ["micro", "macro", "useful", "done"]
SAMPLES = 1000


class Tally:
    """The counts of a scheduler for each day: fresh and all opens of each app, useful and all refreshes, other work."""

    def __init__(self):
        self.opens = collections.defaultdict(dict)
        self.refreshes = collections.defaultdict(lambda: [0.0, 0.0])
        self.done = collections.defaultdict(float)

    def add(self, draws, runs, days, weight):
        ends = collections.defaultdict(list)
        for run in runs:
            day = int(run["t"] // 86400)
            if run["kind"] == "refresh":
                if day in days:
                    self.refreshes[day][1] += weight
                if run["outcome"] == "success":
                    ends[run["app"]].append(run["end"])
        for day in {int(r["end"] // 86400) for r in runs if r["kind"] != "refresh" and r["outcome"] == "success"} & days:
            self.done[day] += weight
        for opens in draws:
            for app in set(opens) | set(ends):
                self.add_app(app, opens.get(app, []), sorted(ends.get(app, [])), days, weight / len(draws))

    def add_app(self, app, opens, ends, days, weight):
        for time in opens:
            day = int(time // 86400)
            if day in days:
                last = bisect.bisect_left(ends, time)
                cell = self.opens[day].setdefault(app, [0.0, 0.0])
                cell[0] += weight * bool(last and time - ends[last - 1] <= paired.HOUR)
                cell[1] += weight
        for end in ends:
            day, place = int(end // 86400), bisect.bisect_right(opens, end)
            if day in days and place < len(opens) and opens[place] - end <= paired.HOUR:
                self.refreshes[day][0] += weight

    def figures(self, days):
        apps, refreshes = collections.defaultdict(lambda: [0.0, 0.0]), [0.0, 0.0]
        for day in days:
            for app, cell in self.opens.get(day, {}).items():
                apps[app][0] += cell[0]
                apps[app][1] += cell[1]
            for place in (0, 1):
                refreshes[place] += self.refreshes[day][place] if day in self.refreshes else 0
        fresh, all = (sum(cell[place] for cell in apps.values()) for place in (0, 1))
        often = [one / every for one, every in apps.values() if every > 3 - 1e-6]
        return {
            "micro": fresh / all if all else None, "macro": sum(often) / len(often) if often else None,
            "useful": refreshes[0] / refreshes[1] if refreshes[1] else None,
            "done": sum(self.done.get(day, 0) for day in days) / len(days), "perDay": refreshes[1] / len(days)}


def tallies(trace, runs_file, skip):
    """Returns the tally of each scheduler, and the counted days."""
    opens = paired.read_opens(trace)
    deciders = collections.defaultdict(lambda: collections.defaultdict(list))
    for line in open(runs_file):
        run = json.loads(line)
        deciders[run["decider"]][run["seed"]].append(run)
    times = [t for each in opens.values() for t, _ in each] or \
        [run["t"] for seeds in deciders.values() for runs in seeds.values() for run in runs]
    # Days without recorded opens cannot be judged.
    days = {int(t // 86400) for t in times} if opens else set(range(int(min(times) // 86400), int(max(times) // 86400) + 1))
    days = sorted(days)[skip:]
    if not days:
        sys.exit("%s has no more than %d days" % (trace, skip))
    isExact = all(res <= 60 for each in opens.values() for _, res in each)
    draws = [paired.counted(opens, seed) for seed in range(1 if isExact else 20)]
    result = {}
    for name, seeds in deciders.items():
        result[name] = Tally()
        for runs in seeds.values():
            result[name].add(draws, runs, set(days), 1 / len(seeds))
    return result, days


def interval(values):
    values = sorted(values)
    return values[len(values) // 40], values[-1 - len(values) // 40]


def of_days(trace, runs, skip):
    """Returns the figures of each scheduler, and those of each sample of blocks of two days."""
    found, days = tallies(trace, runs, skip)
    generator = random.Random(1)
    blocks = [days[place:place + 2] for place in range(len(days) - 1)] or [days]
    picks = [[day for _ in range(max(1, len(days) // 2)) for day in generator.choice(blocks)] for _ in range(SAMPLES)]
    return ({name: tally.figures(days) for name, tally in found.items()},
            {name: [tally.figures(pick) for pick in picks] for name, tally in found.items()}, len(days))


def mean(rows):
    """Returns the mean of each figure over the people who have it."""
    known = {key: [row[key] for row in rows if row[key] is not None] for key in rows[0]}
    return {key: sum(values) / len(values) if values else None for key, values in known.items()}


def of_people(traces, runs, skip):
    """Returns the figures of each scheduler, and those of each sample of people."""
    people = []
    for path in sorted(pathlib.Path(runs).glob("*.jsonl")):
        found, days = tallies(pathlib.Path(traces) / path.name, path, skip)
        people.append({name: tally.figures(days) for name, tally in found.items()})
    generator = random.Random(1)
    picks = [[generator.randrange(len(people)) for _ in people] for _ in range(SAMPLES)]
    names = list(people[0])
    return ({name: mean([person[name] for person in people]) for name in names},
            {name: [mean([people[place][name] for place in pick]) for pick in picks] for name in names}, len(people))


def mixed(one, other, weight):
    """Returns figures that are interpolated between two, or extrapolated beyond the second."""
    return {key: None if one[key] is None or other[key] is None else one[key] + weight * (other[key] - one[key]) for key in one}


def matched(curves, number, name):
    """Returns a scheduler's figures and samples at `number` refreshes a day, from its curve over several numbers."""
    points = sorted(((figures[name]["perDay"], place) for place, (figures, _, _) in enumerate(curves)))
    above = min(max(1, bisect.bisect_left(points, (number,))), len(points) - 1)
    (low, one), (high, other) = points[above - 1], points[above]
    # At most a little beyond the last point, since the oracle needs no more refreshes.
    weight = max(-0.3, min(1.3, (number - low) / (high - low))) if high > low * 1.05 + 0.1 else 1
    return (mixed(curves[one][0][name], curves[other][0][name], weight),
            [mixed(a, b, weight) for a, b in zip(curves[one][1][name], curves[other][1][name])])


def table(curves, place):
    figures, samples, _ = curves[place]
    first = next(iter(figures))
    shown = [key for key in MEASURES if any(row[key] for row in figures.values())]
    print("\n| | a day | " + " | ".join("%s | difference" % key for key in shown) + " |")
    print("| --- | --: |" + " --: | --: |" * len(shown))
    for name, row in figures.items():
        others = samples[name]
        if len(curves) > 1 and name != first and row["perDay"]:
            row, others = matched(curves, figures[first]["perDay"], name)
        cells = [name, "%.1f" % row["perDay"]]
        for key in shown:
            cells.append("-" if row[key] is None else "%.3f" % row[key])
            pairs = [(one[key], other[key]) for one, other in zip(samples[first], others)]
            known = [one - other for one, other in pairs if one is not None and other is not None]
            low, high = interval(known) if known else (0, 0)
            cells.append("" if name == first or not known else "%+.3f to %+.3f%s" % (low, high, "*" * (low > 0 or high < 0)))
        print("| " + " | ".join(cells) + " |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("traces")
    parser.add_argument("runs", nargs="+")
    parser.add_argument("--skip", type=int, default=3)
    options = parser.parse_args()
    isMany = pathlib.Path(options.traces).is_dir()
    curves = [(of_people if isMany else of_days)(options.traces, runs, options.skip) for runs in options.runs]
    print("\n%d %s; differences of Rubato with 95 %%:" % (curves[0][2], "people" if isMany else "days"))
    for place in range(len(curves)):
        table(curves, place)


if __name__ == "__main__":
    main()
