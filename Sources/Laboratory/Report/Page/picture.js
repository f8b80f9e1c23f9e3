// The whole picture: paints its visible parts, and finds the row at a point.

class Picture {
  constructor(story, palette) {
    this.story = story;
    this.palette = palette;
    this.view = new View(story, () => this.changed());
    this.plot = document.getElementById('plot');
    this.looks = story.reasons.map((reason) => reasonLook(reason.code));
    this.groups = allGroups(story);
    this.device = new DevicePicture(this.view, palette);
    this.top = [new Overview(this.view, palette), new Axis(this.view, palette), this.device];
    this.plot.querySelector('.top').append(...this.top.map((part) => part.node));
    this.cursor = element('div', {class: 'cursor', hidden: true});
    this.selection = element('div', {class: 'selection', hidden: true});
    this.plot.append(this.cursor, this.selection);
    this.density = Math.min(3, devicePixelRatio || 1);
    this.isAllShown = false;
    this.watcher = new IntersectionObserver((entries) => this.sighted(entries), {rootMargin: '300px'});
    new ResizeObserver(() => this.measure()).observe(this.plot);
    this.arrange('');
  }

  /** Creates the rows that match a search. */
  arrange(search) {
    this.search = search;
    this.watcher.disconnect();
    const open = () => {
      this.isAllShown = true;
      this.arrange(this.search);
      this.rows[shownApart]?.node.focus();
    };
    this.rows = shownGroups(this.story, this.groups, search, this.isAllShown, open)
      .map((group) => new Row(this.view, this.palette, this.looks, group));
    const nothing = element('p', {class: 'quiet nothing'}, 'No app or task matches.');
    this.plot.querySelector('.rows').replaceChildren(...(this.rows.length ? this.rows.map((row) => row.node) : [nothing]));
    for (const row of this.rows) {
      row.node.style.height = `${row.height}px`;
      this.watcher.observe(row.node);
    }
    if (this.rows[0]) this.rows[0].node.tabIndex = 0;
    this.measure();
  }

  sighted(entries) {
    for (const entry of entries) {
      const {row} = entry.target;
      row.isSeen = entry.isIntersecting;
      if (row.isSeen) row.paint(this.density, this.held);
      else row.pen.free();
    }
  }

  get drawing() {
    return this.top[1].canvas.parentElement.getBoundingClientRect();
  }

  measure() {
    this.view.width = Math.max(100, Math.floor(this.drawing.width));
    this.changed();
  }

  changed() {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => this.paint());
  }

  paint() {
    this.isDue = false;
    for (const part of this.top) part.paint(this.density);
    for (const row of this.rows) if (row.isSeen) row.paint(this.density, this.held);
    document.getElementById('range').textContent = this.view.words;
    this.onpaint?.();
  }

  /** Paints everything again in the current colours of the style. */
  restyle() {
    this.palette.read();
    for (const canvas of document.querySelectorAll('canvas.swatch')) canvas.repaint();
    this.changed();
  }

  /** Marks a run with a ring, or removes the ring. */
  mark(run) {
    this.held = run;
    this.changed();
  }

  /** The position of a run's mark in the window. */
  placeOf(row, run) {
    const index = row.lanes.findIndex((lane) => lane.tasks.includes(run.task));
    const box = row.canvas.getBoundingClientRect();
    return {
      x: box.left + row.lanes[index].markX(this.view, run),
      y: box.top + row.opensTop + index * laneHeight + marksHeight / 2};
  }
}
