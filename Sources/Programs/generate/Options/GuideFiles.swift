/// The tables of the documentation, each between two marks in a handwritten page.
enum GuideFiles {
  static let pages = ["docs/rubatoctl.md", "docs/tasks.md"]

  /// Returns the pages with their new tables: options of the command line in the first page, keys of task files in the
  /// second.
  static func files(of checkout: Checkout) throws -> [GeneratedFile] {
    let options = table(Option.all.map { ($0, $0.typed, $0.guide) }, head: "option")
    var rowsOfKeys: [(option: Option, name: String, row: Option.Row)] = []
    for option in Option.all {
      guard let key = option.key, let row = option.taskGuide else { continue }
      rowsOfKeys.append((option, "`\(key)`", row))
    }
    let keys = table(rowsOfKeys, head: "key")
    return try zip(pages, [options, keys]).map { page, table in
      try GeneratedFile(page, in: checkout) { _ in table }
    }
  }

  /// Returns the lines of a Markdown table. A row without a text adds its name to the row above.
  private static func table(
    _ rows: [(option: Option, name: String, row: Option.Row)], head: String
  ) -> [String] {
    var joined: [(names: [String], row: Option.Row)] = []
    for (_, name, row) in rows {
      if row.text == nil, !joined.isEmpty {
        joined[joined.count - 1].names.append(name)
      } else {
        joined.append(([name], row))
      }
    }
    return ["| \(head) | | default |", "|---|---|---|"]
      + joined.map { names, row in
        let cells = [names.joined(separator: ", "), row.text ?? "", row.unlessGiven]
        return "|" + cells.map { $0.isEmpty ? " |" : " \($0) |" }.joined()
      }
  }
}

extension Option {
  /// The option with its dashes and the name of its value.
  fileprivate var typed: String {
    guide.value.isEmpty ? "`--\(flag)`" : "`--\(flag) \(guide.value)`"
  }
}
