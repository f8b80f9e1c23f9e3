// Shows the details of the place under the pointer, of a clicked place, or of a run chosen with the keys.

class Inspector {
  constructor(story, picture) {
    this.story = story;
    this.picture = picture;
    this.card = new Card(document.getElementById('card'));
    this.live = document.getElementById('live');
  }

  /** Called when the pointer is at a place of a row or of the device. */
  point(place, x, y) {
    if (this.card.isHeld) return;
    const contents = this.contents(place);
    if (contents) this.card.show(contents, x, y);
    else this.card.hide();
    if (this.picture.held !== place.run) this.picture.mark(place.run);
  }

  contents({row, run, lane, wait, open, process, deviceTime}) {
    if (run) return runContents(this.story, run, lane.crowd(this.picture.view, run));
    if (wait) return waitContents(this.story, wait);
    if (open) return openContents(this.story, row, open);
    if (process) return processContents(this.story, row, process);
    if (deviceTime === undefined) return undefined;
    const at = local(this.story, deviceTime);
    return [
      element('h3', {}, `${clock.day(at)} ${clock.minute(at)}`),
      element('p', {}, capital(this.picture.device.words(deviceTime)))];
  }

  /** Called when a place is clicked. Its details stay open. */
  hold(place, x, y) {
    this.close();
    const contents = this.contents(place);
    if (!contents || place.deviceTime !== undefined) return;
    this.card.show(contents, x, y);
    this.card.hold(() => this.close());
    this.picture.mark(place.run);
  }

  leave() {
    if (this.card.isHeld) return;
    this.card.hide();
    this.picture.mark(undefined);
  }

  close() {
    this.card.hide();
    this.picture.mark(undefined);
  }

  /** Marks the run before or after the marked run. */
  step(row, step) {
    const run = row.neighbour(this.picture.held, step);
    if (!run) {
      this.live.textContent = step > 0 ? 'No later run in this row.' : 'No earlier run in this row.';
      return;
    }
    this.visit(row, run);
  }

  visit(row, run) {
    this.card.hide();
    this.picture.view.reveal((run.start + run.end) / 2);
    this.picture.mark(run);
    const {x, y} = this.picture.placeOf(row, run);
    this.card.show(runContents(this.story, run), x, y);
    const place = row.runs.indexOf(run) + 1;
    this.live.textContent = `${place} of ${row.runs.length}: ${visible(fullName(this.story, run.task))}, `
      + `${outcomeWords(run)}, ${spanWords(this.story, run.start, run.end)}`;
  }

  holdMarked(row) {
    const run = this.picture.held;
    if (!run || !row.runs.includes(run)) return;
    const {x, y} = this.picture.placeOf(row, run);
    this.hold({row, run, lane: row.lanes.find((lane) => lane.tasks.includes(run.task))}, x, y);
  }
}
