// Handles the wheel, drags, clicks and keys.

class Gestures {
  constructor(picture, inspector) {
    this.picture = picture;
    this.view = picture.view;
    this.inspector = inspector;
    const {plot} = picture;
    plot.addEventListener('wheel', (event) => this.wheel(event), {passive: false});
    plot.addEventListener('pointerdown', (event) => this.press(event));
    plot.addEventListener('pointermove', (event) => this.point(event));
    plot.addEventListener('pointerup', (event) => this.release(event));
    plot.addEventListener('pointercancel', () => this.endDrag());
    plot.addEventListener('pointerleave', () => this.leave());
    plot.addEventListener('dblclick', () => this.view.reset());
    plot.addEventListener('keydown', (event) => this.key(event));
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') inspector.close();
    });
  }

  // MARK: Pointer

  x(event) {
    return event.clientX - this.picture.drawing.left;
  }

  place(event) {
    const x = this.x(event);
    const row = event.target.closest('.row')?.row;
    if (!event.target.closest('.draw') || x < 0) return {};
    if (row) return {row, ...row.at(x, event.clientY - row.canvas.getBoundingClientRect().top)};
    return event.target.closest('.device') ? {deviceTime: this.view.time(x)} : {};
  }

  wheel(event) {
    const isAcross = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    const zooms = event.ctrlKey || event.metaKey || event.target.closest('.top');
    if (!isAcross && !zooms) return;
    event.preventDefault();
    const delta = (event.deltaX && isAcross ? event.deltaX : event.deltaY) * (event.deltaMode === 1 ? 24 : 1);
    if (isAcross) this.view.move(delta / this.view.width);
    else this.view.zoom(2 ** (Math.max(-240, Math.min(240, delta)) / 240), this.view.time(this.x(event)));
  }

  press(event) {
    if (event.button !== 0 || !event.target.closest('.draw')) return;
    const moves = event.shiftKey || event.pointerType === 'touch' || event.target.closest('[data-moves]');
    this.drag = {
      x: this.x(event), y: event.clientY, moves, isOverview: Boolean(event.target.closest('.overview')), last: this.x(event),
      isFar: false};
    event.target.closest('.row')?.focus({preventScroll: true});
  }

  point(event) {
    if (this.drag) return this.pull(event);
    const x = this.x(event);
    this.showCursor(x);
    return this.inspector.point(this.place(event), event.clientX, event.clientY);
  }

  pull(event) {
    const {drag} = this;
    const x = this.x(event);
    if (!drag.isFar && Math.abs(x - drag.x) < 5) return;
    if (!drag.isFar) this.picture.plot.setPointerCapture(event.pointerId);
    drag.isFar = true;
    this.inspector.leave();
    if (drag.isOverview) this.centre(x);
    else if (drag.moves) this.view.move((drag.last - x) / this.view.width);
    else this.showSelection(drag.x, x);
    drag.last = x;
  }

  release(event) {
    const {drag} = this;
    this.endDrag();
    if (!drag) return;
    const x = this.x(event);
    if (drag.isOverview) this.centre(x);
    else if (drag.isFar && !drag.moves) {
      this.view.show(this.view.time(Math.min(drag.x, x)), this.view.time(Math.max(drag.x, x)));
    } else if (!drag.isFar) this.inspector.hold(this.place(event), event.clientX, event.clientY);
  }

  endDrag() {
    this.drag = undefined;
    this.picture.selection.hidden = true;
  }

  /** Moves the view so that its middle is at a point of the overview. */
  centre(x) {
    const middle = x / this.view.width * this.view.story.length;
    const half = (this.view.to - this.view.from) / 2;
    const at = Math.max(half, Math.min(this.view.story.length - half, middle));
    this.view.show(at - half, at + half);
  }

  showSelection(from, to) {
    const {selection} = this.picture;
    selection.hidden = false;
    selection.style.left = `${Math.min(from, to) + this.offset}px`;
    selection.style.width = `${Math.abs(to - from)}px`;
  }

  showCursor(x) {
    const {cursor} = this.picture;
    cursor.hidden = x < 0 || x > this.view.width;
    cursor.style.left = `${x + this.offset}px`;
  }

  get offset() {
    return this.picture.drawing.left - this.picture.plot.getBoundingClientRect().left;
  }

  leave() {
    this.picture.cursor.hidden = true;
    this.inspector.leave();
  }

  // MARK: Keys

  key(event) {
    const row = event.target.closest?.('.row')?.row;
    if (!row || event.ctrlKey || event.metaKey || event.altKey || event.target.closest('button')) return;
    const act = this.actions(row)[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  actions(row) {
    const {view, inspector} = this;
    return {
      ArrowRight: () => inspector.step(row, 1),
      ArrowLeft: () => inspector.step(row, -1),
      ArrowDown: () => this.go(row, 1),
      ArrowUp: () => this.go(row, -1),
      Enter: () => inspector.holdMarked(row),
      ' ': () => inspector.holdMarked(row),
      Home: () => row.runs.length && inspector.visit(row, row.runs[0]),
      End: () => row.runs.length && inspector.visit(row, row.runs[row.runs.length - 1]),
      '+': () => view.zoom(0.5, this.attention),
      '=': () => view.zoom(0.5, this.attention),
      '-': () => view.zoom(2, this.attention),
      '[': () => view.move(-0.25),
      ']': () => view.move(0.25),
      0: () => view.reset(),
    };
  }

  /** The middle of a zoom: the marked run, if one is marked. */
  get attention() {
    const run = this.picture.held;
    return run && run.start >= this.view.from && run.end <= this.view.to ? run.start : undefined;
  }

  go(row, step) {
    const {rows} = this.picture;
    const next = rows[rows.indexOf(row) + step];
    if (!next) return;
    this.inspector.close();
    row.node.tabIndex = -1;
    next.node.tabIndex = 0;
    next.node.focus();
  }
}
