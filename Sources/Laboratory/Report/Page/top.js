// The part above the rows: an overview of the whole story, and the hours.

const overviewHeight = 30;
const axisHeight = 26;

/** The overview of the whole story. It shows which part of the story is visible. */
class Overview {
  constructor(view, palette) {
    this.view = view;
    this.whole = new View(view.story, () => {});
    this.canvas = element('canvas', {'aria-hidden': 'true'});
    this.pen = new Pen(this.canvas, palette);
    this.node = element(
      'div', {class: 'line overview'}, element('div', {class: 'name'}, element('span', {}, 'Runs, all days')),
      element('div', {class: 'draw', 'data-moves': 'true'}, this.canvas));
  }

  paint(density) {
    const {pen, view} = this;
    this.whole.width = view.width;
    pen.begin(view.width, overviewHeight, density);
    pen.context.fillStyle = pen.colour('band');
    pen.context.fillRect(0, 0, view.width, overviewHeight);
    paintGrid(pen, this.whole, overviewHeight, false);
    this.paintCounts();
    const [left, right] = [this.whole.x(view.from), this.whole.x(view.to)];
    if (right - left > view.width - 1) return;
    pen.context.fillStyle = pen.colour('shade');
    pen.context.fillRect(0, 0, left, overviewHeight);
    pen.context.fillRect(right, 0, view.width - right, overviewHeight);
    pen.context.strokeStyle = pen.colour('focus');
    pen.context.lineWidth = 1.5;
    pen.context.strokeRect(Math.max(1, left), 1, Math.max(3, right - left - 1), overviewHeight - 2);
  }

  paintCounts() {
    const bars = new Float64Array(Math.ceil(this.view.width / 3) + 1);
    for (const run of this.view.story.runs) bars[Math.floor(this.whole.x(run.start) / 3)] += 1;
    const most = Math.max(1, ...bars);
    this.pen.context.fillStyle = this.pen.colour('completed');
    bars.forEach((bar, index) => {
      const height = bar ? 2 + Math.sqrt(bar / most) * (overviewHeight - 6) : 0;
      this.pen.context.fillRect(index * 3, overviewHeight - height, 2, height);
    });
  }
}

class Axis {
  constructor(view, palette) {
    this.view = view;
    this.canvas = element('canvas', {'aria-hidden': 'true'});
    this.pen = new Pen(this.canvas, palette);
    this.node = element(
      'div', {class: 'line axis'}, element('div', {class: 'name'}, element('span', {}, 'Local time')),
      element('div', {class: 'draw', 'data-moves': 'true'}, this.canvas));
  }

  paint(density) {
    this.pen.begin(this.view.width, axisHeight, density);
    paintGrid(this.pen, this.view, axisHeight, true);
  }

  /** The hours as elements, for print. A canvas that heads several pages would be painted only on the first page. */
  words() {
    const {view} = this;
    const step = stepFor(view, labelRoom);
    return element('div', {class: 'hours'}, gridTimes(view.story, view.from, view.to, step).map((time) => {
      const isDay = local(view.story, time) % 86400 === 0;
      const label = element('span', {class: isDay ? 'day' : undefined}, gridLabel(view.story, time, step));
      label.style.left = `${view.x(time)}px`;
      return label;
    }));
  }
}
