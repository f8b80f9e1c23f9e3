#!/usr/bin/env python3
"""Compares refreshes of two versions at equal numbers, day by day.

usage: paired.py TRACE.jsonl OLD NEW [--skip DAYS]

OLD and NEW are directories of RUNS files of `rubatoctl simulate --runs`, named ALLOWANCE-SEED.jsonl. An open is fresh
if a refresh of its app ended in the hour before it. Opens within an hour of the app's last open do not count. Opens
whose hour alone is known are spread over the hour at random, 20 times. OLD's share at the number of refreshes of
NEW is interpolated between its allowances. Differences are computed for each day. Their interval is a bootstrap over
blocks of two days. For comparison, the script also refreshes the six apps most used until each day in turn, as often as
NEW did on that day.
"""
import argparse
import bisect
import collections
import json
import pathlib
import random

HOUR = 3600


def read_opens(path):
    opens = collections.defaultdict(list)
    for line in open(path):
        event = json.loads(line)
        if event.get("ev") == "open" and not event.get("sys"):
            opens[event["app"]].append((event["t"], event.get("res", 0)))
    return opens


def counted(opens, seed):
    """Returns the counted opens of each app. Opens that are known only to the hour get random times."""
    generator, result = random.Random(seed), {}
    for app, times in sorted(opens.items()):
        drawn = sorted(t + (generator.random() * res if res > 60 else 0) for t, res in times)
        result[app] = [t for i, t in enumerate(drawn) if i == 0 or t - drawn[i - 1] > HOUR]
    return result


def read_runs(path, begin):
    ends, count = collections.defaultdict(list), 0
    for line in open(path):
        run = json.loads(line)
        if run["kind"] == "refresh" and run["t"] >= begin:
            count += 1
            if run["outcome"] == "success":
                ends[run["app"]].append(run["end"])
    return {app: sorted(times) for app, times in ends.items()}, count


def by_day(draws, ends, begin):
    """Returns the fresh and all opens of each day, and of each app over all days, as means over the random times."""
    days, apps = collections.defaultdict(lambda: [0, 0]), collections.defaultdict(lambda: [0, 0])
    for opens in draws:
        for app, times in opens.items():
            refreshed = ends.get(app, [])
            for time in times:
                if time < begin:
                    continue
                last = bisect.bisect_left(refreshed, time)
                fresh = bool(last and time - refreshed[last - 1] <= HOUR)
                for cell in (days[int(time // 86400)], apps[app]):
                    cell[0] += fresh / len(draws)
                    cell[1] += 1 / len(draws)
    return days, apps


def six_most_used(opens, ends):
    refreshes = collections.Counter(int(time // 86400) for times in ends.values() for time in times)
    result = collections.defaultdict(list)
    for day, count in sorted(refreshes.items()):
        before = {app: sum(time < day * 86400 for time in times) for app, times in opens.items()}
        six = sorted(before, key=lambda app: (-before[app], app))[:6]
        for turn in range(count):
            result[six[turn % 6]].append(day * 86400 + turn * 86400 / count)
    return result


def macro(apps):
    shares = [fresh / all for fresh, all in apps.values() if all > 3 - 1e-6]
    return sum(shares) / len(shares)


def mixed(one, other, weight):
    keys = set(one) | set(other)
    return {k: [(1 - weight) * one[k][i] + weight * other[k][i] for i in (0, 1)] for k in keys}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("trace")
    parser.add_argument("old", type=pathlib.Path)
    parser.add_argument("new", type=pathlib.Path)
    parser.add_argument("--skip", type=int, default=3)
    options = parser.parse_args()
    opens = read_opens(options.trace)
    first = min(t for times in opens.values() for t, _ in times) // 86400
    begin = (first + options.skip) * 86400
    draws = [counted(opens, seed) for seed in range(20)]

    def measured(directory):
        found = collections.defaultdict(dict)
        for path in directory.glob("*.jsonl"):
            allowance, seed = map(int, path.stem.split("-"))
            ends, count = read_runs(path, begin)
            found[seed][allowance] = (count, *by_day(draws, ends, begin), ends)
        return found

    old, new = measured(options.old), measured(options.new)
    generator = random.Random(1)
    print("\n| a day | refreshes | micro before | now | difference, 95 % | six most used | macro before | now | six most used |")
    print("| --: | --: | --: | --: | --: | --: | --: | --: | --: |")
    for allowance in sorted({a for s in new.values() for a in s}):
        differences, rows = collections.defaultdict(float), []
        for seed, curve in new.items():
            count, days, apps, ends = curve[allowance]
            points = sorted(old[seed].values(), key=lambda point: point[0])
            above = min(max(1, bisect.bisect_left([p[0] for p in points], count)), len(points) - 1)
            low, high = points[above - 1], points[above]
            weight = (count - low[0]) / (high[0] - low[0])
            old_days, old_apps = mixed(low[1], high[1], weight), mixed(low[2], high[2], weight)
            for day in days:
                differences[day] += (days[day][0] - old_days[day][0]) / len(new)
            total = sum(all for _, all in days.values())
            six_days, six_apps = by_day(draws, six_most_used(draws[0], ends), begin)
            rows.append([count] + [sum(f for f, _ in each.values()) / total for each in (old_days, days, six_days)] +
                        [macro(each) for each in (old_apps, apps, six_apps)])
        order = sorted(differences)
        blocks = [order[i:i + 2] for i in range(len(order) - 1)]
        means = []
        for _ in range(4000):
            picked = [day for _ in range(len(order) // 2) for day in generator.choice(blocks)]
            means.append(sum(differences[day] for day in picked) / len(picked) * len(order) / total)
        means.sort()
        count, before, now, six, *macros = (sum(column) / len(rows) for column in zip(*rows))
        print("| %d | %d | %.3f | %.3f | %+.3f to %+.3f | %.3f | %.3f | %.3f | %.3f |" % (
            allowance, count, before, now, means[100], means[3899], six, *macros))


if __name__ == "__main__":
    main()
