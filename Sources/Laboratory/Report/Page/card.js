// The card next to a mark: the description of the run or wait, and the table of its decision.

const decisionWords = {
  canProceed: 'can', mustNotProceed: 'must not', mustProceed: 'must',
  absolutelyMustNotProceed: 'must not, absolutely', absolutelyMustProceed: 'must, absolutely'};

function number(value, digits = 4) {
  return value === null || value === undefined ? '–' : String(Number(value.toFixed(digits)));
}

/** `Tue 6 Jan 02:14:05 to 02:14:09 (4 s)`. */
function spanWords(story, start, end) {
  const [from, to] = [local(story, start), local(story, end)];
  const until = clock.day(from) === clock.day(to) ? clock.second(to) : `${clock.day(to)} ${clock.second(to)}`;
  return `${clock.day(from)} ${clock.second(from)} to ${until} (${duration(end - start)})`;
}

/** The outcome of a run, such as `expired, not plugged in`. */
function outcomeWords(run) {
  const words = run.killed && run.outcome.words !== 'killed' ? `${run.outcome.words}, killed` : run.outcome.words;
  return run.stopReason ? `${words}: ${run.stopReason}` : words;
}

function runFacts(run) {
  const facts = [
    ['budget', run.budget], ['processor time', run.cpu], ['work saved', run.saved], ['work lost', run.lost],
    ['on battery', run.onBattery], ['on cellular', run.onCellular], ['while in use', run.inUse]];
  return facts.filter(([name, value]) => value > 0 || (name === 'budget' && value !== undefined))
    .map(([name, value]) => `${name} ${duration(value)}`).join(' · ');
}

function decisionSentence(decision) {
  const parts = [`Together: ${decisionWords[decision.decision] ?? decision.decision}`];
  if (decision.score !== null) {
    parts.push(`score ${number(decision.score)} = ${number(decision.sum)} / ${number(decision.denominator)}`);
  }
  parts.push(decision.threshold === null ? 'no threshold: any permitted time is accepted' : `threshold ${number(decision.threshold)}`);
  if (decision.worth !== null) parts.push(`worth ${number(decision.worth)} at a price of ${number(decision.price)}`);
  return `${parts.join('; ')}.`;
}

function policyTable(decision) {
  const heads = [['Policy'], ['Answer'], ['Score', 'figure'], ['Weight', 'figure'], ['Because']];
  const rows = decision.policies.map((policy) => element(
    'tr', {class: policy.decision === 'canProceed' ? undefined : 'strong'},
    element('th', {scope: 'row'}, visible(policy.name)),
    element('td', {}, decisionWords[policy.decision] ?? policy.decision),
    element('td', {class: 'figure'}, number(policy.score)),
    element('td', {class: 'figure'}, number(policy.weight)),
    element('td', {}, visible(policy.rationale))));
  return element(
    'table', {class: 'policies'},
    element('thead', {}, element('tr', {}, heads.map(([head, style]) => element('th', {scope: 'col', class: style}, head)))),
    element('tbody', {}, rows));
}

/** The content of the card of a run. */
function runContents(story, run, crowd = 1) {
  const decision = unpackDecision(story, run.decision);
  const crowded = crowd > 1 ? [element('p', {class: 'quiet'}, `${crowd} runs lie here; zoom in, or go through them with ← and →.`)] : [];
  return [
    element('h3', {}, named(fullName(story, run.task)), ` · run ${run.number}`),
    element('p', {class: `outcome ${markOf(run)}`}, capital(outcomeWords(run))),
    element('p', {}, spanWords(story, run.start, run.end)),
    element('p', {class: 'quiet'}, runFacts(run)),
    crowded,
    decision ? [element('p', {class: 'sum'}, decisionSentence(decision)), policyTable(decision)]
      : [element('p', {class: 'quiet'}, 'The decision was not stored.')]];
}

function waitContents(story, wait) {
  const reasons = wait.reasons.map((reason) => element('li', {}, swatch(story, reason), reason.words));
  return [
    element('h3', {}, named(fullName(story, wait.task)), ' waits'),
    element('p', {}, spanWords(story, wait.start, wait.end)),
    element('ul', {class: 'reasons'}, reasons)];
}

function openContents(story, row, open) {
  return [element('h3', {}, named(row.name), ' is open'), element('p', {}, spanWords(story, open.start, open.end))];
}

function processContents(story, row, process) {
  return [
    element('h3', {}, named(row.name), ' has a process'), element('p', {}, spanWords(story, process.start, process.end))];
}

/** The card itself. It follows the pointer until it is held. */
class Card {
  constructor(node) {
    this.node = node;
    this.isHeld = false;
  }

  show(contents, x, y) {
    this.node.replaceChildren(...contents.flat(3));
    this.node.hidden = false;
    this.place(x, y);
  }

  /** Keeps the card open until the user closes it. */
  hold(close) {
    this.isHeld = true;
    this.node.classList.add('held');
    this.node.prepend(element('button', {type: 'button', class: 'close', 'aria-label': 'Close', onclick: close}, '×'));
  }

  hide() {
    this.isHeld = false;
    this.node.classList.remove('held');
    this.node.hidden = true;
  }

  /** Places the card next to the point, inside the window. */
  place(x, y) {
    const {width, height} = this.node.getBoundingClientRect();
    const left = x + 14 + width < innerWidth ? x + 14 : Math.max(8, x - width - 14);
    const top = Math.max(8, Math.min(y + 14, innerHeight - height - 8));
    this.node.style.left = `${left}px`;
    this.node.style.top = `${top}px`;
  }
}
