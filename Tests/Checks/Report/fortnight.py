"""Regenerates the figures and pictures of docs/decisions/0028-iphone-fortnight.md.

    fortnight.py RUBATOCTL TRACES DOCS

TRACES contains iphone16pm.jsonl and iphone16pm_background_cpu.csv, which are not part of the project. Only sums and
pictures of them are written to DOCS. In the page, only the part between its marks `<!-- figures -->` and
`<!-- end of figures -->` is replaced.
"""

import collections
import csv
import json
import os
import subprocess
import sys
import tempfile

from browser import Browser

HOUR, DAY = 3600, 86400
NIGHT = range(0, 6)
ARRIVALS = ["00:00", "06:00", "12:00", "18:00"]

# Processes whose work can wait, by their purpose and not by the times of their runs.
GROUPS = {
    "backup": ["backupd", "Backup"],
    "photo and media analysis": ["mediaanalysisd", "photoanalysisd", "mediaparserd"],
    "indexing, knowledge": ["spotlightknowledged", "searchd", "siriknowledged", "com.apple.siriknowledged", "suggestd"],
    "updates, assets": ["mobile.softwareupdated", "mobileassetd", "com.apple.mobileassetd", "assetsubscriptiond"],
    "diagnostics": ["signpost.signpost_reporter", "analyticsd", "ReportCrash"],
    "`dasd`'s own helper": ["com.apple.DASDelegateService"],
}
# These processes serve both apps in use and work that can wait.
MIXED = {"transfers, sync (mixed)": ["nsurlsessiond", "cloudd", "cloudphotod", "assetsd"], "installing apps (mixed)": ["mobile.installd"]}


def hour_of(time):
    return int(time % DAY // HOUR)


def night_share(hours):
    """Returns the share of the night. `hours` has an amount for each hour, by the beginning of the hour."""
    whole = sum(hours.values())
    return sum(amount for time, amount in hours.items() if hour_of(time) in NIGHT) / whole if whole else 0


def percent(share):
    return f"{100 * share:.0f} %"


class Phone:
    """The work of the phone itself, and the times at which it had power."""

    def __init__(self, traces):
        self.energy = collections.defaultdict(collections.Counter)
        with open(os.path.join(traces, "iphone16pm_background_cpu.csv"), encoding="utf-8") as file:
            for row in csv.DictReader(file):
                self.energy[row["process"]][int(row["t_local_hour"])] += float(row["cpu_energy"])
        times = [time for hours in self.energy.values() for time in hours]
        self.begin, self.end = min(times), max(times) + HOUR
        self.hours = len(set(times))
        self.power = self._power(os.path.join(traces, "iphone16pm.jsonl"))
        self.powered = collections.Counter()
        for start, end in self.power:
            add_span(self.powered, start, end)

    def _power(self, path):
        """Returns the intervals with external power."""
        spans, since = [], None
        with open(path, encoding="utf-8") as file:
            for line in file:
                event = json.loads(line)
                if event["ev"] not in ("charging", "gap"):
                    continue
                if since is not None:
                    spans.append((since, event["t"]))
                since = event["t"] if event.get("on") else None
        return spans

    def of(self, processes):
        hours = collections.Counter()
        for process in processes:
            hours.update(self.energy[process])
        return hours

    def power_share(self, hours):
        """Returns the share with power. The amount of an hour counts by the share of the hour that had power."""
        whole = sum(hours.values())
        return sum(amount * min(1, self.powered[time] / HOUR) for time, amount in hours.items()) / whole if whole else 0

    def power_share_of(self, runs):
        whole = sum(run["end"] - run["t"] for run in runs)
        common = sum(
            max(0, min(run["end"], end) - max(run["t"], start)) for run in runs for start, end in self.power)
        return common / whole if whole else 0


def add_span(hours, start, end):
    """Adds the seconds of an interval to its hours."""
    while start < end:
        hour = start // HOUR * HOUR
        hours[int(hour)] += min(end, hour + HOUR) - start
        start = hour + HOUR


def simulated(rubatoctl, traces, phone, arrival):
    """Returns the seconds of processing in each hour that the figures of the phone cover, and the runs."""
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "runs.jsonl")
        subprocess.run(
            [rubatoctl, "simulate", "--trace", os.path.join(traces, "iphone16pm.jsonl"), "--refreshes-per-day", "48",
             "--work-at", arrival, "--runs", path], check=True, stdout=subprocess.DEVNULL)
        with open(path, encoding="utf-8") as file:
            runs = [json.loads(line) for line in file]
    runs = [run for run in runs if phone.begin <= run["t"] < phone.end]
    work = {kind: collections.Counter() for kind in ("processing", "refresh")}
    for run in runs:
        add_span(work[run["kind"]], run["t"], run["end"])
    return work, runs


