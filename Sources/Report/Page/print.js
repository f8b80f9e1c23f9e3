// On paper: the whole span, all rows, in the light colours and as sharp as a printer draws.

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
    Object.assign(view, {from: 0, to: view.story.length, width: paperWidth - nameWidth});
    // Chromium prints what was drawn, not its dots, and places it wrongly at some other densities.
    this.paintAll(2);
  }

  end() {
    delete document.documentElement.dataset.paper;
    this.picture.palette.read();
    Object.assign(this.picture.view, this.before);
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
