// Elements, and times and durations in words. Names of a story can be hostile: they become text nodes, attributes and
// text on a canvas, never markup.

/** An element with attributes and children; texts become text nodes. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false || value === null) continue;
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.flat().filter((child) => child !== undefined && child !== null));
  return made;
}

/** A name from outside, isolated from the text direction of its surroundings. */
function named(text) {
  return element('bdi', {}, visible(text));
}

/** The text without characters that are invisible or reverse the text after them. */
function visible(text) {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, '\ufffd');
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = [
  'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function two(number) {
  return String(number).padStart(2, '0');
}

/** Formats a local time of the user, which is given in seconds since 1970 as if it were UTC. */
const clock = {
  day(local) {
    const date = new Date(local * 1000);
    return `${weekdays[date.getUTCDay()]} ${date.getUTCDate()} ${months[date.getUTCMonth()]}`;
  },
  year(local) {
    return String(new Date(local * 1000).getUTCFullYear());
  },
  minute(local) {
    const date = new Date(local * 1000);
    return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
  },
  second(local) {
    return `${clock.minute(local)}:${two(new Date(local * 1000).getUTCSeconds())}`;
  },
};

/** `0.4 s`, `12 s`, `5 min 3 s`, `2 h 5 min`, `3 d 4 h`. */
function duration(seconds) {
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`;
  const units = [['d', 86400], ['h', 3600], ['min', 60], ['s', 1]];
  const rounded = seconds < 3600 ? Math.round(seconds) : Math.round(seconds / 60) * 60;
  const first = units.findIndex(([, size]) => rounded >= size);
  const [name, size] = units[first];
  const text = `${Math.floor(rounded / size)} ${name}`;
  const below = units[first + 1];
  const rest = below ? Math.floor((rounded % size) / below[1]) : 0;
  return rest ? `${text} ${rest} ${below[0]}` : text;
}

function count(number, one, many = `${one}s`) {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

/** `a`, `a and b`, `a, b and c`. */
function enumerated(words) {
  if (words.length < 2) return words[0] ?? '';
  return `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
