// Prepares the page for print: the whole span and all rows, in the light colours and in the resolution of a printer.
// The tables are after the picture, and are unfolded.

const paperWidth = 1036;
const nameWidth = 168;

class Printing {
  constructor(picture) {
    this.picture = picture;
    addEventListener('beforeprint', () => this.begin());
    addEventListener('afterprint', () => this.end());
  }

  begin() {
    const {view} = this.picture;
    this.before = {from: view.from, to: view.to, width: view.width};
    document.documentElement.dataset.paper = '';
    this.picture.palette.read();
    const tables = document.getElementById('tables');
    this.folded = [...tables.querySelectorAll('details:not([open])')];
    for (const one of this.folded) one.open = true;
    document.getElementById('timeline').after(tables);
    Object.assign(view, {from: 0, to: view.story.length, width: paperWidth - nameWidth});
    const axis = this.picture.top[1];
    this.hours = axis.words();
    axis.canvas.after(this.hours);
    // Chromium prints the drawing commands instead of the dots. At some other densities it places them wrongly.
    this.paintAll(2);
  }

  end() {
    delete document.documentElement.dataset.paper;
    this.picture.palette.read();
    Object.assign(this.picture.view, this.before);
    this.hours.remove();
    for (const one of this.folded) one.open = false;
    document.getElementById('timeline').before(document.getElementById('tables'));
    for (const row of this.picture.rows) if (!row.isSeen) row.pen.free();
    this.picture.restyle();
  }

  paintAll(density) {
    for (const canvas of document.querySelectorAll('canvas.swatch')) canvas.repaint();
    for (const part of this.picture.top) part.paint(density);
    for (const row of this.picture.rows) row.paint(density, undefined);
    document.getElementById('range').textContent = this.picture.view.words;
  }
}