def table(heads, rows):
    lines = ["| " + " | ".join(heads) + " |", "|" + "|".join(["---"] + ["--:"] * (len(heads) - 1)) + "|"]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def nights_line(phone, ours):
    """Returns the number of nights on which each ran work that can wait."""
    deferrable = phone.of(sum(GROUPS.values(), []))
    least = sum(deferrable.values()) / 1000
    counts = collections.Counter()
    for midnight in range(-(-phone.begin // DAY) * DAY, phone.end - 6 * HOUR, DAY):
        hours = [midnight + hour * HOUR for hour in NIGHT]
        theirs_ran = sum(deferrable[hour] for hour in hours) >= least
        ours_ran = sum(ours[hour] for hour in hours) >= 60
        counts[theirs_ran, ours_ran] += 1
    return (f"Of {counts.total()} nights, both systems worked between 0 and 6 h in {counts[True, True]}, only iOS in "
            f"{counts[True, False]}, only Rubato in {counts[False, True]}, and neither in {counts[False, False]}.")


def phone_table(phone):
    rows = []
    for name, processes in {**GROUPS, **MIXED}.items():
        hours = phone.of(processes)
        rows.append([name, f"{sum(hours.values()):,.0f}", percent(night_share(hours)), percent(phone.power_share(hours))])
    narrow = phone.of(sum(GROUPS.values(), []))
    wide = phone.of(sum({**GROUPS, **MIXED}.values(), []))
    everything = phone.of(list(phone.energy))
    for name, hours in [("**work that can wait** (the first six)", narrow), ("with the mixed rows", wide), ("all work", everything)]:
        rows.append([name, f"{sum(hours.values()):,.0f}", f"**{percent(night_share(hours))}**", percent(phone.power_share(hours))])
    return table(["iOS", "CPU energy", "in 00-06 h", "on power"], rows)


def our_table(phone, worlds):
    rows = []
    for arrival, (work, runs) in worlds.items():
        hours = work["processing"]
        mine = [run for run in runs if run["kind"] == "processing"]
        late = sum(amount for time, amount in hours.items() if hour_of(time) >= 22) / max(1, sum(hours.values()))
        rows.append([f"processing, submitted at {arrival}", *ran(mine), f"**{percent(night_share(hours))}**",
                     percent(late + night_share(hours)), percent(phone.power_share_of(mine))])
    work, runs = worlds[ARRIVALS[0]]
    mine, hours = [run for run in runs if run["kind"] == "refresh"], work["refresh"]
    rows.append(["refreshes", *ran(mine), percent(night_share(hours)), "", percent(phone.power_share_of(mine))])
    return table(["Rubato", "ran", "completed", "in 00-06 h", "in 22-06 h", "on power"], rows)


def ran(runs):
    """Returns the duration, and the number of completed runs."""
    seconds = sum(run["end"] - run["t"] for run in runs)
    return f"{seconds / 60:.0f} min", str(sum(run["outcome"] == "success" for run in runs))


# MARK: Pictures

def hours_picture(phone, worlds, path):
    """Draws a bar for each hour of the day: its share of all work that can wait."""
    rows = [
        ("iOS: backup, analysis, indexing, updates, diagnostics", "#34506f", by_hour(phone.of(sum(GROUPS.values(), [])))),
        ("Rubato: processing, submitted at 00:00", "#2fa383", by_hour(worlds["00:00"][0]["processing"])),
        ("Rubato: processing, submitted at 12:00", "#e0a31f", by_hour(worlds["12:00"][0]["processing"])),
        ("the phone had external power", "#9aa3ae", power_by_hour(phone)),
    ]
    height, width, left = 92, 760, 8
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height * len(rows) + 30}" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height * len(rows) + 30}" fill="#ffffff"/>',
        f'<rect x="{left}" width="{6 * 31}" height="{height * len(rows) + 6}" fill="#eef1f5"/>']
    for place, (name, colour, shares) in enumerate(rows):
        bottom = height * (place + 1)
        parts.append(f'<text x="{left + 4}" y="{bottom - 74}" fill="#1a1d24">{name}</text>')
        most = max(max(shares), 0.0001)
        for hour, share in enumerate(shares):
            size = share / most * 54
            parts.append(f'<rect x="{left + hour * 31 + 3}" y="{bottom - size:.1f}" width="25" height="{size:.1f}" fill="{colour}"/>')
            if share >= 0.005:
                parts.append(f'<text x="{left + hour * 31 + 15.5}" y="{bottom - size - 3:.1f}" text-anchor="middle" font-size="9" '
                             f'fill="#5c6470">{100 * share:.0f}</text>')
    for hour in range(0, 24, 3):
        parts.append(f'<text x="{left + hour * 31}" y="{height * len(rows) + 20}" fill="#5c6470">{hour:02}:00</text>')
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(parts + ["</svg>", ""]))


