#!/usr/bin/env python3
"""compare.py RUBATOCTL [COUNT] [SEED]: compares `rubatoctl calendar` with `systemd-analyze calendar`.

Generates COUNT random calendar events (2,000) in nine time zones. Both programs compute twenty dates from times near
changes of clocks and ends of months. Compares the refused events and all dates. Prints each difference, and exits with
1 if there is one.

Known differences, which are only counted:
  spring   a date in the hour that clocks skip: rubatoctl uses the end of this hour, and systemd skips the day
  autumn   the start is in the hour that clocks repeat, and rubatoctl uses only its first occurrence
  systemd  errors of systemd 252: a range of one second such as 6..6 and some lists of days from the end of a month are
           refused, the first dates of a day are lost for some steps, such as 1/9:19, and some dates cannot be computed
"""
import concurrent.futures
import datetime
import json
import os
import random
import re
import subprocess
import sys
import zoneinfo

DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun", "monday", "Tuesday", "FRI", "sunday", "thu"]
WORDS = ["minutely", "hourly", "daily", "weekly", "monthly", "quarterly", "semiannually", "yearly", "annually"]
ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Sao_Paulo", "Asia/Kathmandu",
         "Pacific/Auckland", "Atlantic/Azores", "Africa/Cairo"]
STARTS = ["2026-03-28 12:00:00", "2026-10-24 12:00:00", "2026-03-07 22:00:00", "2026-10-31 22:00:00", "2026-04-04 12:00:00",
          "2026-10-03 12:00:00", "2026-02-01 00:00:00", "2028-02-28 10:00:00", "2026-12-31 23:59:30", "2026-03-29 00:59:59",
          "2026-10-25 00:30:00"]
COUNT = 20


