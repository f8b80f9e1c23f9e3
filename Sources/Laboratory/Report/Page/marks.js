// Shapes of runs. Each outcome has its own shape, so that outcomes differ not only by colour.

const outlines = {
  disc: (context, size) => context.arc(0, 0, size * 0.72, 0, 7),
  ring: (context, size) => context.arc(0, 0, size * 0.82, 0, 7),
  half: (context, size) => context.arc(0, 0, size * 0.9, Math.PI / 2, Math.PI * 1.5),
  diamond: (context, size) => polygon(context, [[0, -size], [size, 0], [0, size], [-size, 0]]),
  triangle: (context, size) => polygon(context, [[-size, -size * 0.8], [size, -size * 0.8], [0, size]]),
  cross: (context, size) => {
    const [near, far] = [size * 0.35, size];
    polygon(context, [
      [0, -near], [far - near, -far], [far, near - far], [near, 0], [far, far - near], [far - near, far],
      [0, near], [near - far, far], [-far, far - near], [-near, 0], [-far, near - far], [near - far, -far]]);
  },
};

function polygon(context, points) {
  points.forEach(([x, y], index) => (index === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
  context.closePath();
}

/** Draws a mark around a point, with a rim that separates it from the background. */
function paintMark(pen, mark, x, y, size = 5) {
  const {context} = pen;
  const look = markLooks[mark];
  context.save();
  context.translate(x, y);
  context.beginPath();
  outlines[look.shape](context, size);
  context.lineJoin = 'round';
  context.strokeStyle = pen.colour('paper');
  context.lineWidth = 2.5;
  context.stroke();
  context.fillStyle = look.shape === 'ring' ? pen.colour('paper') : pen.colour(look.colour);
  context.fill();
  context.strokeStyle = pen.colour(look.shape === 'ring' ? look.colour : 'mark-rim');
  context.lineWidth = look.shape === 'ring' ? 1.8 : 0.8;
  context.stroke();
  context.restore();
}

/** Draws a ring around the chosen mark. */
function paintRing(pen, x, y) {
  const {context} = pen;
  context.beginPath();
  context.arc(x, y, 8, 0, 7);
  context.strokeStyle = pen.colour('focus');
  context.lineWidth = 2;
  context.stroke();
}
