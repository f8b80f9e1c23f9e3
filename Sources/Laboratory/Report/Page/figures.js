// Figures of a task: the age of its last success, and the age of its content when its app was opened.

/** The age that was not exceeded in `share` of the time. The age grows from 0 in each of `gaps`. */
function ageQuantile(gaps, share) {
  const sorted = [...gaps].sort((a, b) => a - b);
  const wanted = sorted.reduce((sum, gap) => sum + gap, 0) * share;
  let [passed, last] = [0, 0];
  for (const [index, gap] of sorted.entries()) {
    const open = sorted.length - index;
    if (passed + (gap - last) * open >= wanted) return last + (wanted - passed) / open;
    passed += (gap - last) * open;
    last = gap;
  }
  return last;
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

/** The largest of the values, which can be too many for the arguments of a call. */
function largest(values) {
  return values.reduce((most, value) => Math.max(most, value), -Infinity);
}

/** The ends of a task's successes, the earliest first. */
function successes(task) {
  return task.runs.filter((run) => markOf(run) === 'completed').map((run) => run.end);
}

/** The time at which a task first waited or ran. */
function arrivalOf(task) {
  const first = [task.waits.start[0], task.runs[0]?.start].filter((time) => time !== undefined);
  return first.length ? Math.min(...first) : undefined;
}

/** The times between successes, with the time before the first and the time after the last. */
function successGaps(story, task) {
  const arrival = arrivalOf(task);
  if (arrival === undefined) return [];
  const moments = [arrival, ...successes(task), story.length];
  return moments.slice(1).map((moment, index) => Math.max(0, moment - moments[index]));
}

/** The times at which an app was opened, without opens within an hour of the last one, at which it refreshed itself. */
function countedOpens(app) {
  const starts = [...(app?.opens.start ?? [])];
  return starts.filter((start, index) => index === 0 || start - starts[index - 1] > 3600);
}

/** The ages of the last success at each open of the app. `never` is the number of opens before the first success. An
 *  open that only made the task arrive is not counted. */
function staleness(story, task) {
  const ends = successes(task);
  const arrival = arrivalOf(task) ?? Infinity;
  const ages = [];
  let [never, at] = [0, -1];
  for (const open of countedOpens(story.apps[task.app]).filter((time) => time > arrival)) {
    while (at + 1 < ends.length && ends[at + 1] < open) at += 1;
    if (at < 0) never += 1;
    else ages.push(open - ends[at]);
  }
  return {ages, never};
}
