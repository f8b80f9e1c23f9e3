"""Tests the report of a simulation in a browser.

    report_test.py RUBATOCTL      makes reports with this program and tests them in a headless Chromium
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import traces
from browser import Browser

RUBATOCTL = "rubatoctl"
SHIFT, CONTROL = 8, 2


MISBEHAVING = os.path.join(os.path.dirname(os.path.abspath(__file__)), "misbehaving.yaml")


def simulate(*arguments):
    return subprocess.run([RUBATOCTL, "simulate", *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout


class ReportTest(unittest.TestCase):
    """All tests use the same browser and reports: of an invented trace, and of a scenario with failing runs. Each test
    opens the page again."""

    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.mkdtemp(prefix="rubato-report-")
        cls.names = traces.write(cls.path("phone.jsonl"))
        simulate("--trace", cls.path("phone.jsonl"), "--runs", cls.path("runs.jsonl"), "--report", cls.path("report.html"))
        with open(cls.path("runs.jsonl"), encoding="utf-8") as file:
            cls.runs = [json.loads(line) for line in file]
        cls.figures = json.loads(simulate(MISBEHAVING, "--json", "--report", cls.path("misbehaving.html")))
        subprocess.run(
            [RUBATOCTL, "simulate", MISBEHAVING, "--population", "30", "--days", "1", "--report", cls.path("population.html")],
            check=True, stdout=subprocess.DEVNULL)
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        shutil.rmtree(cls.directory)

    @classmethod
    def path(cls, name):
        return os.path.join(cls.directory, name)

    def setUp(self):
        self.page = self.browser.page(1280, 900)
        self.page.open(self.path("report.html"))

    def tearDown(self):
        self.assertEqual(self.complaints(), [])
        self.page.close()

    # Messages of the browser

    def complaints(self):
        # These tests read pixels of the picture, which the page itself does not do. The browser's message about this is
        # ignored.
        thrown = [
            event for event in self.page.seen("Runtime.exceptionThrown", "Log.entryAdded")
            if "willReadFrequently" not in event.get("entry", {}).get("text", "")
        ]
        said = [call for call in self.page.seen("Runtime.consoleAPICalled") if call["type"] in ("error", "warning", "assert")]
        return thrown + said

    def fetched(self):
        """Returns the requests that the policy of the page did not block."""
        held = {event["requestId"] for event in self.page.seen("Network.loadingFailed") if event.get("blockedReason") == "csp"}
        return [
            event["request"]["url"] for event in self.page.seen("Network.requestWillBeSent") if event["requestId"] not in held]

    def value(self, expression):
        return self.page.evaluate(expression)

    def centre_of(self, row, run):
        """Scrolls a run's mark into view; returns its position `(x, y)` in the window."""
        self.value(f"report.picture.rows[{row}].node.scrollIntoView({{block: 'center'}})")
        self.page.settle()
        place = self.value(f"report.picture.placeOf(report.picture.rows[{row}], report.picture.rows[{row}].runs[{run}])")
        return place["x"], place["y"]

    def seconds_shown(self):
        return self.value("report.view.to - report.view.from")

    # MARK: Safety

    def test_nothing_is_fetched_but_the_page(self):
        self.value("scrollTo(0, 1e6)")
        self.page.settle()
        self.assertEqual(self.fetched(), ["file://" + self.path("report.html")])

    def test_the_policy_forbids_what_is_not_the_pages_own(self):
        self.value("(() => { const s = document.createElement('script'); s.textContent = 'window.broken = 1';"
                   " document.body.append(s); })()")
        self.value("fetch('https://example.org/').catch(() => 0)")
        self.value("new Promise((done) => { const i = new Image(); i.onload = i.onerror = done; i.src = 'https://example.org/i.png';"
                   " document.body.append(i); })")
        self.assertIsNone(self.value("window.broken"))
        violations = [entry["entry"]["text"] for entry in self.page.seen("Log.entryAdded")]
        for directive in ("script-src", "connect-src", "img-src"):
            self.assertTrue(any("Content Security Policy" in text and directive in text for text in violations), directive)
        self.page.forget("Log.entryAdded")
        self.assertEqual(self.fetched(), ["file://" + self.path("report.html")])

    def test_hostile_names_are_text(self):
        self.assertEqual(self.value("document.title"), "phone")
        self.assertEqual(self.value("document.images.length + document.querySelectorAll('bdi *').length"), 0)
        shown = self.value("[...document.querySelectorAll('.app-name')].map((node) => node.textContent)")
        hidden = re.compile("[\u2028-\u202e\u2060-\u2069\u200b-\u200f]")
        for name in self.names:
            self.assertIn(hidden.sub("\ufffd", name), shown)

    # MARK: Contents

    def test_the_picture_and_the_table_have_every_run(self):
        self.assertGreater(len(self.runs), 50)
        self.assertEqual(self.value("report.story.runs.length"), len(self.runs))
        drawn = self.value("report.picture.rows.flatMap((row) => row.runs).map((run) => run.number).sort((a, b) => a - b)")
        self.assertEqual(drawn, sorted(run["run"] for run in self.runs))
        self.value("(() => { while (!report.list.more.hidden) report.list.more.click(); })()")
        self.assertEqual(self.value("document.querySelectorAll('#list tbody tr').length"), len(self.runs))

    def test_runs_are_what_they_were(self):
        shown = self.value("report.story.runs.map((run) => [run.number, report.story.from + run.start,"
                           " report.story.from + run.end, run.outcome.code, run.task.name])")
        shown = {number: rest for number, *rest in shown}
        for run in self.runs:
            start, end, outcome, task = shown[run["run"]]
            self.assertAlmostEqual(start, run["t"], delta=0.11)
            self.assertAlmostEqual(end, run["end"], delta=0.11)
            self.assertEqual(outcome, {"success": "completed"}.get(run["outcome"], run["outcome"]))
            self.assertEqual(task, run["id"])

    def dots(self, part, x, y, count=1):
        """Returns the colours, as `#rrggbb`, of `count` dots of a part of the picture, from a point of the window."""
        return self.value(f"""(() => {{
          const {{canvas}} = {part}, box = canvas.getBoundingClientRect();
          const scale = canvas.width / box.width;
          const {{data}} = canvas.getContext('2d').getImageData(({x} - box.left) * scale, ({y} - box.top) * scale, {count}, 1);
          return Array.from({{length: {count}}}, (_, dot) => '#' + [...data.slice(dot * 4, dot * 4 + 3)]
            .map((part) => part.toString(16).padStart(2, '0')).join(''));
        }})()""")

    def test_marks_are_painted_where_they_belong(self):
        # Zoomed out, the mark of a later run can cover it.
        self.value("(({start, end}) => report.view.show(start - 120, end + 120))(report.picture.rows[0].runs[0])")
        self.page.settle()
        [dot] = self.dots("report.picture.rows[0]", *self.centre_of(0, 0))
        look = self.value("report.palette.colour({completed: 'completed', expired: 'expired'}"
                          "[report.picture.rows[0].runs[0].outcome.mark])")
        self.assertEqual(dot, look)

    def test_every_run_was_permitted_by_its_decision(self):
        decisions = self.value("[...new Set(report.story.runs.map((run) => report.decision(run.decision).decision))]")
        self.assertTrue(set(decisions) <= {"canProceed", "mustProceed", "absolutelyMustProceed"}, decisions)

    def test_every_wait_has_its_words_in_the_legend(self):
        legend = self.value("document.getElementById('legend').textContent")
        reasons = self.value("[...new Set(report.story.tasks.flatMap((task) => [...task.waits.value])"
                             ".flatMap((set) => report.story.reasonSets[set]))].map((reason) => report.story.reasons[reason].words)")
        self.assertGreater(len(reasons), 2)
        for words in reasons:
            self.assertIn(words, legend)

    def test_looks_of_reasons_differ_by_more_than_colour(self):
        twins = self.value("""(() => {
          const looks = report.story.reasons.map((reason) => report.look(reason.code));
          const seen = looks.map((look) => `${look.colour} ${look.pattern}`);
          return seen.filter((look, index) => seen.indexOf(look) !== index);
        })()""")
        self.assertEqual(twins, [])

    def test_ages_are_weighed_by_time(self):
        self.assertAlmostEqual(self.value("report.ageQuantile([10], 0.5)"), 5)
        self.assertAlmostEqual(self.value("report.ageQuantile([10, 30], 0.5)"), 10)
        self.assertAlmostEqual(self.value("report.ageQuantile([10, 30], 0.95)"), 28)
        gaps = self.value("report.successGaps(report.story, report.story.tasks.find((task) => task.name === 'nightly'))")
        ends = sorted(run["end"] for run in self.runs if run["id"] == "nightly" and run["outcome"] == "success")
        self.assertEqual(len(gaps), len(ends) + 1)
        for gap, (before, after) in zip(gaps[1:], zip(ends, ends[1:])):
            self.assertAlmostEqual(gap, after - before, delta=0.3)

    def test_a_task_can_have_any_number_of_runs(self):
        row = self.value("""(() => {
          const run = report.story.runs.find((run) => run.outcome.mark === 'completed');
          const runs = Array.from({length: 200000}, (_, index) => ({...run, start: index, end: index + 1}));
          return report.taskRow(report.story, {...run.task, runs});
        })()""")
        self.assertEqual(row[2:4], [200000, 200000])

    # MARK: Failures

    def expect_mark(self, mark):
        """Checks the mark of a run with this outcome in picture, legend and card; returns row and number."""
        row, run = self.value(f"""(() => {{
          const of = (row) => row.runs.findIndex((run) => (run.killed ? 'killed' : run.outcome.mark) === '{mark}');
          const row = report.picture.rows.findIndex((row) => of(row) >= 0);
          const run = report.picture.rows[row].runs[of(report.picture.rows[row])];
          report.view.show(run.start - 120, run.end + 120);
          return [row, of(report.picture.rows[row])];
        }})()""")
        self.page.settle()
        x, y = self.centre_of(row, run)
        self.assertEqual(self.dots(f"report.picture.rows[{row}]", x, y), [self.value(f"report.palette.colour('{mark}')")])
        self.page.click(x, y)
        words = self.value(f"report.picture.rows[{row}].runs[{run}].outcome.words")
        self.assertIn(words, self.value("document.querySelector('#card .outcome').textContent").lower())
        self.assertIn(mark, self.value("document.getElementById('legend').textContent"))
        self.page.press("Escape")
        return row, run

    def test_kills_failures_and_heat_have_their_marks(self):
        for dark in (False, True):
            self.page.set_dark(dark)
            self.page.open(self.path("misbehaving.html"))
            for mark in ("killed", "failed"):
                self.expect_mark(mark)
            row, run = self.expect_mark("expired")
            stopped = f"report.picture.rows[{row}].runs[{run}]"
            self.assertEqual(self.value(f"{stopped}.stopReason"), "too warm")
            self.assertIn("heat serious", self.value(f"report.picture.device.words({stopped}.end + 1)"))
            self.assertNotIn("heat serious", self.value(f"report.picture.device.words({stopped}.start - 1)"))
            self.assertIn("heat: serious", self.value("document.getElementById('legend').textContent"))

    def test_changes_of_the_clocks_are_shown(self):
        self.assertNotIn("Clocks", self.value("document.querySelector('.device-names').textContent"))
        self.page.open(self.path("misbehaving.html"))
        self.assertIn("Clocks", self.value("document.querySelector('.device-names').textContent"))
        first, second = self.value("report.story.zones.map(([tick]) => tick * report.story.tick).filter((time) => time > 0)")
        words = [self.value(f"report.picture.device.words({at})") for at in (first - 60, first + 60, second + 60)]
        for said, zone in zip(words, ("UTC+1", "UTC−4", "UTC−3")):
            self.assertIn(f"clocks at {zone}", said)
        place = self.value(f"""(() => {{
          const {{device, view}} = report.picture, box = device.canvas.getBoundingClientRect();
          return [box.left + view.x({first}), box.top + device.clocksTop + 7];
        }})()""")
        ink = self.value("report.palette.colour('ink')")
        self.assertIn(ink, self.dots("report.picture.device", place[0] - 1, place[1], 3))
        # A day on which clocks are set back has five hours more.
        days = self.value("[...report.picture.top[1].words().querySelectorAll('.day')].map((label) => parseFloat(label.style.left))")
        widths = [right - left for left, right in zip(days, days[1:])]
        self.assertAlmostEqual(widths[1] / widths[0], 29 / 24, delta=0.01)

    def test_the_page_has_the_figures_that_the_terminal_has(self):
        self.page.open(self.path("misbehaving.html"))
        for task in self.figures["tasks"]:
            shown = self.value(f"""(() => {{
              const task = report.story.tasks.find((one) => report.story.apps[one.app].name === '{task["app"]}');
              const gaps = report.successGaps(report.story, task), {{ages, never}} = report.staleness(report.story, task);
              const lost = task.runs.reduce((sum, run) => sum + run.lost, 0);
              ages.sort((a, b) => a - b);
              return {{
                runs: task.runs.length, kills: task.runs.filter((run) => run.killed).length, opensWithoutSuccess: never,
                opens: ages.length + never, lostSeconds: lost, worst: Math.max(...gaps), median: report.ageQuantile(gaps, 0.5),
                atOpen: ages[Math.floor((ages.length - 1) / 2)]}};
            }})()""")
            for key in ("runs", "kills", "opens", "opensWithoutSuccess"):
                self.assertEqual(shown[key], task[key], f"{key} of {task['app']}")
            # Percentiles of the terminal are exact to one percent, times of the page to a tenth of a second.
            self.assertAlmostEqual(shown["lostSeconds"], task["lostSeconds"], delta=0.1 * task["runs"] + 1)
            self.assertAlmostEqual(shown["worst"], task["ageSeconds"]["worst"], delta=task["ageSeconds"]["worst"] / 100)
            self.assertAlmostEqual(shown["median"], task["ageSeconds"]["median"], delta=task["ageSeconds"]["median"] / 50)
            if task["ageAtOpenSeconds"]["median"] is not None:
                median = task["ageAtOpenSeconds"]["median"]
                self.assertAlmostEqual(shown["atOpen"], median, delta=median / 50, msg=task["app"])

    # MARK: Zoom

    def test_buttons_zoom_and_reset(self):
        whole = self.seconds_shown()
        self.value("document.querySelector('[aria-label=\"Zoom in\"]').click()")
        self.assertAlmostEqual(self.seconds_shown(), whole / 2, delta=1)
        self.value("document.querySelector('[aria-label=\"Show 6 h\"]').click()")
        self.page.settle()
        self.assertAlmostEqual(self.seconds_shown(), 6 * 3600, delta=1)
        words = self.value("document.getElementById('range').textContent")
        self.assertIn("(6 h)", words)
        self.value("document.querySelector('[aria-label=\"Show the whole span\"]').click()")
        self.assertAlmostEqual(self.seconds_shown(), whole, delta=1)

    def test_the_wheel_zooms_where_it_is(self):
        x, y = self.centre_of(1, 5)
        time = self.value(f"report.view.time({x} - report.picture.drawing.left)")
        whole = self.seconds_shown()
        self.page.wheel(x, y, -240, CONTROL)
        self.assertAlmostEqual(self.seconds_shown(), whole / 2, delta=whole / 50)
        # Exact to the dot under the pointer.
        dot = whole / self.value("report.view.width")
        self.assertAlmostEqual(self.value(f"report.view.time({x} - report.picture.drawing.left)"), time, delta=dot)

    def test_a_plain_wheel_over_the_rows_scrolls_the_page(self):
        x, y = self.centre_of(1, 5)
        whole = self.seconds_shown()
        self.page.wheel(x, y, 120)
        self.assertEqual(self.seconds_shown(), whole)

    def test_dragging_selects_and_shift_moves(self):
        x, y = self.centre_of(0, 0)
        left = self.value("report.picture.drawing.left")
        times = [self.value(f"report.view.time({at})") for at in (300, 500)]
        self.page.drag((left + 300, y), (left + 500, y))
        shown = self.value("[report.view.from, report.view.to]")
        for time, expected in zip(shown, times):
            self.assertAlmostEqual(time, expected, delta=1)
        self.page.drag((left + 500, y), (left + 400, y), SHIFT)
        moved = self.value("report.view.from")
        self.assertAlmostEqual(moved - shown[0], 100 / self.value("report.view.width") * (times[1] - times[0]), delta=60)
        self.assertAlmostEqual(self.seconds_shown(), times[1] - times[0], delta=1)

    def test_nothing_beyond_the_story_is_shown(self):
        self.value("report.view.move(-5)")
        self.assertEqual(self.value("report.view.from"), 0)
        self.value("report.view.zoom(0.001), report.view.move(1e6)")
        self.assertAlmostEqual(self.value("report.view.to"), self.value("report.story.length"), delta=0.001)

    # MARK: The decision behind a mark

    def expect_decision(self, run, selector):
        """Checks that the table in `selector` shows the decision of the run."""
        rows = self.value(f"[...document.querySelectorAll('{selector} .policies tbody tr')]"
                          ".map((row) => [...row.cells].map((cell) => cell.textContent))")
        decision = self.value(f"report.decision(report.story.runs.find((run) => run.number === {run}).decision)")
        self.assertGreater(len(rows), 3)
        self.assertEqual([row[0] for row in rows], [policy["name"] for policy in decision["policies"]])
        self.assertEqual([row[4] for row in rows], [policy["rationale"] for policy in decision["policies"]])
        for row, policy in zip(rows, decision["policies"]):
            self.assertAlmostEqual(float(row[2]), policy["score"], delta=0.0001)
            self.assertAlmostEqual(float(row[3]), policy["weight"], delta=0.0001)

    def test_a_click_holds_the_decision_until_escape(self):
        self.page.click(*self.centre_of(0, 3))
        run = self.value("report.picture.held.number")
        self.assertTrue(self.value("report.inspector.card.isHeld"))
        self.expect_decision(run, "#card")
        self.page.press("Escape")
        self.assertTrue(self.value("document.getElementById('card').hidden"))

    def test_pointing_shows_what_is_there(self):
        x, y = self.centre_of(0, 3)
        self.page.mouse("mouseMoved", x, y)
        self.page.settle()
        self.expect_decision(self.value("report.picture.held.number"), "#card")
        self.page.mouse("mouseMoved", 2, 2)
        self.page.settle()
        self.assertTrue(self.value("document.getElementById('card').hidden"))

    def test_keys_go_from_run_to_run_and_from_row_to_row(self):
        self.value("report.picture.rows[0].node.focus()")
        for key in ("Home", "ArrowRight", "ArrowRight"):
            self.page.press(key)
        self.assertTrue(self.value("report.picture.held === report.picture.rows[0].runs[2]"))
        self.assertTrue(self.value("document.getElementById('live').textContent").startswith("3 of "))
        self.page.press("Enter")
        self.expect_decision(self.value("report.picture.rows[0].runs[2].number"), "#card")
        self.page.press("ArrowDown")
        self.assertTrue(self.value("document.activeElement === report.picture.rows[1].node"))
        self.assertTrue(self.value("document.getElementById('card').hidden"))

    def test_keys_zoom_and_move(self):
        self.value("report.picture.rows[0].node.focus()")
        whole = self.seconds_shown()
        self.page.press("+")
        self.assertAlmostEqual(self.seconds_shown(), whole / 2, delta=1)
        before = self.value("report.view.from")
        self.page.press("]")
        self.assertGreater(self.value("report.view.from"), before)
        self.page.press("0")
        self.assertAlmostEqual(self.seconds_shown(), whole, delta=1)

    def test_the_table_shows_decisions_too(self):
        self.value("document.querySelector('#list tbody button').click()")
        first = min(self.runs, key=lambda run: (run["t"], run["run"]))
        self.expect_decision(first["run"], "#list .inner")

    def test_the_table_can_be_narrowed(self):
        self.value("(() => { const select = document.querySelector('#list select'); select.value = 'expired';"
                   " select.dispatchEvent(new Event('change')); })()")
        expired = [run for run in self.runs if run["outcome"] == "expired"]
        self.assertGreater(len(expired), 0)
        self.assertEqual(self.value("document.querySelectorAll('#list tbody tr').length"), min(100, len(expired)))

    def test_rows_can_be_searched(self):
        self.value("(() => { const find = document.getElementById('find'); find.value = 'app 2';"
                   " find.dispatchEvent(new Event('input')); })()")
        self.page.settle()
        self.assertEqual(self.value("report.picture.rows.map((row) => row.name)"), ["App 2"])

    # MARK: Many apps

    def test_two_hundred_apps_are_few_rows_until_they_are_asked_for(self):
        many = self.path("many.html")
        traces.multiply(self.path("report.html"), many, 23)
        self.page.open(many)
        self.assertEqual(self.value("report.story.apps.length"), 23 * len(self.names))
        self.assertEqual(self.value("report.picture.rows.length"), 25)
        runs = "report.picture.rows.reduce((sum, row) => sum + row.runs.length, 0)"
        self.assertEqual(self.value(runs), 23 * len(self.runs))
        self.value("document.querySelector('.more').click()")
        self.page.settle()
        self.assertGreater(self.value("report.picture.rows.length"), 200)
        self.assertEqual(self.value(runs), 23 * len(self.runs))
        painted = self.value("[...document.querySelectorAll('.row canvas')].filter((canvas) => canvas.width > 0).length")
        self.assertGreater(painted, 5)
        self.assertLess(painted, 60)

    # MARK: Populations

    def test_a_click_on_a_bar_shows_its_devices(self):
        self.page.open(self.path("population.html"))
        self.assertGreater(self.value("document.querySelectorAll('#kills svg a').length"), 0)
        shown = "[...document.querySelectorAll('.bins > section')].filter((bin) => bin.offsetHeight > 0).map((bin) => bin.id)"
        self.assertEqual(self.value(shown), [])
        for link in range(self.value("document.querySelectorAll('#kills svg a').length")):
            target = self.value(f"document.querySelectorAll('#kills svg a')[{link}].getAttribute('href').slice(1)")
            self.value(
                f"document.querySelectorAll('#kills svg a')[{link}].dispatchEvent(new MouseEvent('click', {{bubbles: true}}))")
            self.page.settle()
            self.assertEqual(self.value(shown), [target])
            self.assertRegex(self.value(f"document.querySelector('#{target} code').textContent"), r"^rubatoctl simulate .* --device \d+$")
        self.assertEqual(self.fetched()[-1].partition("#")[0], "file://" + self.path("population.html"))

    def test_a_page_of_a_population_fits_a_narrow_window(self):
        self.page.open(self.path("population.html"))
        self.page.send("Emulation.setDeviceMetricsOverride", width=400, height=800, deviceScaleFactor=1, mobile=False)
        self.page.settle()
        self.assertLessEqual(self.value("document.documentElement.scrollWidth"), 400)

    # MARK: Other media

    def test_dark_colours_are_used_where_they_are_wanted(self):
        brightness = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).reduce((a, b) => a + Number(b), 0)"
        light, mark = self.value(brightness), self.value("report.palette.colour('completed')")
        self.page.set_dark(True)
        self.page.settle()
        self.assertGreater(light, 600)
        self.assertLess(self.value(brightness), 150)
        self.assertNotEqual(self.value("report.palette.colour('completed')"), mark)

    def printed(self):
        """Returns the text of each printed page."""
        self.page.pdf(self.path("report.pdf"))
        text = subprocess.run(["pdftotext", "-layout", self.path("report.pdf"), "-"], check=True, capture_output=True, text=True).stdout
        return text.split("\f")[:-1]

    def test_the_hours_head_each_page_of_the_picture_and_the_tables_follow_it(self):
        self.value("document.querySelector('.tables details').open = false")
        pages = self.printed()
        last = next(number for number, text in enumerate(pages) if "Each task" in text)
        self.assertGreater(last, 0)
        for number, text in enumerate(pages[:last]):
            self.assertIn("Local time", text, f"page {number + 1}")
            self.assertRegex(text, r"Local time.*Mon 5 Jan.*Tue 6 Jan.*Thu 8 Jan")
        self.assertNotIn("Each task", pages[last].partition("App 3")[0] if "Local time" in pages[last] else "")
        self.assertIn("Main reason for waiting", pages[last])
        # The screen is unchanged.
        self.assertEqual(self.value("document.getElementById('tables').nextElementSibling.id"), "timeline")
        self.assertFalse(self.value("document.querySelector('.tables details').open"))
        self.assertEqual(self.value("document.querySelectorAll('.hours').length"), 0)

    def test_the_tables_fit_a_usual_window(self):
        self.page.open(self.path("misbehaving.html"))
        excess = self.value("(() => { const box = document.querySelector('.tables .scroll'); return box.scrollWidth - box.clientWidth; })()")
        self.assertLessEqual(excess, 0)

    def test_a_narrow_window_leaves_room_for_the_picture(self):
        self.page.send("Emulation.setDeviceMetricsOverride", width=400, height=800, deviceScaleFactor=1, mobile=False)
        self.page.settle()
        self.assertLessEqual(self.value("document.documentElement.scrollWidth"), 400)
        self.assertGreater(self.value("report.view.width"), 230)

    def test_paper_has_the_whole_span_and_the_legend(self):
        self.value("report.view.show(0, 3600)")
        text = "\n".join(self.printed())
        information = subprocess.run(["pdfinfo", self.path("report.pdf")], check=True, capture_output=True, text=True).stdout
        self.assertLessEqual(int(re.search(r"Pages:\s+(\d+)", information)[1]), 4)
        self.assertRegex(information, r"Page size:\s+84[12]\S* x 59[45]")
        for words in ("Reasons for waiting", "completed", "App 3", "(3 d 23 h)"):
            self.assertIn(words, text)
        self.assertNotIn("All runs", text)
        self.assertAlmostEqual(self.seconds_shown(), 3600, delta=1)

    def test_everything_has_a_name_for_those_who_do_not_see_it(self):
        self.page.send("Accessibility.enable")
        nodes = self.page.send("Accessibility.getFullAXTree")["nodes"]
        nameless = [
            node["role"]["value"] for node in nodes
            if not node.get("ignored") and node["role"]["value"] in ("button", "image", "application", "combobox", "searchbox", "table")
            and not node.get("name", {}).get("value")]
        self.assertEqual(nameless, [])


