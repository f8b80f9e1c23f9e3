#!/usr/bin/env python3
"""Formats figures as the tables of docs/quality.md.

usage: tables.py refreshes SCORE.json ...         output of score_refresh.py, a file for each number of refreshes a day
       tables.py baselines WHAT COMPARISON.json   output of `rubatoctl simulate --baselines --json`
       tables.py ablation COMPARISON.json         output of `rubatoctl simulate --compare --json` for policies
       tables.py people DIRECTORY                 a directory for each policy, with NAME.json and NAME.runs of each
                                                  person from `rubatoctl simulate --trace --json --runs`
"""
import collections
import json
import pathlib
import sys

NAMES = {
    "ours": "Rubato", "uniform": "uniform", "proportional": "by use", "prop_x_hour": "by use and hour",
    "app_hour": "by each app's hours", "top_six": "six most used", "oracle": "oracle",
}


def row(cells):
    print("| " + " | ".join(cells) + " |")


def head(titles):
    print()
    row(titles)
    row(["---"] + ["--:"] * (len(titles) - 1))


def refreshes(files):
    scores = [json.load(open(file))[0] for file in files]
    days = ["%d refreshes" % score["refreshes"] for score in scores]
    head(["micro / macro / of use"] + days)
    for key, name in NAMES.items():
        row([name] + [" / ".join("%.3f" % s[key][m] for m in ("micro", "macro", "useful")) for s in scores])


def time(seconds):
    if seconds is None:
        return "-"
    for unit, length in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= length:
            return "%.1f %s" % (seconds / length, unit)
    return "%.1f s" % seconds


def count(value):
    return "-" if value is None else "%.2f" % value


def share(value):
    return "-" if value is None else "%.1f %%" % (100 * value)


BASELINES = [
    ("done a day", "workPerDay", count), ("of fit days", "fitDaysDone", share), ("age, 95 %", "workAge", time), ("worst", "workAgeWorst", time),
    ("lost a day", "lostPerDay", time), ("on battery", "workOnBattery", time),
    ("with refreshes", "onBatteryPerDay", time),
    ("with the user", "withUserPerDay", time), ("stops a day", "stopsPerDay", count),
    ("0-6 h", "atNight", share), ("refreshes a day", "refreshesPerDay", count),
    ("fresh opens", "freshOpens", share), ("by app", "freshByApp", share), ("of use", "usefulRefreshes", share), ("after waking", "freshAfterWaking", share), ("age at open", "ageAtOpen", time),
]


def mean(column, key):
    return column["measures"].get(key, {}).get("mean")


WITH_INTERVAL = ("fitDaysDone", "workAgeWorst", "lostPerDay", "freshOpens", "freshByApp", "usefulRefreshes")


def cell(column, key, text):
    """Returns the mean of a measure. If worlds differ, adds the interval of its difference from the first column, and a
    star if the interval excludes 0."""
    difference = column["measures"].get(key, {}).get("difference") or {}
    low, high = difference.get("low"), difference.get("high")
    if key not in WITH_INTERVAL or low is None:
        return text(mean(column, key))
    ends = [("-" if end < 0 else "+") + text(abs(end)) for end in (low, high)]
    if ends[0] == ends[1]:
        return text(mean(column, key))
    return "%s (%s to %s%s)" % (text(mean(column, key)), *ends, "*" * (low > 0 or high < 0))


def baselines(file):
    columns = json.load(open(file))["columns"]
    shown = [r for r in BASELINES if any(mean(c, r[1]) for c in columns)]
    head([""] + [title for title, _, _ in shown])
    for column in columns:
        row([column["name"]] + [cell(column, key, text) for _, key, text in shown])


def ablation(file):
    head(["", "refreshes a day", "fresh opens", "difference, 95 %", "after waking", "age at open", "on battery a day", "with the user a day"])
    for column in json.load(open(file))["columns"]:
        difference = column["measures"]["freshOpens"]["difference"]
        row([
            column["name"].rsplit("/", 1)[-1].removesuffix(".yaml"), count(mean(column, "refreshesPerDay")),
            share(mean(column, "freshOpens")),
            "%+.1f to %+.1f %%" % (100 * difference["low"], 100 * difference["high"]) if difference else "",
            share(mean(column, "freshAfterWaking")), time(mean(column, "ageAtOpen")), time(mean(column, "onBatteryPerDay")),
            time(mean(column, "withUserPerDay"))])


def people(directory):
    rules = {"atOnce": "at once", "afterTwentyMinutes": "after 20 min"}
    head(["", "done of fit days", "cut off", "in the first four days", "lost"])
    for policy in sorted(pathlib.Path(directory).iterdir()):
        rows, early = collections.defaultdict(collections.Counter), 0
        for file in policy.glob("*.json"):
            report = json.load(open(file))["processing"][0]
            for rule in ["rubato", *rules]:
                rows[rule].update({key: report[rule][key] for key in ("doneOnFitDays", "cutOffs", "lostSeconds")})
            rows["days"]["fit"] += report["fitDays"]
            runs = [json.loads(line) for line in open(file.with_suffix(".runs"))]
            begin = min(run["t"] for run in runs)
            early += sum(run["kind"] == "processing" and run["outcome"] != "success" and run["t"] < begin + 4 * 86400
                         for run in runs)

        def line(name, rule, early):
            cells = rows[rule]
            row([name, "%d of %d" % (cells["doneOnFitDays"], rows["days"]["fit"]), "%d" % cells["cutOffs"], early,
                 time(cells["lostSeconds"])])

        line(policy.name, "rubato", str(early))
    for rule, name in rules.items():
        line(name, rule, "")


if sys.argv[1] == "people":
    people(sys.argv[2])
elif sys.argv[1] == "ablation":
    ablation(sys.argv[2])
elif sys.argv[1] == "refreshes":
    refreshes(sys.argv[2:])
else:
    baselines(sys.argv[3])
