// A task's lane: its runs as marks, and under them a band with the reasons for which it waited.

const marksHeight = 16;
const waitsHeight = 11;
const laneHeight = marksHeight + waitsHeight + 5;

class Lane {
  /** The lane of one task, or of several tasks together. */
  constructor(story, tasks, name) {
    this.story = story;
    this.tasks = tasks;
    this.name = name;
    this.waits = tasks.map((task) => task.waits).filter((waits) => waits.size > 0);
    this.runs = tasks.flatMap((task) => task.runs);
    if (tasks.length > 1) this.runs.sort((a, b) => a.start - b.start || a.number - b.number);
    this.longest = this.runs.reduce((longest, run) => Math.max(longest, run.end - run.start), 0);
  }

  paint(pen, view, top, looks, held) {
    if (this.waits.length) {
      const columns = columnShares(
        this.waits, view, looks.length, (value) => this.story.reasonSets[value]);
      paintShares(pen, columns, top + marksHeight, waitsHeight, looks);
    }
    const seen = this.seen(view);
    for (const run of seen) this.paintLength(pen, view, run, top);
    for (const mark of markOrder) this.paintMarks(pen, view, seen.filter((run) => markOf(run) === mark), mark, top);
    if (held && seen.includes(held)) {
      paintMark(pen, markOf(held), this.markX(view, held), top + marksHeight / 2, 6);
      paintRing(pen, this.markX(view, held), top + marksHeight / 2);
    }
  }

  /** The index in `runs` of the first run that begins at `time` or later. */
  firstFrom(time) {
    let low = 0;
    let high = this.runs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.runs[middle].start >= time) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** The runs that overlap the visible part of the story. */
  seen(view, margin = 0) {
    const slack = margin / view.width * (view.to - view.from);
    const seen = [];
    for (let index = this.firstFrom(view.from - slack - this.longest); index < this.runs.length; index += 1) {
      const run = this.runs[index];
      if (run.start > view.to + slack) break;
      if (run.end >= view.from - slack) seen.push(run);
    }
    return seen;
  }

  /** The position of a run's mark: the end of a run that is drawn long enough, otherwise its middle. */
  markX(view, run) {
    const [left, right] = [view.x(run.start), view.x(run.end)];
    return right - left < 10 ? (left + right) / 2 : right;
  }

  paintLength(pen, view, run, top) {
    const [left, right] = [view.x(run.start), view.x(run.end)];
    if (right - left < 4) return;
    pen.context.fillStyle = pen.colour(markLooks[markOf(run)].colour);
    pen.context.fillRect(left, top + marksHeight / 2 - 2.5, right - left, 5);
  }

  /** Draws marks. Marks at the same point are drawn once. */
  paintMarks(pen, view, runs, mark, top) {
    let last = -Infinity;
    for (const run of runs) {
      const x = this.markX(view, run);
      if (x - last < 4) continue;
      paintMark(pen, mark, x, top + marksHeight / 2);
      last = x;
    }
  }

  /** The run whose mark or length is at `x`. */
  runAt(view, x) {
    let [nearest, distance] = [undefined, 9];
    for (const run of this.seen(view, 10)) {
      const isInside = view.x(run.start) <= x && x <= view.x(run.end);
      const away = isInside ? 1 : Math.abs(this.markX(view, run) - x);
      if (away < distance || (away === distance && markOrder.indexOf(markOf(run)) > markOrder.indexOf(markOf(nearest)))) {
        [nearest, distance] = [run, away];
      }
    }
    return nearest;
  }

  /** The number of runs at the place of a mark. */
  crowd(view, run) {
    const x = this.markX(view, run);
    return this.seen(view, 10).filter((other) => Math.abs(this.markX(view, other) - x) < 5).length;
  }

  /** The reasons for which a single task waited at a time. */
  waitAt(time) {
    if (this.tasks.length !== 1) return undefined;
    const [task] = this.tasks;
    const index = spellAt(task.waits, time);
    if (index < 0) return undefined;
    return {
      task, start: task.waits.start[index], end: task.waits.end[index],
      reasons: this.story.reasonSets[task.waits.value[index]].map((reason) => this.story.reasons[reason])};
  }
}