def by_hour(hours):
    whole = sum(hours.values()) or 1
    shares = [0.0] * 24
    for time, amount in hours.items():
        shares[hour_of(time)] += amount / whole
    return shares


def power_by_hour(phone):
    times = range(phone.begin, phone.end, HOUR)
    often = collections.Counter(hour_of(time) for time in times)
    shares = [0.0] * 24
    for time in times:
        shares[hour_of(time)] += min(1, phone.powered[time] / HOUR) / often[hour_of(time)]
    return shares


def report_picture(rubatoctl, traces, phone, path):
    """Takes a picture of the report of these days."""
    with tempfile.TemporaryDirectory() as directory:
        page_path = os.path.join(directory, "fortnight.html")
        subprocess.run(
            [rubatoctl, "simulate", "--trace", os.path.join(traces, "iphone16pm.jsonl"), "--refreshes-per-day", "48",
             "--report", page_path], check=True, stdout=subprocess.DEVNULL)
        print(f"the page has {os.path.getsize(page_path):,} bytes")
        browser = Browser()
        try:
            page = browser.page(1280, 800)
            page.open(page_path)
            page.evaluate(f"report.view.show({phone.begin} - report.story.from, {phone.end} - report.story.from)")
            page.evaluate("document.getElementById('timeline').scrollIntoView()")
            page.settle()
            page.screenshot(path)
        finally:
            browser.close()


def main(rubatoctl, traces, docs):
    phone = Phone(traces)
    worlds = {arrival: simulated(rubatoctl, traces, phone, arrival) for arrival in ARRIVALS}
    os.makedirs(os.path.join(docs, "images"), exist_ok=True)
    hours_picture(phone, worlds, os.path.join(docs, "images", "iphone-hours.svg"))
    covered = f"The log has {phone.hours} hours of {(phone.end - phone.begin) // HOUR}."
    lines = [covered, "", *phone_table(phone), "", *our_table(phone, worlds), "", nights_line(phone, worlds["00:00"][0]["processing"])]
    replace(os.path.join(docs, "decisions", "0028-iphone-fortnight.md"), lines)
    report_picture(rubatoctl, traces, phone, os.path.join(docs, "images", "iphone-fortnight.png"))


def replace(path, lines):
    with open(path, encoding="utf-8") as file:
        before, _, rest = file.read().partition("<!-- figures -->\n")
    _, _, after = rest.partition("<!-- end of figures -->")
    with open(path, "w", encoding="utf-8") as file:
        file.write(before + "<!-- figures -->\n" + "\n".join(lines) + "\n<!-- end of figures -->" + after)


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3])
