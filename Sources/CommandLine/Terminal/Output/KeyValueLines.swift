/// Facts on one subject, a line each, with aligned values.
package struct KeyValueLines {
  private var rows: [(key: String, value: String, role: Role)] = []

  package init() {}

  /// Adds a line, unless the value is `nil` or empty. A line with an empty key continues the line above.
  package mutating func add(_ key: String, _ value: String?, _ role: Role = .plain) {
    if let value, !value.isEmpty { rows.append((key, value.visible, role)) }
  }

  /// Returns the lines. The keys are aligned at their right ends, and long values are wrapped in their own column.
  package func lines(on screen: Screen) -> [String] {
    let longestKey = rows.map(\.key.count).max() ?? 0
    return rows.map { row in
      let padding = String(repeating: " ", count: longestKey - row.key.count)
      // Two spaces are between the key and the value.
      let value = screen.wrap(row.value, indent: longestKey + 2)
      return screen.paint(padding + row.key, .heading) + "  " + screen.paint(value, row.role)
    }
  }
}
