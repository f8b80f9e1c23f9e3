// An app's row: the times at which it was open, and a lane for each task.

const opensHeight = 11;
const processesHeight = 7;

class Row {
  /** `group`: `{name, note, opens: [spells], processes: [spells], awake: [spells], lanes: [Lane], names: [app names]}`. */
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

  get processesTop() {
    return this.opens.length ? opensHeight : 2;
  }

  get opensTop() {
    return this.processesTop + (this.processes.length ? processesHeight : 0);
  }

  get height() {
    return this.opensTop + this.lanes.length * laneHeight + 4;
  }

  get runs() {
    return this.lanes.length === 1 ? this.lanes[0].runs
      : this.lanes.flatMap((lane) => lane.runs).sort((a, b) => a.start - b.start || a.number - b.number);
  }

  /** The number of intervals in these lists, in words. */
  times(list) {
    return count(list.reduce((sum, spells) => sum + spells.size, 0), 'time');
  }

  get summary() {
    const {runs} = this;
    const bad = ['expired', 'killed', 'failed'].map((mark) => [mark, runs.filter((run) => markOf(run) === mark).length]);
    const words = bad.filter(([, number]) => number > 0).map(([mark, number]) => `${number} ${mark}`);
    const opens = this.opens.length ? `opened ${this.times(this.opens)}, ` : '';
    const launches = this.processes.length ? `launched ${this.times(this.processes)}, ` : '';
    return `${visible(this.name)}: ${opens}${launches}${count(runs.length, 'run')}${words.length ? `, of them ${enumerated(words)}` : ''}`;
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
    for (const spells of this.opens) this.paintSpells(spells, 2, opensHeight - 4);
    // The line is thin while the process is suspended, and otherwise thick.
    for (const spells of this.processes) this.paintSpells(spells, this.processesTop + 2, 1);
    for (const spells of this.awake) this.paintSpells(spells, this.processesTop, 5);
    this.lanes.forEach((lane, index) => {
      lane.paint(this.pen, this.view, this.opensTop + index * laneHeight, this.looks, held);
    });
  }

  paintSpells(spells, top, height) {
    this.pen.context.fillStyle = this.pen.colour('open');
    for (let index = firstBehind(spells, this.view.from); index < spells.size; index += 1) {
      if (spells.start[index] >= this.view.to) break;
      const left = this.view.x(spells.start[index]);
      const width = Math.max(1.6, this.view.x(spells.end[index]) - left);
      this.pen.context.fillRect(left, top, width, height);
    }
  }

  /** The object at a point: a run, a wait or a visit. */
  at(x, y) {
    const time = this.view.time(x);
    const index = Math.floor((y - this.opensTop) / laneHeight);
    const lane = this.lanes[index];
    if (!lane && this.processes.length && y >= this.processesTop) return this.spellAt(this.processes, time, 'process');
    if (!lane) return this.spellAt(this.opens, time, 'open');
    const run = lane.runAt(this.view, x);
    const isOnMarks = y - this.opensTop - index * laneHeight < marksHeight;
    if (run && isOnMarks) return {run, lane};
    const wait = lane.waitAt(time);
    return wait ? {wait, lane} : undefined;
  }

  spellAt(list, time, what) {
    const slack = (this.view.to - this.view.from) / this.view.width * 3;
    for (const spells of list) {
      const index = firstBehind(spells, time - slack);
      if (index < spells.size && spells.start[index] <= time + slack) {
        return {[what]: {start: spells.start[index], end: spells.end[index]}};
      }
    }
    return undefined;
  }

  /** The run before or after `run` in this row; the first visible run, if `run` is undefined. */
  neighbour(run, step) {
    const {runs} = this;
    const index = runs.indexOf(run);
    if (index >= 0) return runs[index + step];
    const from = runs.findIndex((other) => other.start >= this.view.from);
    return step > 0 ? runs[from < 0 ? runs.length - 1 : from] : runs[(from < 0 ? runs.length : from) - 1];
  }
}
