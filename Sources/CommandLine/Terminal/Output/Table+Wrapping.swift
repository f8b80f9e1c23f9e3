// Tables of which several columns are wrapped.
extension Table {
  /// The least width to which a column is narrowed.
  private static let leastWidth = 12

  /// Returns the widths, with the widest columns that can be wrapped narrowed until the table fits the screen, or until
  /// all of them are at their least width.
  ///
  /// - Parameter width: The columns of the screen; `nil` if lines can have any length.
  func narrowed(_ widths: [Int], to width: Int?) -> [Int] {
    guard let width else { return widths }
    var widths = widths
    // The last column can always be wrapped.
    let wrappableColumns = columns.indices.filter { columns[$0].wraps || $0 == columns.count - 1 }
    let gaps = Self.gap.utf8.count * (widths.count - 1)
    var excess = widths.reduce(0, +) + gaps - width
    while excess > 0, let widest = wrappableColumns.max(by: { widths[$0] < widths[$1] }),
      widths[widest] > Self.leastWidth
    {
      let widestWidth = widths[widest]
      // Down to the next narrower column in one step: a command line can have thousands of characters.
      let nextWidth = wrappableColumns.map { widths[$0] }.filter { $0 < widestWidth }.max() ?? 0
      let distance = widestWidth - max(Self.leastWidth, nextWidth)
      // Columns of the same width share the excess. Each step is at least 1, so that the loop ends.
      let columnsOfThisWidth = wrappableColumns.count { widths[$0] == widestWidth }
      let step = max(1, min(distance, excess / columnsOfThisWidth))
      widths[widest] -= step
      excess -= step
    }
    return widths
  }

  /// Returns each row as one text, in which a cell that is wider than its column has several lines.
  func wrappedLines(_ rows: [[Cell]], _ widths: [Int], _ screen: Screen) -> [String] {
    rows.map { cells in
      // Almost all rows of a long list fit.
      if zip(cells, widths).allSatisfy({ $0.columns <= $1 }) {
        return line(cells, widths, screen, .wrappedCells)
      }
      return wrappedLines(of: cells, widths, screen).joined(separator: "\n")
    }
  }

  /// Returns the lines of one row, as many as its highest cell has; shorter cells are empty below their text.
  private func wrappedLines(of cells: [Cell], _ widths: [Int], _ screen: Screen) -> [String] {
    let linesOfCells = zip(cells, widths).map { $0.text.wrapped(to: $1) }
    let height = linesOfCells.map(\.count).max() ?? 1
    return (0..<height).map { lineNumber -> String in
      let texts = cells.indices.map { index -> String in
        let lines = linesOfCells[index]
        let text = lineNumber < lines.count ? lines[lineNumber] : ""
        let padding = String(repeating: " ", count: max(0, widths[index] - text.columns))
        let painted = screen.paint(text, cells[index].role)
        if columns[index].alignment == .right { return padding + painted }
        return index == cells.count - 1 ? painted : painted + padding
      }
      return texts.joined(separator: Self.gap).trimmedAtEnd
    }
  }
}

extension String {
  /// Returns the text as lines of at most `width` columns, broken at spaces, or within a word that is longer.
  func wrapped(to width: Int) -> [String] {
    guard columns > width, width > 0 else { return [self] }
    var lines: [String] = []
    var (line, usedColumns) = ("", 0)
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      let needsNewLine = usedColumns > 0 && usedColumns + 1 + word.columns > width
      if needsNewLine {
        lines.append(line)
        (line, usedColumns) = ("", 0)
      }
      if usedColumns > 0 { (line, usedColumns) = (line + " ", usedColumns + 1) }
      // A word that is longer than a line is broken.
      for character in word {
        let columns = String(character).columns
        if usedColumns + columns > width, usedColumns > 0 {
          lines.append(line)
          (line, usedColumns) = ("", 0)
        }
        line.append(character)
        usedColumns += columns
      }
    }
    return lines + [line]
  }
}
