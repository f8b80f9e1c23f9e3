// The rows of the picture: work without an app, then apps, the busiest first. The less busy apps share one row until it
// is opened.

const shownApart = 24;

function allGroups(story) {
  const lane = (task) => new Lane(story, [task], task.name);
  const alone = story.tasks.filter((task) => !story.apps[task.app]).map((task) => ({
    name: task.name, opens: [], processes: [], awake: [], lanes: [lane(task)]}));
  const some = (spells) => (spells.size ? [spells] : []);
  const apps = story.apps.map((app) => ({
    name: app.name, opens: some(app.opens), processes: some(app.processes), awake: some(app.awake),
    lanes: app.tasks.map(lane)}));
  return [...alone, ...apps.filter((app) => app.opens.length || app.lanes.length).sort(byActivity)];
}

function activity(group) {
  return group.lanes.reduce((sum, lane) => sum + lane.runs.length, 0)
    + group.opens.reduce((sum, spells) => sum + spells.size, 0);
}

function byActivity(a, b) {
  return activity(b) - activity(a) || (a.name < b.name ? -1 : 1);
}

function matches(group, words) {
  const names = [group.name, ...group.lanes.map((lane) => lane.name)].join(' ').toLowerCase();
  return words.every((word) => names.includes(word));
}

/** The groups to show: the matches of a search, or the busiest groups and one for all others. */
function shownGroups(story, groups, search, isOpen, open) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length) return groups.filter((group) => matches(group, words));
  if (isOpen || groups.length <= shownApart + 1) return groups;
  return [...groups.slice(0, shownApart), tailGroup(story, groups.slice(shownApart), open)];
}

function tailGroup(story, groups, open) {
  const tasks = groups.flatMap((group) => group.lanes.flatMap((lane) => lane.tasks));
  const more = element('button', {type: 'button', class: 'more', onclick: open}, 'Show each');
  return {
    name: `${groups.length} more`, opens: groups.flatMap((group) => group.opens),
    processes: groups.flatMap((group) => group.processes), awake: groups.flatMap((group) => group.awake),
    lanes: [new Lane(story, tasks, 'their tasks, together')], more};
}
