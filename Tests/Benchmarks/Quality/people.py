#!/usr/bin/env python3
"""Invents people, and writes three weeks of each one's phone as a trace that `rubatoctl simulate --trace` reads.

usage: people.py DIRECTORY COUNT [SEED]

They differ in the times of their sleep, the way they charge, the frequency and the bursts of their use, and whether
they wake at night. No value here is from a recording, and no part of Rubato that decides uses values from here.
"""
import json
import pathlib
import random
import sys

HOUR, DAY = 3600, 86400
DAYS = 21
START = 1767225600  # Thursday, the first of January 2026
APPS = ["app%d" % number for number in range(10)]
POPULARITY = [1 / (place + 1) for place in range(10)]

# Types of charging: at night; at the desk; often and briefly; at night, with sleep by day; every other day for an hour
# or two.
CHARGERS = {"night": 0.5, "desk": 0.15, "short": 0.2, "shift": 0.1, "rarely": 0.05}
FORGOTTEN = {"desk": 0.5, "short": 0.8}
BY_DAY = {"night": 0.7, "desk": 1, "short": 4, "shift": 0.8, "rarely": 0.2}


class Person:
    def __init__(self, seed):
        self.random = random.Random(seed)
        chance = self.random
        self.charger = chance.choices(list(CHARGERS), CHARGERS.values())[0]
        shift = 12 if self.charger == "shift" else 0
        self.wakes = shift + chance.gauss(7.2, 1.0)
        self.sleeps = shift + chance.gauss(23.2, 1.2)
        self.forgets = FORGOTTEN.get(self.charger) or chance.choice([0.02, 0.05, 0.15, 0.3])
        self.nightly_uses = chance.choice([0, 0, 0.3, 1, 2.5])
        self.charges_by_day = BY_DAY[self.charger] * chance.lognormvariate(0, 0.4)
        self.sessions = chance.lognormvariate(3.5, 0.6)
        self.bursts = chance.choice([[1], [1, 1, 2], [1, 1, 2, 4]])
        self.charges, self.uses = [], []

    def times(self, mean):
        return int(mean) + (self.random.random() < mean % 1)

    def live(self):
        for day in range(DAYS + 1):
            self.spend(START + day * DAY, day)

    def spend(self, midnight, day):
        chance, free = self.random, day % 7 in (2, 3)
        wakes = midnight + (self.wakes + free * chance.uniform(0.5, 2)) * HOUR + chance.gauss(0, 25 * 60)
        sleeps = midnight + (self.sleeps + free * chance.uniform(0, 1.5)) * HOUR + chance.gauss(0, 35 * 60)
        self.charge(midnight, day, wakes, sleeps, free)
        for _ in range(max(0, int(chance.gauss(self.sessions, self.sessions ** 0.5)))):
            begin = wakes + (sleeps - wakes) * chance.betavariate(1.2, 1)
            for _ in range(chance.choice(self.bursts)):
                self.uses.append((begin, begin + chance.lognormvariate(4.3, 1.1)))
                begin += chance.lognormvariate(5.3, 0.8)
        self.uses.append((wakes, wakes + chance.uniform(60, 900)))
        self.uses.append((sleeps - chance.uniform(300, 3000), sleeps))
        for _ in range(self.times(self.nightly_uses)):
            begin = sleeps + chance.uniform(0, 7 * HOUR)
            self.uses.append((begin, begin + chance.uniform(20, 240)))

    def charge(self, midnight, day, wakes, sleeps, free):
        chance = self.random
        if self.charger != "rarely" and chance.random() >= self.forgets:
            begin = sleeps - chance.choice([0, 0, 0, 10, 40, 120]) * 60 - abs(chance.gauss(0, 480))
            self.charges.append((begin, wakes + DAY + chance.gauss(0, 1200) + chance.choice([0, 0, 5, 20, 60]) * 60))
        if self.charger == "rarely" and day % 2:
            begin = chance.uniform(wakes, sleeps)
            self.charges.append((begin, begin + chance.uniform(1, 3) * HOUR))
        if self.charger == "desk" and not free:
            begin = midnight + 9 * HOUR + chance.gauss(0, 1200)
            while begin < midnight + 17 * HOUR:
                length = chance.lognormvariate(4.2, 0.9) * 60
                self.charges.append((begin, begin + length))
                begin += length + chance.uniform(5, 90) * 60
        for _ in range(self.times(self.charges_by_day)):
            begin = chance.uniform(wakes, sleeps)
            self.charges.append((begin, begin + chance.lognormvariate(3, 1.1) * 60))
        # A plug with a loose contact.
        if chance.random() < 0.2:
            begin = chance.uniform(wakes, sleeps)
            for _ in range(chance.randrange(2, 8)):
                self.charges.append((begin, begin + chance.uniform(10, 120)))
                begin += chance.uniform(20, 300)

    def trace(self):
        """Returns a trace that begins at some hour of the first day, at which the program was installed."""
        first = START + self.random.uniform(8, 20) * HOUR
        events = [(first, {"ev": "battery", "level": 70}), (first, {"ev": "charging", "on": False}),
                  (first, {"ev": "screen", "on": False, "locked": True})]
        for begin, end in merged(self.charges):
            events += [(begin, {"ev": "charging", "on": True}), (end, {"ev": "charging", "on": False})]
        for begin, end in merged(self.uses):
            app = self.random.choices(APPS, POPULARITY)[0]
            events += [(begin, {"ev": "screen", "on": True, "locked": False}), (begin + 1, {"ev": "open", "app": app}),
                       (end, {"ev": "screen", "on": False, "locked": True})]
        kept = [(time, event) for time, event in events if first <= time < START + DAYS * DAY]
        return [{"t": round(time, 1), **event} for time, event in sorted(kept, key=lambda pair: pair[0])]


def merged(intervals):
    result = []
    for begin, end in sorted(intervals):
        if result and begin <= result[-1][1] + 5:
            result[-1][1] = max(result[-1][1], end)
        else:
            result.append([begin, end])
    return result


def write(imagine):
    """Writes the traces of the people that `imagine` creates from seeds, by the arguments of the command line."""
    directory, count = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    directory.mkdir(parents=True, exist_ok=True)
    for number in range(seed, seed + count):
        person = imagine(number)
        person.live()
        lines = [json.dumps(event) for event in person.trace()]
        (directory / ("%04d-%s.jsonl" % (number, person.charger))).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    write(Person)