class PastTest(unittest.TestCase):
    """Tests the page of `rubatoctl report` with the past of a daemon that has a simulated clock."""

    def setUp(self):
        self.directory = tempfile.mkdtemp(prefix="rubato-past-")
        self.addCleanup(shutil.rmtree, self.directory, ignore_errors=True)
        self.socket = os.path.join(self.directory, "socket")
        self.daemon = subprocess.Popen(
            [os.path.join(os.path.dirname(RUBATOCTL), "rubatod"), "--simulate", "--state-directory",
             os.path.join(self.directory, "state"), "--socket", self.socket],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(self.daemon.wait)
        self.addCleanup(self.daemon.kill)
        self.addCleanup(self.daemon.stdout.close)
        self.assertTrue(self.daemon.stdout.readline().startswith("Listening on"))

    def rubatoctl(self, *arguments):
        command = [RUBATOCTL, *arguments, "--socket", self.socket]
        if "--" in arguments:
            command = [RUBATOCTL, "--socket", self.socket, *arguments]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout

    def test_the_page_has_the_past_of_the_daemon(self):
        self.rubatoctl("device", "set", "power=battery", "battery=60", "idle=yes")
        self.rubatoctl("submit", "--id", "nightly", "--requires", "power", "--", "true")
        self.rubatoctl("clock", "advance", "3h")
        self.rubatoctl("device", "set", "power=ac")
        self.rubatoctl("clock", "advance", "6h")
        page = os.path.join(self.directory, "week.html")
        self.rubatoctl("report", "--since", "2d", "-o", page)
        figures = json.loads(self.rubatoctl("report", "--since", "2d", "--json"))
        browser = Browser()
        self.addCleanup(browser.close)
        shown = browser.page(1280, 900)
        shown.open(page)
        self.assertEqual(shown.seen("Runtime.exceptionThrown", "Log.entryAdded"), [])
        self.assertEqual(shown.evaluate("report.story.tasks.map((task) => task.name)"), ["nightly"])
        self.assertEqual(shown.evaluate("report.story.runs.map((run) => run.outcome.code)"), ["completed"])
        self.assertEqual(shown.evaluate("report.story.gaps.size"), len(figures["gaps"]))
        waited = shown.evaluate("(() => { const {size, start, end} = report.story.tasks[0].waits; let sum = 0;"
                                " for (let i = 0; i < size; i += 1) sum += end[i] - start[i]; return sum; })()")
        self.assertGreaterEqual(waited, 3 * 3600 - 1)
        self.assertAlmostEqual(waited, figures["tasks"][0]["waitedSeconds"], delta=1)
        power = shown.evaluate("[...report.story.device.power.value].map((place) => report.story.strings[place])")
        self.assertEqual([text for text in power if text], ["battery", "ac"])
        shown.close()


if __name__ == "__main__":
    RUBATOCTL = os.path.abspath(sys.argv.pop(1))
    unittest.main()
