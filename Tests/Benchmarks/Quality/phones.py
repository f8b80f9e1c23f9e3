#!/usr/bin/env python3
"""Invents people who open apps one after the other, and writes some weeks of each one's phone as a trace that
`rubatoctl simulate --trace` reads.

usage: phones.py DIRECTORY COUNT [SEED]

Unlike the people of people.py, these have sessions in which an app is followed by a related one, routines, apps of an
hour, a place or the weekend, apps that they begin or cease to use, and apps that they open once. No value here is from
a recording.
"""
import math
import random

from people import DAY, HOUR, START, write

CHARGERS = ["night", "night", "desk", "mostly", "short"]


def is_free(day):
    return day % 7 in (2, 3)


class App:
    """The frequency at which an app is opened, relative to others: by hour, place, day and phase."""

    def __init__(self, chance, rank, slope, days):
        self.popularity = 1 / (rank + 1) ** slope * chance.lognormvariate(0, 0.5)
        self.hours = chance.choices(["any", "one", "two", "work", "home"], [0.4, 0.2, 0.15, 0.1, 0.15])[0]
        self.peaks, self.width = (chance.uniform(6, 24), chance.uniform(6, 24)), chance.uniform(0.7, 3)
        self.weekend = chance.lognormvariate(0, 0.6)
        self.phase = chance.choice([None, None, None, "from", "until", "burst"])
        self.begins, self.lasts = chance.uniform(0, days), chance.uniform(2, 8)
        self.calls = (chance.random() < 0.15) * chance.expovariate(0.25)

    def near(self, hour, peak):
        return math.exp(-0.5 * (abs((hour - peak + 12) % 24 - 12) / self.width) ** 2)

    def weight(self, day, hour, place):
        weight = self.popularity * (self.weekend if is_free(day) else 1)
        if self.hours == "one":
            weight *= 0.15 + 3 * self.near(hour, self.peaks[0])
        elif self.hours == "two":
            weight *= 0.15 + 2 * self.near(hour, self.peaks[0]) + 2 * self.near(hour, self.peaks[1])
        elif self.hours != "any":
            weight *= (3 if self.hours == "work" else 2) if place == self.hours else 0.2
        if self.phase == "from" and day < self.begins:
            return 0
        if self.phase == "until" and day > self.begins:
            return 0.02 * weight
        if self.phase == "burst":
            return weight * (4 if self.begins <= day <= self.begins + self.lasts else 0.05)
        return weight


