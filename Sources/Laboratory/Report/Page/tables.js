// Figures: a summary, and tables.

function runsMarked(story, mark) {
  return story.runs.filter((run) => markOf(run) === mark).length;
}

function total(runs, field) {
  return runs.reduce((sum, run) => sum + (run[field] ?? 0), 0);
}

function glances(story) {
  const {runs} = story;
  const completed = runsMarked(story, 'completed');
  const share = runs.length ? `${(completed / runs.length * 100).toFixed(1)} % completed` : 'no runs';
  const day = 86400 / Math.max(story.length, 1);
  return [
    ['Runs', runs.length.toLocaleString('en'), `${share}, ${number(runs.length * day, 1)} a day`],
    ['Expired', runsMarked(story, 'expired').toLocaleString('en'), 'warned, and stopped in time', 'expired'],
    ['Killed', runsMarked(story, 'killed').toLocaleString('en'), 'did not stop within the grace', 'killed'],
    ['Failed', runsMarked(story, 'failed').toLocaleString('en'), 'with an error of their own', 'failed'],
    ['Work lost', duration(total(runs, 'lost')), `of ${duration(total(runs, 'lost') + total(runs, 'saved'))} done`],
    ['On battery', duration(total(runs, 'onBattery')), `${duration(total(runs, 'onCellular'))} on cellular`],
    ['While in use', duration(total(runs, 'inUse')), 'with the user at the device'],
  ];
}

function buildCards(story) {
  const cards = glances(story).map(([name, figure, note, mark]) => {
    const sign = mark ? [drawn(14, 14, (pen) => paintMark(pen, mark, 7, 7))] : [];
    return element(
      'div', {class: 'glance'}, element('p', {class: 'glance-name'}, sign, name),
      element('p', {class: 'glance-figure'}, figure), element('p', {class: 'glance-note'}, note));
  });
  document.getElementById('cards').replaceChildren(...cards);
}

/** A table. `columns` are `[{name, isFigure}]`; cells are texts, numbers or elements. */
function table(caption, columns, rows) {
  const style = (column) => (column.isFigure ? 'figure' : undefined);
  const cell = (value, index) => {
    const contents = typeof value === 'string' ? named(value) : typeof value === 'number' ? value.toLocaleString('en') : value ?? '–';
    return index === 0 ? element('th', {scope: 'row'}, contents) : element('td', {class: style(columns[index])}, contents);
  };
  return element(
    'table', {class: 'figures'}, element('caption', {}, caption),
    element('thead', {}, element('tr', {}, columns.map((column) => element('th', {scope: 'col', class: style(column)}, column.name)))),
    element('tbody', {}, rows.map((row) => element('tr', {}, row.map(cell)))));
}

/** The reasons for which a task waited longest. */
function longestWaits(story, task) {
  const totals = waitedByReason({...story, tasks: [task]});
  return totals.map((seconds, index) => ({seconds, words: story.reasons[index].words}))
    .filter(({seconds}) => seconds >= 1).sort((a, b) => b.seconds - a.seconds).slice(0, 3)
    .map(({seconds, words}) => `${words} ${duration(seconds)}`).join(', ');
}

const taskColumns = [
  ['App'], ['Task'], ['Runs', 1], ['Completed', 1], ['Failed', 1], ['Expired', 1], ['Killed', 1], ['Run time', 1],
  ['Work lost', 1], ['Last success: median age', 1], ['95th percentile', 1], ['worst', 1], ['Age at opens', 1],
  ['Main reason for waiting']].map(([name, isFigure]) => ({name, isFigure: Boolean(isFigure)}));

function taskRow(story, task) {
  const marks = ['completed', 'failed', 'expired', 'killed']
    .map((mark) => task.runs.filter((run) => markOf(run) === mark).length);
  const length = task.runs.reduce((sum, run) => sum + run.end - run.start, 0);
  const gaps = successGaps(story, task);
  const ages = [0.5, 0.95].map((share) => (gaps.length ? duration(ageQuantile(gaps, share)) : undefined));
  const worst = gaps.length ? duration(largest(gaps)) : undefined;
  return [
    story.apps[task.app]?.name ?? '–', task.name, task.runs.length, ...marks, duration(length), duration(total(task.runs, 'lost')),
    ...ages, worst, staleWords(story, task), longestWaits(story, task) || '–'];
}

/** `12 min (2 never)`: the median, and the number of opens before the first success. */
function staleWords(story, task) {
  const {ages, never} = staleness(story, task);
  const before = never ? `${never} never` : '';
  if (!ages.length) return before || undefined;
  return before ? `${duration(median(ages))} (${before})` : duration(median(ages));
}

function folded(summary, contents, isOpen) {
  return element(
    'details', {open: isOpen}, element('summary', {}, summary), element('div', {class: 'scroll', tabindex: 0}, contents));
}

function buildTables(story) {
  const tasks = [...story.tasks].sort((a, b) => b.runs.length - a.runs.length).map((task) => taskRow(story, task));
  const own = folded(`Each task: ${count(tasks.length, 'task')}`, table('Results by task', taskColumns, tasks), tasks.length <= 8);
  document.getElementById('tables').replaceChildren(own);
}
