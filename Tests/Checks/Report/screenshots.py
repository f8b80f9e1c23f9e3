"""Takes pictures of the report of an invented week for the documentation.

    screenshots.py RUBATOCTL DIRECTORY
"""

import os
import subprocess
import sys
import tempfile

import traces
from browser import Browser

NAMES = ["News", "Mail", "Messages", "Photos", "Podcasts", "Maps", "Chess", "Notes", "Weather", "Bank"]


def hold_last(page, mark):
    """Holds the card of the last run with this outcome, in the middle of a view of twelve hours."""
    page.evaluate("""((mark) => {
      const {picture, inspector, view} = report;
      const of = (row) => row.runs.filter((run) => run.outcome.mark === mark);
      const row = picture.rows.find((row) => of(row).length > 0) ?? picture.rows[0];
      const run = (of(row).length ? of(row) : row.runs).at(-1);
      view.show(run.start - 6 * 3600, run.start + 6 * 3600);
      row.node.scrollIntoView({block: 'center'});
      inspector.visit(row, run);
      inspector.holdMarked(row);
    })(%r)""" % mark)
    page.settle()


def main(rubatoctl, directory):
    os.makedirs(directory, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        trace, report = (os.path.join(temporary, name) for name in ("A week of a phone.jsonl", "report.html"))
        traces.write(trace, days=7, apps=len(NAMES), names=NAMES)
        subprocess.run([rubatoctl, "simulate", "--trace", trace, "--report", report], check=True, stdout=subprocess.DEVNULL)
        browser = Browser()
        try:
            page = browser.page(1280, 860)
            page.open(report)
            page.screenshot(os.path.join(directory, "report.png"))
            page.set_dark(True)
            page.evaluate("document.getElementById('timeline').scrollIntoView()")
            hold_last(page, "expired")
            page.screenshot(os.path.join(directory, "report-decision.png"))
        finally:
            browser.close()


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]), sys.argv[2])
