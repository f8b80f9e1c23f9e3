/// Rows in aligned columns.
package struct Table {
  package enum Alignment: Sendable {
    case left, right
  }

  package struct Column: Sendable {
    let title: String
    let alignment: Alignment
    /// Whether its cells can be wrapped if the table is wider than the screen.
    let wraps: Bool

    package init(_ title: String, _ alignment: Alignment = .left, wraps: Bool = false) {
      self.title = title
      self.alignment = alignment
      self.wraps = wraps
    }
  }

  package struct Cell: Sendable {
    let text: String
    let role: Role
    /// The number of columns.
    let columns: Int

    package init(_ text: String, _ role: Role = .plain) {
      self.text = text.visible
      self.role = role
      columns = self.text.columns
    }
  }

  /// The text between the cells of a row.
  static let gap = "  "

  let columns: [Column]
  private var rows: [[Cell]] = []

  package init(_ columns: [Column]) {
    self.columns = columns
  }

  /// Adds a row, which has a cell for each column.
  package mutating func add(_ cells: [Cell]) {
    precondition(cells.count == columns.count)
    rows.append(cells)
  }

  /// The treatment of a line that does not fit: its last cell is cut or wrapped, or the cells of all columns that can
  /// be wrapped are.
  package enum Overflow: Sendable {
    case cut, wrapped, wrappedCells
  }

  /// Returns the table's lines, the titles first.
  package func lines(on screen: Screen, _ overflow: Overflow = .cut) -> [String] {
    let titles = columns.map { Cell($0.title, .heading) }
    let allRows = [titles] + rows
    // Each column is as wide as its widest cell.
    let widths = columns.indices.map { index in
      allRows.lazy.map { cells in cells[index].columns }.max() ?? 0
    }
    if overflow == .wrappedCells {
      return wrappedLines(allRows, narrowed(widths, to: screen.width), screen)
    }
    return allRows.map { cells in line(cells, widths, screen, overflow) }
  }

  /// Returns a row as a line, with its cells padded to the widths and without spaces at its end. Only the last cell is
  /// cut or wrapped.
  func line(
    _ cells: [Cell], _ widths: [Int], _ screen: Screen, _ overflow: Overflow
  ) -> String {
    var line = ""
    var usedColumns = 0
    for (index, cell) in cells.enumerated() {
      let isLast = index == cells.count - 1
      let text = isLast ? lastText(cell.text, behind: usedColumns, screen, overflow) : cell.text
      let isLeft = columns[index].alignment == .left
      let padding = String(repeating: " ", count: max(0, widths[index] - cell.columns))
      if !isLeft { line += padding }
      line += screen.paint(text, cell.role)
      // Spaces at the end of a line are not printed.
      guard !isLast else { break }
      if isLeft { line += padding }
      line += Self.gap
      usedColumns += widths[index] + Self.gap.utf8.count
    }
    return line.trimmedAtEnd
  }

  /// Returns the text of the last cell, cut or wrapped to the columns that are left after the first `usedColumns`.
  private func lastText(
    _ text: String, behind usedColumns: Int, _ screen: Screen, _ overflow: Overflow
  ) -> String {
    switch overflow {
    case .cut: cutText(text, to: screen.width.map { $0 - usedColumns })
    case .wrapped: screen.wrap(text, indent: usedColumns)
    // Its cells were narrowed already.
    case .wrappedCells: text
    }
  }

  /// Cuts a text to `room` columns, with an ellipsis at its end. Returns it unchanged if `room` is `nil` or at most 8.
  private func cutText(_ text: String, to room: Int?) -> String {
    guard let room, room > 8 else { return text }
    return text.cut(to: room)
  }
}

extension String {
  /// The text without spaces at its end.
  var trimmedAtEnd: String {
    var text = utf8[...]
    while text.last == UInt8(ascii: " ") { text.removeLast() }
    return text.count == utf8.count ? self : String(Substring(text))
  }
}
