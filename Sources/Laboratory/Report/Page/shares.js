// Bands of intervals, at any zoom. Each column of dots shows the shares of the kinds in its time, so an interval that
// is shorter than a dot is neither lost nor drawn too long.

/** The share of each kind in the time of each column: `width` columns of `kinds` numbers.
 *
 *  `kindsOf(value)` returns the kinds of an interval's value. Each kind gets an equal share. */
function columnShares(lists, view, kinds, kindsOf) {
  const width = Math.max(1, Math.ceil(view.width));
  const shares = new Float32Array(width * kinds);
  const scale = view.width / (view.to - view.from);
  for (const spells of lists) {
    for (let index = firstBehind(spells, view.from); index < spells.size; index += 1) {
      if (spells.start[index] >= view.to) break;
      const left = Math.max(0, (spells.start[index] - view.from) * scale);
      const right = Math.min(width, (spells.end[index] - view.from) * scale);
      const members = kindsOf(spells.value[index]);
      for (const kind of members) addShare(shares, kinds, kind, left, right, 1 / members.length / lists.length);
    }
  }
  return {shares, kinds, width};
}

function addShare(shares, kinds, kind, left, right, weight) {
  const last = Math.ceil(right);
  for (let column = Math.floor(left); column < last; column += 1) {
    const part = Math.min(right, column + 1) - Math.max(left, column);
    shares[column * kinds + kind] += part * weight;
  }
}

/** The heights of a column's layers in whole dots; at least one for each kind that occurs. */
function layersOf(columns, column, height) {
  const layers = [];
  for (let kind = 0; kind < columns.kinds; kind += 1) {
    const share = columns.shares[column * columns.kinds + kind];
    layers.push(share > 0.004 ? Math.max(1, Math.round(share * height)) : 0);
  }
  const over = layers.reduce((sum, layer) => sum + layer, 0) - Math.round(height);
  if (over > 0) layers[layers.indexOf(Math.max(...layers))] -= over;
  return layers;
}

/** Paints the layers from the bottom up. Equal columns next to each other become one rectangle for each layer. */
function paintShares(pen, columns, top, height, looks) {
  let begin = 0;
  let layers = layersOf(columns, 0, height);
  for (let column = 1; column <= columns.width; column += 1) {
    const next = column < columns.width ? layersOf(columns, column, height) : [];
    if (next.length === layers.length && next.every((layer, kind) => layer === layers[kind])) continue;
    paintColumns(pen, begin, column, layers, top + height, looks);
    begin = column;
    layers = next;
  }
}

function paintColumns(pen, begin, end, layers, bottom, looks) {
  let y = bottom;
  layers.forEach((layer, kind) => {
    if (layer === 0) return;
    pen.context.fillStyle = pen.fill(looks[kind]);
    pen.context.fillRect(begin, y - layer, end - begin, layer);
    y -= layer;
  });
}