class Person:
    def __init__(self, seed):
        chance = self.random = random.Random(seed)
        self.days = chance.choice([21, 28, 35])
        count, slope = max(4, int(chance.lognormvariate(3.2, 0.35))), chance.uniform(1.1, 1.9)
        self.apps = [App(chance, rank, slope, self.days) for rank in range(count)]
        self.sessions = chance.lognormvariate(3.4, 0.5)
        self.wakes, self.sleeps = chance.gauss(7.2, 0.9), chance.gauss(23.4, 1.0)
        # The probability of another app in the session, and the probability that it is one that usually follows.
        self.goes_on, self.follows = chance.uniform(0.3, 0.65), chance.uniform(0.2, 0.7)
        self.followers = [self.usual_followers() for _ in self.apps]
        self.routines = [self.routine() for _ in range(chance.choice([0, 1, 1, 2, 3]))]
        self.charger, self.regular = chance.choice(CHARGERS), chance.uniform(0.1, 1.0)
        self.works = chance.random() < 0.7
        self.events = []

    def usual_followers(self):
        found = self.random.sample(range(len(self.apps)), 4)
        return found, [self.apps[app].popularity ** 0.5 * self.random.expovariate(1) for app in found]

    def routine(self):
        chance = self.random
        hour = chance.choice([self.wakes + 0.1, 12.3, 18.0, self.sleeps - 0.5, chance.uniform(8, 22)])
        apps = [chance.randrange(len(self.apps)) for _ in range(chance.choice([1, 2, 3]))]
        return hour, chance.uniform(0.05, 0.5), apps, chance.uniform(0.4, 0.95), chance.random() < 0.4

    def session_times(self, day, wakes, sleeps):
        """Returns the hours of a day's sessions, and the first apps of the sessions that begin with certain apps."""
        chance, times = self.random, []
        left = int(chance.gauss(self.sessions, self.sessions ** 0.5 * 1.5))
        while left > 0:
            hour = chance.uniform(wakes, sleeps) if chance.random() < 0.6 else wakes + (sleeps - wakes) * chance.betavariate(2, 1.3)
            together = min(left, 1 + int(chance.expovariate(0.7)))
            for _ in range(together):
                times.append((hour, None))
                hour += chance.lognormvariate(-2.2, 0.9)
            left -= together
        for hour, spread, apps, likely, on_weekdays in self.routines:
            if chance.random() < likely and not (on_weekdays and is_free(day)):
                times.append((hour + chance.gauss(0, spread), apps))
        for number, app in enumerate(self.apps):
            for _ in range(int(app.calls) + (chance.random() < app.calls % 1)):
                times.append((chance.uniform(wakes, sleeps), [number]))
        if chance.random() < 0.15:
            times.append((sleeps + chance.uniform(1, 5), None))
        return sorted(times, key=lambda time: time[0])

    def session(self, begin, first, weights):
        """Returns the opens of a session, and its end."""
        chance, apps = self.random, range(len(self.apps))
        row = list(first) if first else chance.choices(apps, weights)
        while chance.random() < self.goes_on and len(row) < 12:
            followers, likely = self.followers[row[-1]]
            likely = [weight * (weights[app] > 0) + 1e-9 for app, weight in zip(followers, likely)]
            row += chance.choices(followers, likely) if chance.random() < self.follows else chance.choices(apps, weights)
        opens, time = [], begin + chance.lognormvariate(1.3, 0.7)
        for app in row:
            opens.append((time, app))
            time += chance.lognormvariate(3.6, 1.2)
        return opens, min(time, begin + 3 * HOUR)

    def place(self, day, hour, work):
        if not self.works or is_free(day):
            return "home" if (int(hour) + day) % 5 else "away"
        if work[0] < hour < work[1]:
            return "work"
        return "away" if work[0] - 0.7 < hour < work[1] + 0.7 else "home"

    def live(self):
        chance, last, network = self.random, 0, None
        for day in range(self.days):
            midnight, free = START + day * DAY, is_free(day)
            wakes = self.wakes + free * chance.uniform(0, 2) + chance.gauss(0, 0.4 * self.regular)
            sleeps = self.sleeps + free * chance.uniform(0, 1.5) + chance.gauss(0, 0.6 * self.regular)
            work = 8.8 + chance.gauss(0, 0.25), 17.2 + chance.gauss(0, 0.5)
            for hour, first in self.session_times(day, wakes, sleeps):
                place = self.place(day, hour, work)
                weights = [app.weight(day, hour % 24, place) for app in self.apps]
                begin = midnight + hour * HOUR
                opens, end = self.session(begin, first, weights)
                if begin < last + 2:
                    continue
                last, now = end, "wwan" if place == "away" else "wifi"
                if now != network:
                    network = now
                    self.add(begin - 60, ev="network", net=network)
                self.add(begin, ev="screen", on=True, locked=False)
                for time, app in opens:
                    if time < end:
                        self.add(time, ev="open", app="app%d" % app)
                self.add(end, ev="screen", on=False, locked=True)
            self.charge(day)
        self.open_once()

    def charge(self, day):
        chance, midnight = self.random, START + day * DAY
        spans = []
        if self.charger != "short":
            spans.append((self.sleeps + chance.gauss(0, 0.5), 24 + self.wakes + chance.gauss(0.3, 0.3)))
        if self.charger in ("desk", "mostly") and not is_free(day):
            spans.append((9 + chance.gauss(0, 0.2), 17 + chance.gauss(0, 0.5)))
        if self.charger == "short":
            for _ in range(3):
                begin = chance.uniform(self.wakes, self.sleeps)
                spans.append((begin, begin + chance.expovariate(1.5)))
        for begin, end in spans:
            self.add(midnight + begin * HOUR, ev="charging", on=True)
            self.add(midnight + end * HOUR, ev="charging", on=False)

    def open_once(self):
        for number in range(self.random.choice([2, 3, 5])):
            time = START + self.random.uniform(1, self.days - 1) * DAY
            self.add(time, ev="open", app="once%d" % number)
            if self.random.random() < 0.3:
                self.add(time + self.random.expovariate(1 / (3 * DAY)), ev="open", app="once%d" % number)

    def add(self, time, **event):
        self.events.append((time, event))

    def trace(self):
        kept = [pair for pair in self.events if START <= pair[0] < START + self.days * DAY]
        return [{"t": round(time, 1), **event} for time, event in sorted(kept, key=lambda pair: pair[0])]


if __name__ == "__main__":
    write(Person)
