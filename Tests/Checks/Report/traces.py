"""An invented trace of a phone, with hostile names that try to add markup to the page."""

import json
import random
import re

DAY = 86400
START = 1767571200  # Monday 5 January 2026
HOSTILE = [
    "</script><script>document.title='broken'</script>",
    "\"><img src=x onerror=\"document.title='broken'\">",
    "'; document.title='broken'; //",
    "\u202eevil\u2066 \u2028 line",
    "{{story}} ${1} \\u003c <!--",
    "日本語 مرحبا 👩‍👩‍👧",
]


def write(path, days=4, apps=9, seed=1, names=None):
    """Writes a trace in which the user opens `apps` apps, the first of them most often; returns their names."""
    chance = random.Random(seed)
    names = names or HOSTILE + [f"App {number}" for number in range(1, max(1, apps - len(HOSTILE)) + 1)]
    events = []
    for day in range(days):
        events += _device(START + day * DAY, chance) + _user(START + day * DAY, names[:apps], chance)
    with open(path, "w", encoding="utf-8") as file:
        for event in sorted(events, key=lambda event: event["t"]):
            file.write(json.dumps(event) + "\n")
    return names[:apps]


def _device(midnight, chance):
    """Returns a night on a charger with a loose contact, which begins late, and a commute."""
    events = []
    for hour in range(24):
        level = min(100, 40 + hour * 10) if hour < 7 else max(8, 100 - (hour - 7) * 5)
        events.append({"t": midnight + hour * 3600, "ev": "battery", "level": level})
    plugged = midnight + chance.randint(300, 1800)
    cut = midnight + 3 * 3600 + chance.randint(0, 60)
    plug = [(plugged, True), (cut, False), (cut + 70, True), (midnight + 7 * 3600, False)]
    if midnight % (2 * DAY) == START % (2 * DAY):
        # During the work of the night, which begins when power has been available for a minute.
        plug += [(plugged + 200, False), (plugged + 270, True)]
    for at, is_on in plug:
        events.append({"t": at, "ev": "charging", "on": is_on})
    for hour, network in [(8, "wwan"), (9, "wifi"), (17, "none"), (17.2, "wwan"), (18, "wifi")]:
        events.append({"t": midnight + hour * 3600, "ev": "network", "net": network})
    return events


def _user(midnight, names, chance):
    events = []
    for place, name in enumerate(names):
        for _ in range(max(1, 7 - place)):
            at = midnight + int(chance.uniform(7, 23) * 3600)
            length = chance.randint(20, 400)
            events += [
                {"t": at, "ev": "screen", "on": True, "locked": False},
                {"t": at + 2, "ev": "open", "app": name},
                {"t": at + 2 + length, "ev": "close", "app": name},
                {"t": at + 5 + length, "ev": "screen", "on": False, "locked": True},
            ]
    return events


def multiply(page, larger, times):
    """Writes the page again with `times` as many apps, each with the tasks of the copied one."""
    with open(page, encoding="utf-8") as file:
        text = file.read()
    match = re.search(r'(<script type="application/json" id="story">)(.*?)(</script>)', text, re.DOTALL)
    story = json.loads(match[2])
    apps, tasks = story["apps"], story["tasks"]
    for copy in range(1, times):
        story["apps"] = story["apps"] + [{**app, "name": f"{app['name']} {copy}"} for app in apps]
        story["tasks"] = story["tasks"] + [
            {**task, "app": task["app"] + copy * len(apps) if task["app"] >= 0 else -1} for task in tasks]
    packed = json.dumps(story).replace("<", "\\u003c")
    with open(larger, "w", encoding="utf-8") as file:
        file.write(text[:match.start(2)] + packed + text[match.end(2):])
