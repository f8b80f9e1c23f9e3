// The visible part of the story.

class View {
  constructor(story, changed) {
    this.story = story;
    this.changed = changed;
    this.width = 800;
    this.from = 0;
    this.to = story.length;
  }

  /** The number of seconds at the closest zoom. */
  get shortest() {
    return Math.min(10, this.story.length);
  }

  x(time) {
    return (time - this.from) / (this.to - this.from) * this.width;
  }

  time(x) {
    return this.from + x / this.width * (this.to - this.from);
  }

  /** Shows `from` to `to`, within the story. */
  show(from, to) {
    const length = Math.min(this.story.length, Math.max(this.shortest, to - from));
    const middle = (from + to) / 2;
    const start = Math.max(0, Math.min(this.story.length - length, middle - length / 2));
    this.from = start;
    this.to = start + length;
    this.changed();
  }

  /** Shows `factor` times as much; `time` keeps its position. */
  zoom(factor, time = (this.from + this.to) / 2) {
    const length = Math.min(this.story.length, Math.max(this.shortest, (this.to - this.from) * factor));
    const share = (time - this.from) / (this.to - this.from);
    const start = time - share * length;
    this.show(start, start + length);
  }

  /** Moves by a share of the visible part. */
  move(share) {
    const shift = (this.to - this.from) * share;
    const start = Math.max(0, Math.min(this.story.length - (this.to - this.from), this.from + shift));
    this.show(start, start + (this.to - this.from));
  }

  reset() {
    this.show(0, this.story.length);
  }

  /** Moves, only if necessary, so that `time` is visible. */
  reveal(time) {
    const margin = (this.to - this.from) / 12;
    if (time < this.from + margin) this.move((time - margin * 3 - this.from) / (this.to - this.from));
    else if (time > this.to - margin) this.move((time + margin * 3 - this.to) / (this.to - this.from));
  }

  /** `Mon 5 Jan 06:00 to Tue 6 Jan 06:00 (1 d)`. */
  get words() {
    const [from, to] = [local(this.story, this.from), local(this.story, this.to)];
    const length = this.to - this.from;
    const time = length < 600 ? clock.second : clock.minute;
    const end = clock.day(from) === clock.day(to) ? time(to) : `${clock.day(to)} ${time(to)}`;
    return `${clock.day(from)} ${time(from)} to ${end} (${duration(length)})`;
  }
}
