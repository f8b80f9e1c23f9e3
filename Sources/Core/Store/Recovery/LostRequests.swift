/// The requests of which only the entry in an index is left.
struct LostRequests {
  private let tables: RawTables
  private let database: Database
  private static let indices = ["requests_of_commands", "requests_of_apps"]

  /// - Parameter database: The new one, with all readable rows.
  init(_ tables: RawTables, _ database: Database) {
    self.tables = tables
    self.database = database
  }

  /// Returns the names of the requests that are in an index of the damaged database but not in the new one, as
  /// `owner/id` or `owner/app/id`, in order.
  func names() throws(StoreError) -> [String] {
    var names: Set<String> = []
    for index in Self.indices {
      guard let root = tables.roots[index] else { continue }
      for entry in entries(from: root) {
        if let name = try name(of: entry) { names.insert(name) }
      }
    }
    return names.sorted()
  }

  /// Returns the values of all readable entries of an index whose tree starts at page `root`. A page that cannot be
  /// read, or is not of an index, is skipped.
  private func entries(from root: Int) -> [[RawValue]] {
    var entries: [[RawValue]] = []
    var pagesToRead = [root]
    // A damaged page can lead back to a page above it.
    var seenPages: Set = [root]
    while let number = pagesToRead.popLast() {
      guard let page = RawPage(number, of: tables.database),
        page.kind == .leafIndex || page.kind == .interiorIndex
      else { continue }
      entries += page.cells.compactMap(\.values)
      pagesToRead += page.children.filter { seenPages.insert($0).inserted }
    }
    return entries
  }

  /// Returns the name of the request of an index entry (owner, app if it has one, id, and row number); `nil` if the
  /// request exists, or the entry is invalid.
  private func name(of entry: [RawValue]) throws(StoreError) -> String? {
    guard entry.count >= 3, case .integer(let owner) = entry[0], UInt32(exactly: owner) != nil,
      case .integer(let sequence) = entry[entry.count - 1]
    else { return nil }
    // The texts between the owner and the row number: the id, or the app and the id.
    let texts = entry[1..<(entry.count - 1)].compactMap { value in
      if case .text(let text) = value, Self.isName(text) { text } else { nil }
    }
    let areAllNames = texts.count == entry.count - 2
    guard areAllNames, let id = texts.last else { return nil }
    let app = texts.count == 2 ? texts[0] : nil
    let isThere =
      try database.integer(
        """
        SELECT EXISTS (SELECT 1 FROM requests
        WHERE sequence = ?1 OR owner = ?2 AND app IS ?3 AND id = ?4)
        """
      ) { binder in
        binder.bind(sequence)
        binder.bind(owner)
        binder.bind(app)
        binder.bind(id)
      } == 1
    return isThere ? nil : (["\(owner)"] + texts).joined(separator: "/")
  }

  /// Returns whether `text` can be the id of a request or an app: 1 to 128 printable ASCII characters without spaces.
  private static func isName(_ text: String) -> Bool {
    let printable = UInt8(ascii: "!")...UInt8(ascii: "~")
    return (1...128).contains(text.utf8.count) && text.utf8.allSatisfy { printable.contains($0) }
  }
}
