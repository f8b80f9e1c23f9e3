// All runs as a table, for readers who cannot see the picture.

const listStep = 100;

class RunList {
  constructor(story) {
    this.story = story;
    this.mark = 'all';
    this.body = element('tbody');
    this.more = element('button', {type: 'button', onclick: () => this.grow()});
    const heads = [['Start'], ['App'], ['Task'], ['Outcome'], ['Length', 1], ['Score', 1], ['Threshold', 1], ['Decision']];
    const caption = element('caption', {}, 'All runs, earliest first');
    this.node = element(
      'div', {}, this.filter(), element('div', {class: 'scroll'}, element(
        'table', {class: 'figures runs'}, caption,
        element('thead', {}, element('tr', {}, heads.map(([head, isFigure]) => element('th', {scope: 'col', class: isFigure && 'figure'}, head)))), this.body)), this.more);
    this.fill();
  }

  filter() {
    const marks = markOrder.filter((mark) => this.story.runs.some((run) => markOf(run) === mark));
    const options = ['all', ...marks].map((mark) => element('option', {value: mark}, mark === 'all' ? 'all' : markLooks[mark].words));
    const change = (event) => {
      this.mark = event.target.value;
      this.fill();
    };
    return element('label', {}, 'Outcome: ', element('select', {onchange: change}, options));
  }

  fill() {
    this.runs = this.story.runs.filter((run) => this.mark === 'all' || markOf(run) === this.mark);
    this.shown = 0;
    this.body.replaceChildren();
    this.grow();
  }

  grow() {
    const next = this.runs.slice(this.shown, this.shown + listStep);
    this.body.append(...next.map((run) => this.row(run)));
    this.shown += next.length;
    const left = this.runs.length - this.shown;
    this.more.hidden = left === 0;
    this.more.textContent = `Show ${Math.min(left, listStep)} more of ${left.toLocaleString('en')}`;
  }

  row(run) {
    const {story} = this;
    const at = local(story, run.start);
    const decision = story.decisions[run.decision];
    const button = element('button', {type: 'button', 'aria-expanded': 'false'}, 'Show');
    const row = element(
      'tr', {}, element('th', {scope: 'row'}, `${clock.day(at)} ${clock.second(at)}`),
      element('td', {}, run.task.app < 0 ? '–' : named(story.apps[run.task.app].name)), element('td', {}, named(run.task.name)),
      element('td', {class: `outcome ${markOf(run)}`}, outcomeWords(run)),
      element('td', {class: 'figure'}, duration(run.end - run.start)),
      element('td', {class: 'figure'}, number(decision?.[1])), element('td', {class: 'figure'}, number(decision?.[4])),
      element('td', {}, button));
    button.addEventListener('click', () => this.toggle(row, button, run));
    return row;
  }

  toggle(row, button, run) {
    const isOpen = button.getAttribute('aria-expanded') === 'true';
    button.setAttribute('aria-expanded', String(!isOpen));
    button.textContent = isOpen ? 'Show' : 'Hide';
    if (isOpen) row.nextSibling.remove();
    else row.after(element('tr', {class: 'inner'}, element('td', {colspan: 8}, runContents(this.story, run).flat(3))));
  }
}
