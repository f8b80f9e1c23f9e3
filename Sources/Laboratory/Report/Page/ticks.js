// Draws the grid of days and hours.

const steps = [
  1, 5, 15, 30, 60, 300, 900, 1800, 3600, 10800, 21600, 43200, 86400, 172800, 604800, 1209600,
  2419200, 4838400, 9676800];

/** The width of a label of the hours, in points. */
const labelRoom = 84;

/** The distance between lines at which labels of `room` points fit between them. */
function stepFor(view, room) {
  const least = (view.to - view.from) / view.width * room;
  return steps.find((step) => step >= least) ?? steps[steps.length - 1];
}

/** Parts of the story in which the difference between the user's clocks and UTC is constant. */
function zoneSpans(story, from, to) {
  return story.zones.map(([tick, ahead], index) => ({
    ahead,
    from: index === 0 ? from : Math.max(from, tick * story.tick),
    to: Math.min(to, (story.zones[index + 1]?.[0] ?? Infinity) * story.tick),
  })).filter((span) => span.from < span.to);
}

/** `UTC+1`, `UTC−3:30`. */
function zoneWords(ahead) {
  const minutes = Math.abs(ahead) / 60;
  const rest = minutes % 60 ? `:${String(minutes % 60).padStart(2, '0')}` : '';
  return `UTC${ahead < 0 ? '−' : '+'}${Math.floor(minutes / 60)}${rest}`;
}

/** Draws the difference between the user's clocks and UTC: a line at each change, and words if they fit. */
function paintClocks(pen, view, top, height) {
  const {context} = pen;
  context.fillStyle = pen.colour('band');
  context.fillRect(0, top, view.width, height);
  context.font = pen.font(10);
  context.textBaseline = 'middle';
  for (const {ahead, from, to} of zoneSpans(view.story, view.from, view.to)) {
    const [left, right] = [view.x(from), view.x(to)];
    const words = zoneWords(ahead);
    context.fillStyle = pen.colour('ink');
    if (from > view.from) context.fillRect(left - 1, top - 3, 2, height + 6);
    if (context.measureText(words).width + 8 < right - left) context.fillText(words, left + 4, top + height / 2 + 0.5);
  }
}

/** Times that are multiples of `step` in local time. Weeks begin on Mondays. */
function gridTimes(story, from, to, step) {
  const origin = step >= 604800 ? 4 * 86400 : 0;
  return zoneSpans(story, from, to).flatMap((span) => {
    const base = story.from + span.ahead - origin;
    const times = [];
    for (let n = Math.ceil((base + span.from) / step); n * step - base < span.to; n += 1) {
      times.push(n * step - base);
    }
    return times;
  });
}

function gridLabel(story, time, step) {
  const at = local(story, time);
  if (step >= 86400 || at % 86400 === 0) return clock.day(at);
  return step < 60 ? clock.second(at) : clock.minute(at);
}

/** Draws the nights of the grid's days and the lines; with `labels`, also the labels. */
function paintGrid(pen, view, height, labels) {
  const {story} = view;
  const {context} = pen;
  for (const day of gridTimes(story, view.from, view.to, 86400)) {
    pen.line(view.x(day), 0, height, pen.colour('grid-day'));
  }
  const step = stepFor(view, labels ? labelRoom : 28);
  if (!labels && step < 86400) {
    for (const time of gridTimes(story, view.from, view.to, step)) {
      if (local(story, time) % 86400 !== 0) pen.line(view.x(time), 0, height, pen.colour('grid'));
    }
  }
  if (!labels) return;
  context.fillStyle = pen.colour('quiet');
  context.textBaseline = 'middle';
  for (const time of gridTimes(story, view.from, view.to, step)) {
    const isDay = local(story, time) % 86400 === 0;
    pen.line(view.x(time), isDay ? 0 : height - 7, height, pen.colour('grid-day'));
    context.font = isDay ? pen.font(12, 600) : pen.font(12, 400);
    context.fillStyle = pen.colour(isDay ? 'ink' : 'quiet');
    context.fillText(gridLabel(story, time, step), view.x(time) + 4, height / 2);
  }
}

/** Shades the weekends, which structure a view of several weeks. */
function paintWeekends(pen, view, height) {
  const length = view.to - view.from;
  if (length < 2 * 86400 || length > 120 * 86400) return;
  pen.context.fillStyle = pen.colour('weekend');
  for (const day of gridTimes(view.story, view.from - 86400, view.to, 86400)) {
    const weekday = new Date(local(view.story, day) * 1000).getUTCDay();
    if (weekday !== 0 && weekday !== 6) continue;
    const [left, right] = [Math.max(0, view.x(day)), Math.min(view.width, view.x(day + 86400))];
    if (right > left) pen.context.fillRect(left, 0, right - left, height);
  }
}
