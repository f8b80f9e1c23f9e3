// Unpacks the events of a simulation or a recording. Times are seconds from the beginning of the story.

/** Unpacks successive intervals. Each has `width` numbers: the gap before the interval, its length and, if `width` is
 *  above 2, its value. */
function unpackSpells(flat, tick, width = 2) {
  const size = Math.floor(flat.length / width);
  const spells = {
    size, start: new Float64Array(size), end: new Float64Array(size), value: new Int32Array(size)};
  let time = 0;
  for (let index = 0; index < size; index += 1) {
    const at = index * width;
    spells.start[index] = time += flat[at] * tick;
    spells.end[index] = time += flat[at + 1] * tick;
    if (width > 2) spells.value[index] = flat[at + 2];
  }
  return spells;
}

/** Unpacks values, each of which applies until the next one: the gap before the value, and the value; -1 if unknown. */
function unpackValues(flat, tick, length) {
  const size = flat.length / 2;
  const spells = {
    size, start: new Float64Array(size), end: new Float64Array(size), value: new Int32Array(size)};
  let time = 0;
  for (let index = 0; index < size; index += 1) {
    spells.start[index] = time += flat[index * 2] * tick;
    spells.value[index] = flat[index * 2 + 1];
    if (index > 0) spells.end[index - 1] = time;
  }
  if (size > 0) spells.end[size - 1] = length;
  return spells;
}

/** The index of the first interval that ends after `time`. */
function firstBehind(spells, time) {
  let low = 0;
  let high = spells.size;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spells.end[middle] > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The index of the interval that contains `time`; -1 if none does. */
function spellAt(spells, time) {
  const index = firstBehind(spells, time);
  return index < spells.size && spells.start[index] <= time ? index : -1;
}

const runFields = [
  'gap', 'length', 'outcome', 'stopReason', 'killed', 'decision', 'number', 'budget', 'cpu',
  'saved', 'lost', 'onBattery', 'onCellular', 'inUse'];

function unpackRuns(packed, task, story) {
  let time = 0;
  return packed.map((numbers) => {
    const run = {task};
    runFields.forEach((name, index) => { run[name] = numbers[index] ?? -1; });
    run.start = time += run.gap * story.tick;
    run.end = time += run.length * story.tick;
    run.outcome = story.outcomes[run.outcome];
    run.stopReason = story.strings[run.stopReason];
    run.killed = run.killed === 1;
    for (const name of runFields.slice(7)) run[name] = run[name] < 0 ? undefined : run[name] * story.tick;
    return run;
  });
}

function unpackTask(packed, story, index) {
  const task = {
    index, app: packed.app, name: story.strings[packed.id], kind: story.strings[packed.kind]};
  task.waits = unpackSpells(packed.waits, story.tick, 3);
  task.runs = unpackRuns(packed.runs, task, story);
  return task;
}

function unpackDecision(story, index) {
  const packed = story.decisions[index];
  if (!packed) return undefined;
  const [decision, score, sum, denominator, threshold, worth, price, ...flat] = packed;
  const policies = [];
  for (let at = 0; at < flat.length; at += 5) {
    policies.push({
      name: story.strings[flat[at]], weight: flat[at + 1], decision: story.strings[flat[at + 2]],
      score: flat[at + 3], rationale: story.strings[flat[at + 4]]});
  }
  return {
    decision: story.strings[decision], score, sum, denominator, threshold, worth, price, policies};
}

function readStory(text) {
  const packed = JSON.parse(text);
  const story = {...packed, length: packed.to - packed.from};
  story.gaps = unpackSpells(packed.gaps, packed.tick);
  story.device = {};
  for (const [field, flat] of Object.entries(packed.device)) {
    story.device[field] = unpackValues(flat, packed.tick, story.length);
  }
  story.apps = packed.apps.map((app) => ({
    name: app.name, opens: unpackSpells(app.opens, packed.tick), processes: unpackSpells(app.processes, packed.tick),
    awake: unpackSpells(app.awake, packed.tick), tasks: []}));
  story.tasks = packed.tasks.map((task, index) => unpackTask(task, story, index));
  for (const task of story.tasks) story.apps[task.app]?.tasks.push(task);
  story.runs = story.tasks.flatMap((task) => task.runs).sort((a, b) => a.start - b.start || a.number - b.number);
  return story;
}

/** The difference between the user's clocks and UTC, in seconds; positive if the clocks are ahead. */
function zoneAt(story, time) {
  let offset = 0;
  for (const [tick, ahead] of story.zones) {
    if (tick * story.tick <= time || tick === 0) offset = ahead;
  }
  return offset;
}

/** The local time of the user at a time of the story, as if it were UTC. */
function local(story, time) {
  return story.from + time + zoneAt(story, time);
}

/** The name of a task, after the name of its app. */
function fullName(story, task) {
  const app = story.apps[task.app];
  return app ? `${app.name} ${task.name}` : task.name;
}