class Maker:
    """Generates events that are often, but not always, valid."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def isOne(self, chance):
        return self.random.random() < chance

    def number(self, low, high):
        number = self.random.randint(low, high)
        return f"{number:02d}" if self.isOne(0.5) else str(number)

    def part(self, low, high):
        chance = self.random.random()
        if chance < 0.5:
            return self.number(low, high)
        first, last = self.random.randint(low, high), self.random.randint(low, high)
        if self.isOne(0.9):
            first, last = min(first, last), max(first, last)
        if chance < 0.7:
            return f"{first}..{last}"
        step = self.random.randint(0 if self.isOne(0.05) else 1, max(1, (high - low) // 2))
        return f"{first}/{step}" if chance < 0.9 else f"{first}..{last}/{step}"

    def field(self, low, high, any_chance=0.3):
        if self.isOne(any_chance):
            return "*"
        return ",".join(self.part(low, high) for _ in range(self.random.choice([1, 1, 1, 1, 2, 3])))

    def seconds(self):
        chance = self.random.random()
        if chance < 0.7:
            return self.field(0, 59)
        if chance < 0.85:
            return f"{self.random.randint(0, 59)}.{self.random.randint(0, 999999)}"
        return f"{self.random.randint(0, 59)}.{self.random.randint(0, 99)}/{self.random.randint(1, 30)}.{self.random.randint(0, 9)}"

    def weekdays(self):
        def one():
            if self.isOne(0.6):
                return self.random.choice(DAYS)
            return self.random.choice(DAYS[:7]) + self.random.choice(["..", "-"]) + self.random.choice(DAYS[:7])
        return ",".join(one() for _ in range(self.random.choice([1, 1, 2, 3])))

    def date(self):
        mark = "~" if self.isOne(0.25) else "-"
        text = self.field(1, 12, 0.6) + mark + self.field(1, 31, 0.05 if mark == "~" else 0.3)
        years = ["*", "*", "*", "*", "2026", "2027..2030", "2026/2", "26", "2028,2031", "2026..2040/3", "75"]
        return f"{self.random.choice(years)}-{text}" if self.isOne(0.8) else text

    def time(self):
        text = f"{self.field(0, 23)}:{self.field(0, 59, 0.2)}"
        return f"{text}:{self.seconds()}" if self.isOne(0.35) else text

    def event(self):
        if self.isOne(0.03):
            text = self.random.choice(WORDS)
        else:
            parts = [self.weekdays() if self.isOne(0.35) else "", self.date() if self.isOne(0.6) else "",
                     self.time() if self.isOne(0.75) else ""]
            text = " ".join(part for part in parts if part) or "daily"
        return f"{text} {self.random.choice(ZONES)}" if self.isOne(0.1) else text


def question(maker):
    zone, start = maker.random.choice(ZONES), maker.random.choice(STARTS)
    local = datetime.datetime.strptime(start, "%Y-%m-%d %H:%M:%S").replace(tzinfo=zoneinfo.ZoneInfo(zone))
    return zone, start, int(local.timestamp()), maker.event()


def environment(zone):
    return {**os.environ, "TZ": zone, "SYSTEMD_COLORS": "0", "LC_ALL": "C"}


def ask_systemd(question):
    """Returns the dates in seconds since 1970; None if the event is refused; [] on another error, or without dates."""
    zone, start, _, event = question
    answer = subprocess.run(["systemd-analyze", "calendar", "--base-time", start, f"--iterations={COUNT}", "--", event],
                            env=environment(zone), capture_output=True, text=True)
    if answer.returncode != 0:
        return None if "Failed to parse" in answer.stderr else "failed"
    lines = [line for line in answer.stdout.split("\n") if re.match(r"\s*\(in UTC\)", line)]
    if not lines:
        lines = [line for line in answer.stdout.split("\n") if re.match(r"\s*(Next elapse|Iter\. #\d+): \w", line) and "never" not in line]
    return [seconds(re.search(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) UTC", line).group(1)) for line in lines]


def seconds(text):
    return int(datetime.datetime.strptime(text, "%Y-%m-%d %H:%M:%S").replace(tzinfo=datetime.timezone.utc).timestamp())


def ask_rubato(question):
    zone, _, start, event = question
    after = datetime.datetime.fromtimestamp(start, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    answer = subprocess.run([sys.argv[1], "calendar", "--json", "--iterations", str(COUNT), "--after", after, "--", event],
                            env=environment(zone), capture_output=True, text=True)
    if answer.returncode != 0:
        return None
    return [seconds(date[:19].replace("T", " ")) for date in json.loads(answer.stdout)[0]["dates"]]


def offset(zone, moment):
    return datetime.datetime.fromtimestamp(moment, zone).utcoffset()


def judge(question, theirs, ours):
    """Returns "same", or the name of a known difference, or None."""
    zone, start, moment, event = question
    if ours == theirs:
        return "same"
    last = event.split()[-1]
    rules = zoneinfo.ZoneInfo(last if last in ZONES else zone)
    if theirs == "failed":
        return "systemd"
    if theirs is None:
        is_list = "~" in event and "," in event.split("~")[1].split()[0]
        is_second = re.search(r":\d+:[^ ]*\b(\d+)\.\.\1\b", event) or re.search(r":\*:[^ ]*\b(\d+)\.\.\1\b", event)
        return "systemd" if is_list or is_second else None
    if ours is None:
        return None
    if not theirs or not ours:
        return None
    kept = [date for date in ours if date in theirs or not offset(rules, date) > offset(rules, date - 1)]
    if kept == theirs[:len(kept)]:
        return "spring"
    # The start is in the repeated hour, or systemd has chosen the second of two equal local times.
    if any(offset(rules, moment - 1800 * n) > offset(rules, moment) for n in (1, 2)):
        return "autumn"
    if [clock(rules, date) for date in ours] == [clock(rules, date) for date in theirs]:
        return "autumn"
    missing = [date for date in ours if date not in theirs and date <= theirs[-1]]
    more = [date for date in theirs if date not in ours and date <= ours[-1]]
    day = {date: clock(rules, date)[:10] for date in ours}
    are_first = all(date in missing for last in missing for date in ours if day[date] == day[last] and date < last)
    return "systemd" if "/" in event and not more and are_first else None


def clock(rules, moment):
    return datetime.datetime.fromtimestamp(moment, rules).strftime("%Y-%m-%d %H:%M:%S")


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    maker = Maker(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    questions = [question(maker) for _ in range(count)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        theirs = list(pool.map(ask_systemd, questions))
        ours = list(pool.map(ask_rubato, questions))
    found = {}
    for asked, their, our in zip(questions, theirs, ours):
        name = judge(asked, their, our)
        found[name] = found.get(name, 0) + 1
        if name is None:
            print(f"{asked}\n  systemd {their}\n  rubato  {our}")
    valid = sum(1 for their in theirs if their is not None)
    known = ", ".join(f"{name} {number}" for name, number in sorted(found.items(), key=str) if name not in ("same", None))
    print(f"{count} events, {valid} valid, {COUNT} dates each: {found.get('same', 0)} the same; known: {known or 'none'};"
          f" different: {found.get(None, 0)}")
    sys.exit(1 if found.get(None) else 0)


main()
