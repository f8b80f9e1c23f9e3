// Builds the page.

const report = {};

function buildHead(story) {
  const [from, to] = [local(story, 0), local(story, story.length)];
  document.getElementById('title').replaceChildren(named(story.title));
  document.getElementById('span').textContent =
    `${clock.day(from)} ${clock.year(from)} ${clock.minute(from)} to ${clock.day(to)} ${clock.year(to)} ${clock.minute(to)}, `
    + `local time: ${duration(story.length)}, ${count(story.apps.length, 'app')}, ${count(story.tasks.length, 'task')}`;
  document.getElementById('facts').replaceChildren(...story.facts.map(
    ([name, value]) => element('li', {}, element('span', {}, name), named(value))));
}

function buildButtons(view) {
  const hour = 3600;
  const spans = [['1 h', hour], ['6 h', 6 * hour], ['1 d', 24 * hour], ['1 w', 168 * hour]];
  const around = (length) => {
    const middle = (view.from + view.to) / 2;
    view.show(middle - length / 2, middle + length / 2);
  };
  const button = (text, label, act) => element('button', {type: 'button', 'aria-label': label, title: label, onclick: act}, text);
  document.querySelector('.buttons').replaceChildren(
    button('‹', 'Earlier', () => view.move(-0.5)), button('−', 'Zoom out', () => view.zoom(2)),
    button('+', 'Zoom in', () => view.zoom(0.5)), button('›', 'Later', () => view.move(0.5)),
    ...spans.filter(([, length]) => length < view.story.length)
      .map(([text, length]) => button(text, `Show ${text}`, () => around(length))),
    button('All', 'Show the whole span', () => view.reset()));
}

function begin() {
  const story = readStory(document.getElementById('story').textContent);
  const palette = new Palette();
  Object.assign(report, {story, palette});
  buildHead(story);
  buildCards(story);
  buildTables(story);
  const picture = new Picture(story, palette);
  const inspector = new Inspector(story, picture);
  Object.assign(report, {picture, inspector, view: picture.view});
  buildLegend(story, picture.device);
  buildButtons(picture.view);
  report.gestures = new Gestures(picture, inspector);
  report.printing = new Printing(picture);
  report.list = new RunList(story);
  document.getElementById('list').append(report.list.node);
  document.getElementById('find').addEventListener('input', (event) => picture.arrange(event.target.value));
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => picture.restyle());
}

begin();
// For the console of a browser, and for tests.
globalThis.report = report;
report.decision = (index) => unpackDecision(report.story, index);
Object.assign(report, {look: reasonLook, ageQuantile, successGaps, staleness, taskRow});
