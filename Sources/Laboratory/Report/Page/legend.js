// The legend: each reason, band and mark in words, drawn as in the picture.

function drawn(width, height, paint) {
  const canvas = element('canvas', {class: 'swatch', 'aria-hidden': 'true'});
  canvas.repaint = () => {
    const pen = new Pen(canvas, report.palette);
    pen.begin(width, height, 2);
    paint(pen);
  };
  canvas.repaint();
  return canvas;
}

function filled(look) {
  return drawn(22, 12, (pen) => {
    pen.context.fillStyle = pen.fill(look);
    pen.context.fillRect(0, 0, 22, 12);
  });
}

function swatch(story, reason) {
  return filled(reasonLook(reason.code));
}

function legendItem(picture, words, title) {
  return element('li', {title}, picture, words);
}

/** The time that all tasks together waited for each reason, in seconds. */
function waitedByReason(story) {
  const totals = story.reasons.map(() => 0);
  for (const {waits} of story.tasks) {
    for (let index = 0; index < waits.size; index += 1) {
      const reasons = story.reasonSets[waits.value[index]];
      for (const reason of reasons) totals[reason] += (waits.end[index] - waits.start[index]);
    }
  }
  return totals;
}

function reasonItems(story) {
  const totals = waitedByReason(story);
  return story.reasons
    .map((reason, index) => ({reason, total: totals[index]}))
    .filter(({total}) => total > 0)
    .sort((a, b) => b.total - a.total)
    .map(({reason, total}) => legendItem(swatch(story, reason), reason.words, `${duration(total)} in all, over all tasks`));
}

function processItems(story) {
  if (!story.apps.some((app) => app.processes.size)) return [];
  const line = drawn(22, 8, (pen) => {
    pen.context.fillStyle = pen.colour('open');
    pen.context.fillRect(0, 3, 22, 1);
    pen.context.fillRect(2, 1, 6, 5);
  });
  return [legendItem(line, 'its process; thin: suspended')];
}

function markItems(story) {
  const marks = markOrder.filter((mark) => story.runs.some((run) => markOf(run) === mark));
  const items = marks.map((mark) => legendItem(
    drawn(14, 14, (pen) => paintMark(pen, mark, 7, 7)), markLooks[mark].words));
  const opened = drawn(22, 8, (pen) => {
    pen.context.fillStyle = pen.colour('open');
    for (const x of [2, 9, 12]) pen.context.fillRect(x, 0, x === 12 ? 7 : 2, 8);
  });
  return [legendItem(opened, 'app open'), ...processItems(story), ...items];
}

function deviceItems(story, device) {
  const items = device.bands.flatMap((band) => band.kinds
    .filter((kind) => story.device[band.field].value.some((value) => story.strings[value] === kind))
    .map((kind) => legendItem(filled(band.values[kind]), band.field === 'thermal' ? `heat: ${band.values[kind].words}` : band.values[kind].words)));
  if (story.gaps.size) items.push(legendItem(filled({colour: 'gap', pattern: 'falling'}), 'nothing known'));
  return items;
}

function buildLegend(story, device) {
  const part = (title, items) => (items.length
    ? [element('div', {}, element('h3', {}, title), element('ul', {}, items))] : []);
  document.getElementById('legend').replaceChildren(
    ...part('Reasons for waiting', reasonItems(story)), ...part('Runs and visits', markItems(story)),
    ...part('The device', deviceItems(story, device)));
}
