// Draws on canvases: sizes, colours of the page's style, fills that also differ by pattern.

/** The current colours of the style: light, dark or in print. */
class Palette {
  constructor() {
    this.read();
  }

  read() {
    this.style = getComputedStyle(document.documentElement);
    this.known = new Map();
    this.patterns = new Map();
  }

  colour(name) {
    if (!this.known.has(name)) this.known.set(name, this.style.getPropertyValue(`--${name}`).trim());
    return this.known.get(name);
  }
}

class Pen {
  constructor(canvas, palette) {
    this.canvas = canvas;
    this.palette = palette;
    this.context = canvas.getContext('2d');
  }

  /** Empties the canvas and sets its size. `density` is the number of dots of the output device for a pixel of CSS. */
  begin(width, height, density) {
    this.canvas.width = Math.round(width * density);
    this.canvas.height = Math.round(height * density);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.context.setTransform(density, 0, 0, density, 0, 0);
  }

  /** Releases the memory of a canvas that is not visible. */
  free() {
    this.canvas.width = 0;
    this.canvas.height = 0;
  }

  colour(name) {
    return this.palette.colour(name);
  }

  font(size, weight = 400) {
    return `${weight} ${size}px ${this.colour('font')}`;
  }

  line(x, top, bottom, colour) {
    this.context.fillStyle = colour;
    this.context.fillRect(Math.round(x) - 0.5, top, 1, bottom - top);
  }

  /** The fill style of a look, `{colour, pattern}`. */
  fill(look) {
    const key = `${look.colour} ${look.pattern}`;
    const {patterns} = this.palette;
    if (!patterns.has(key)) patterns.set(key, this.made(look));
    return patterns.get(key);
  }

  made(look) {
    const colour = this.colour(look.colour);
    if (!look.pattern) return colour;
    const density = 2;
    const tile = document.createElement('canvas');
    tile.width = tile.height = 6 * density;
    const context = tile.getContext('2d');
    context.scale(density, density);
    context.fillStyle = colour;
    context.fillRect(0, 0, 6, 6);
    context.strokeStyle = context.fillStyle = this.colour(`${look.colour}-line`) || this.colour('pattern');
    context.lineWidth = 1.4;
    strokes[look.pattern](context);
    const pattern = this.context.createPattern(tile, 'repeat');
    pattern.setTransform(new DOMMatrix().scale(1 / density));
    return pattern;
  }
}

function stroke(context, ...lines) {
  context.beginPath();
  for (const [x1, y1, x2, y2] of lines) {
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
  }
  context.stroke();
}

/** Patterns, in a tile of 6 by 6. */
const strokes = {
  rising: (context) => stroke(context, [-1, 1, 1, -1], [-1, 7, 7, -1], [5, 7, 7, 5]),
  falling: (context) => stroke(context, [-1, 5, 1, 7], [-1, -1, 7, 7], [5, -1, 7, 1]),
  upright: (context) => stroke(context, [1.5, 0, 1.5, 6], [4.5, 0, 4.5, 6]),
  level: (context) => stroke(context, [0, 1.5, 6, 1.5], [0, 4.5, 6, 4.5]),
  crossed: (context) => stroke(context, [-1, -1, 7, 7], [-1, 7, 7, -1]),
  dots: (context) => {
    for (const [x, y] of [[1.5, 1.5], [4.5, 4.5]]) {
      context.beginPath();
      context.arc(x, y, 1, 0, 7);
      context.fill();
    }
  },
};
