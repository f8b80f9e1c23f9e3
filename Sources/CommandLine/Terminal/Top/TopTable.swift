/// The rows of a section in columns. The last column has the rest of the screen and is cut.
struct TopTable {
  private let titles: [Table.Column]
  private let style: Style
  private let width: Int
  private var rows: [(cells: [Table.Cell], isSelected: Bool)] = []

  /// - Parameter width: The columns of the screen.
  init(_ titles: [Table.Column], _ style: Style, _ width: Int) {
    (self.titles, self.style, self.width) = (titles, style, width)
  }

  /// Adds a row, which has a cell for each title.
  mutating func add(_ cells: [Table.Cell], isSelected: Bool) {
    precondition(cells.count == titles.count)
    rows.append((cells, isSelected))
  }

  /// The titles and the rows. A mark is before the selected row, which is also shown in reverse with colours.
  var lines: [String] {
    let widths = widths
    return [line(titles.map { Table.Cell($0.title, .heading) }, widths, isSelected: false)]
      + rows.map { line($0.cells, widths, isSelected: $0.isSelected) }
  }

  /// The width of each column: that of its widest cell, but at most three tenths of the screen, so that one long name
  /// leaves room for the others.
  private var widths: [Int] {
    let widthLimit = width * 3 / 10
    return titles.indices.map { index in
      let widestCell = rows.map { $0.cells[index].text.columns }.max() ?? 0
      return min(max(widestCell, titles[index].title.columns), widthLimit)
    }
  }

  /// Returns a row as a line of at most the width. A selected row is as wide as the screen, without the colours of its
  /// cells.
  private func line(_ cells: [Table.Cell], _ widths: [Int], isSelected: Bool) -> String {
    let mark = isSelected ? "> " : "  "
    var (line, usedColumns) = (mark, mark.columns)
    for (index, cell) in cells.enumerated() {
      let isLast = index == cells.count - 1
      let room = isLast ? max(0, width - usedColumns) : widths[index]
      let text =
        isLast ? cell.text.cut(to: room) : cell.text.fitted(to: room, titles[index].alignment)
      line += isSelected ? text : style.paint(text, cell.role)
      line += isLast ? "" : Table.gap
      usedColumns += room + Table.gap.columns
    }
    guard isSelected else { return Style.cut(line, to: width) }
    return style.reversed(line.fitted(to: width))
  }
}
