// The device: its battery, and a band for each other state.

const batteryHeight = 64;
const bandHeight = 14;
const bandGap = 6;

/** The device's part of the picture: names next to a canvas. */
class DevicePicture {
  constructor(view, palette) {
    this.view = view;
    this.story = view.story;
    this.palette = palette;
    this.bands = deviceBands.filter((band) => this.hasValues(band)).map((band) => ({
      ...band, kinds: Object.keys(band.values), looks: Object.values(band.values),
      codes: this.story.strings.map((word) => Object.keys(band.values).indexOf(word))}));
    this.hasBattery = this.story.device.battery?.size > 0;
    this.hasClocks = zoneSpans(this.story, 0, this.story.length).length > 1;
    this.canvas = element('canvas', {role: 'img', 'aria-label': 'Device state over time'});
    this.pen = new Pen(this.canvas, palette);
    this.node = element('div', {class: 'line device'}, this.names(), element('div', {class: 'draw'}, this.canvas));
  }

  /** Whether the story has a value of the band; a band without values is not drawn. */
  hasValues(band) {
    const spells = this.story.device[band.field];
    if (!spells) return false;
    return spells.value.some((value) => band.values[this.story.strings[value]]);
  }

  get bandsTop() {
    return this.hasBattery ? batteryHeight + 14 : 8;
  }

  get clocksTop() {
    return this.bandsTop + this.bands.length * (bandHeight + bandGap);
  }

  get height() {
    return this.clocksTop + (this.hasClocks ? bandHeight + bandGap : 0) + 4;
  }

  names() {
    const clocks = this.hasClocks ? ['Clocks'] : [];
    const names = [...this.bands.map((band) => band.name), ...clocks].map((name) => element('span', {class: 'band-name'}, name));
    const battery = this.hasBattery ? [element('span', {class: 'battery-name'}, 'Battery')] : [];
    return element('div', {class: 'name device-names'}, battery, names);
  }

  paint(density) {
    this.pen.begin(this.view.width, this.height, density);
    paintWeekends(this.pen, this.view, this.height);
    paintGaps(this.pen, this.view, this.height);
    paintGrid(this.pen, this.view, this.height, false);
    if (this.hasBattery) this.paintBattery();
    this.bands.forEach((band, index) => {
      this.paintBand(band, this.bandsTop + index * (bandHeight + bandGap));
    });
    if (this.hasClocks) paintClocks(this.pen, this.view, this.clocksTop, bandHeight);
  }

  paintBattery() {
    const {context} = this.pen;
    const y = (percent) => 8 + (100 - percent) / 100 * batteryHeight;
    for (const percent of [0, 50, 100]) {
      context.fillStyle = this.pen.colour('grid-day');
      context.fillRect(0, Math.round(y(percent)), this.view.width, 1);
    }
    for (const line of batteryLines(this.story.device.battery, this.view)) this.paintLine(line, y);
    context.fillStyle = this.pen.colour('quiet');
    context.font = this.pen.font(10);
    context.textBaseline = 'top';
    context.strokeStyle = this.pen.colour('paper');
    context.lineWidth = 3;
    for (const percent of [100, 50]) {
      context.strokeText(`${percent} %`, 3, y(percent) + 3);
      context.fillText(`${percent} %`, 3, y(percent) + 3);
    }
  }

  paintLine(line, y) {
    const {context} = this.pen;
    context.beginPath();
    line.forEach(([x, percent], index) => context[index ? 'lineTo' : 'moveTo'](x, y(percent)));
    context.lineWidth = 1.6;
    context.lineJoin = 'round';
    context.strokeStyle = this.pen.colour('battery');
    context.stroke();
    context.lineTo(line[line.length - 1][0], y(0));
    context.lineTo(line[0][0], y(0));
    context.closePath();
    context.fillStyle = this.pen.colour('battery-area');
    context.fill();
  }

  paintBand(band, top) {
    const {context} = this.pen;
    context.fillStyle = this.pen.colour('band');
    context.fillRect(0, top, this.view.width, bandHeight);
    const columns = columnShares(
      [this.story.device[band.field]], this.view, band.kinds.length,
      (value) => (band.codes[value] >= 0 ? [band.codes[value]] : []));
    band.looks.forEach((look, kind) => scaleShares(columns, kind, look.level));
    paintShares(this.pen, columns, top, bandHeight, band.looks);
  }

  /** The state of the device at a time, in words. */
  words(time) {
    const battery = this.valueAt('battery', time);
    const words = battery >= 0 ? [`battery ${battery} %`] : [];
    for (const band of this.bands) {
      const look = band.values[this.story.strings[this.valueAt(band.field, time)]];
      if (look) words.push(band.field === 'thermal' ? `heat ${look.words}` : look.words);
    }
    if (!words.length) words.push('device state unknown');
    if (this.hasClocks) words.push(`clocks at ${zoneWords(zoneAt(this.story, time))}`);
    return words.join(', ');
  }

  valueAt(field, time) {
    const spells = this.story.device[field];
    const index = spells ? spellAt(spells, time) : -1;
    return index < 0 ? -1 : spells.value[index];
  }
}

/** Reduces the shares of a kind that fills only a part of its band. */
function scaleShares(columns, kind, level) {
  for (let column = 0; column < columns.width; column += 1) {
    columns.shares[column * columns.kinds + kind] *= level;
  }
}

/** The lines of the battery level, interrupted while it is unknown: each column's first, lowest and highest level. */
function batteryLines(spells, view) {
  const lines = [];
  let line = [];
  const first = Math.max(0, firstBehind(spells, view.from) - 1);
  for (let index = first; index < spells.size; index += 1) {
    const x = view.x(spells.start[index]);
    if (spells.value[index] >= 0) {
      addPoint(line, x, spells.value[index]);
    } else if (line.length) {
      lines.push(line);
      line = [];
    }
    if (spells.start[index] > view.to) break;
    if (index === spells.size - 1 && line.length) line.push([view.x(spells.end[index]), spells.value[index]]);
  }
  if (line.length) lines.push(line);
  return lines;
}

function addPoint(line, x, percent) {
  const [last, before] = [line[line.length - 1], line[line.length - 2]];
  const isBetween = last && before && Math.abs(x - before[0]) < 0.5
    && (percent - last[1]) * (last[1] - before[1]) >= 0;
  if (isBetween) line[line.length - 1] = [x, percent];
  else line.push([x, percent]);
}

/** Hatches the times without data. */
function paintGaps(pen, view, height) {
  const {gaps} = view.story;
  for (let index = firstBehind(gaps, view.from); index < gaps.size; index += 1) {
    if (gaps.start[index] >= view.to) break;
    const left = view.x(gaps.start[index]);
    pen.context.fillStyle = pen.fill({colour: 'gap', pattern: 'falling'});
    pen.context.fillRect(left, 0, Math.max(1, view.x(gaps.end[index]) - left), height);
  }
}
