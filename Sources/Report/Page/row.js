// An app's row: when it was open, and a lane for each of its tasks.

const opensHeight = 11;

class Row {
  /** `group`: `{name, note, opens: [spells], lanes: [Lane], names: [app names]}`. */
  constructor(view, palette, looks, group) {
    Object.assign(this, group);
    this.view = view;
    this.looks = looks;
    this.canvas = element('canvas', {'aria-hidden': 'true'});
    this.pen = new Pen(this.canvas, palette);
    this.node = element(
      'div', {class: 'line row', role: 'application', 'aria-roledescription': 'timeline row', tabindex: -1,
        'aria-label': this.summary},
      this.label(), element('div', {class: 'draw'}, this.canvas));
    this.node.row = this;
    this.isSeen = false;
  }

  get opensTop() {
    return this.opens.length ? opensHeight : 2;
  }

  get height() {
    return this.opensTop + this.lanes.length * laneHeight + 4;
  }

  get runs() {
    return this.lanes.length === 1 ? this.lanes[0].runs
      : this.lanes.flatMap((lane) => lane.runs).sort((a, b) => a.start - b.start || a.number - b.number);
  }

  get openCount() {
    return this.opens.reduce((sum, spells) => sum + spells.size, 0);
  }

  get summary() {
    const {runs} = this;
    const bad = ['expired', 'killed', 'failed'].map((mark) => [mark, runs.filter((run) => markOf(run) === mark).length]);
    const words = bad.filter(([, number]) => number > 0).map(([mark, number]) => `${number} ${mark}`);
    const opens = this.opens.length ? `opened ${count(this.openCount, 'time')}, ` : '';
    return `${visible(this.name)}: ${opens}${count(runs.length, 'run')}${words.length ? `, of them ${enumerated(words)}` : ''}`;
  }

  label() {
    const lanes = this.lanes.map((lane) => element('span', {class: 'lane-name', title: visible(lane.name)}, named(lane.name)));
    const name = element('span', {class: 'app-name', title: visible(this.name)}, named(this.name));
    const hasOne = this.lanes.length === 1 && !this.opens.length;
    const style = hasOne ? 'name alone' : 'name';
    return element('div', {class: style}, name, hasOne ? [] : lanes, this.more);
  }

  paint(density, held) {
    this.node.style.height = `${this.height}px`;
    this.pen.begin(this.view.width, this.height, density);
    paintWeekends(this.pen, this.view, this.height);
    paintGaps(this.pen, this.view, this.height);
    paintGrid(this.pen, this.view, this.height, false);
    for (const spells of this.opens) this.paintOpens(spells);
    this.lanes.forEach((lane, index) => {
      lane.paint(this.pen, this.view, this.opensTop + index * laneHeight, this.looks, held);
    });
  }

  paintOpens(spells) {
    this.pen.context.fillStyle = this.pen.colour('open');
    for (let index = firstBehind(spells, this.view.from); index < spells.size; index += 1) {
      if (spells.start[index] >= this.view.to) break;
      const left = this.view.x(spells.start[index]);
      const width = Math.max(1.6, this.view.x(spells.end[index]) - left);
      this.pen.context.fillRect(left, 2, width, opensHeight - 4);
    }
  }

  /** What is drawn at a point: a run, a wait or a visit. */
  at(x, y) {
    const time = this.view.time(x);
    const index = Math.floor((y - this.opensTop) / laneHeight);
    const lane = this.lanes[index];
    if (!lane) return this.openAt(time);
    const run = lane.runAt(this.view, x);
    const isOnMarks = y - this.opensTop - index * laneHeight < marksHeight;
    if (run && isOnMarks) return {run, lane};
    const wait = lane.waitAt(time);
    return wait ? {wait, lane} : undefined;
  }

  openAt(time) {
    const slack = (this.view.to - this.view.from) / this.view.width * 3;
    for (const spells of this.opens) {
      const index = firstBehind(spells, time - slack);
      if (index < spells.size && spells.start[index] <= time + slack) {
        return {open: {start: spells.start[index], end: spells.end[index]}};
      }
    }
    return undefined;
  }

  /** The run before or after `run` in this row; the first seen where there is none. */
  neighbour(run, step) {
    const {runs} = this;
    const index = runs.indexOf(run);
    if (index >= 0) return runs[index + step];
    const from = runs.findIndex((other) => other.start >= this.view.from);
    return step > 0 ? runs[from < 0 ? runs.length - 1 : from] : runs[(from < 0 ? runs.length : from) - 1];
  }
}
