import Foundation
import Scheduling

@testable import Store

/// A database with trees of several levels, overflowing rows, free pages and an index. The pages of each row are known
/// from SQLite's table `dbstat`.
final class PagedStore {
  struct Row: Hashable {
    var table: String
    /// The values of the row.
    var text: String
  }

  static let pageSize = 4096
  private static let tables = ["requests", "executed_requests", "runs", "apps", "learned"]

  let directory: TemporaryDirectory
  private(set) var file = Data()
  private(set) var pagesOfRow: [Row: Set<Int>] = [:]
  /// The tree of each page; none for free pages.
  private(set) var treeOfPage: [Int: String] = [:]
  /// The first pages of all trees, and the page with the directory of them.
  private(set) var firstPages: Set<Int> = [1]
  /// Pages that hold the end of rows that are too long for one.
  private(set) var overflowPages: Set<Int> = []

  /// - Parameter seed: The lengths of the rows, and with them their pages, follow from it.
  init(seed: UInt64) throws {
    directory = try TemporaryDirectory()
    let store = try SQLiteStore(path: directory.database)
    var random = RandomModel(seed: seed)
    try store.integers("PRAGMA synchronous = OFF")
    try Self.fill(store, &random)
    treeOfPage = try Self.trees(of: store)
    let roots = try store.integers("SELECT rootpage FROM sqlite_master WHERE rootpage > 0")
    firstPages.formUnion(roots.map { Int($0) })
    let overflow = try store.integers("SELECT pageno FROM dbstat WHERE pagetype = 'overflow'")
    overflowPages = Set(overflow.map { Int($0) })
    for table in Self.tables { try findRows(of: table, in: store) }
    store.close()
    file = try Data(contentsOf: URL(fileURLWithPath: directory.database))
  }

  var pageCount: Int { file.count / Self.pageSize }
  var rows: Set<Row> { Set(pagesOfRow.keys) }

  private static func fill(_ store: SQLiteStore, _ random: inout RandomModel) throws {
    var changes: [Change] = []
    for number in 1...240 as ClosedRange<Int64> {
      var request = Request.sample(
        "task-\(number)", sequence: number, app: number % 5 == 0 ? "mail" : nil)
      let length = number % 9 == 0 ? 9000 : 10 + random.below(691)
      request.terms.command.environment["X"] = String(repeating: "x\(number) ", count: length / 5)
      changes.append(.putRequest(request))
      changes.append(.putRun(.sample(number, of: request).ended()))
      guard number % 60 == 0 else { continue }
      // Replaced while it runs.
      changes += [.keepExecuted(request), .putRun(.sample(number + 1000, of: request))]
      request.sequence += 1000
      changes.append(.putRequest(request))
    }
    for id in ["mail", "news"] {
      changes.append(
        .putApp(App(key: AppKey(owner: 1000, id: id), registered: WallTime(seconds: 9))))
    }
    changes.append(.learn(Learned(name: "unknown", bytes: Array(repeating: 7, count: 6000))))
    try store.commit(changes, at: .sample(1), bootID: "boot")
    // Free pages, which contain no rows.
    let removed = (200...230).map { number in
      Change.removeRequest(RequestKey(owner: 1000, id: "task-\(number)"))
    }
    try store.commit(removed, at: .sample(2), bootID: "boot")
  }

  private static func trees(of store: SQLiteStore) throws -> [Int: String] {
    let lines = try store.texts("SELECT pageno || ' ' || name FROM dbstat")
    return Dictionary(
      uniqueKeysWithValues: lines.map { line in
        let words = line.split(separator: " ")
        return (Int(words[0]) ?? 0, String(words[1]))
      })
  }

  /// The rows are in the order of the leaves. An overflow page has the name of its leaf and cell.
  private func findRows(of table: String, in store: SQLiteStore) throws {
    let pages = try store.texts(
      """
      SELECT path || ' ' || pageno || ' ' || pagetype || ' ' || ncell FROM dbstat
      WHERE name = '\(table)' ORDER BY path
      """
    ).map { $0.split(separator: " ").map { String($0) } }
    var lines = try Self.lines(of: table, in: store)[...]
    for leaf in pages where leaf[2] == "leaf" {
      for cell in 0..<(Int(leaf[3]) ?? 0) {
        let overflow = leaf[0] + String(format: "%03x", cell) + "+"
        let more = pages.filter { $0[2] == "overflow" && $0[0].hasPrefix(overflow) }
        guard let line = lines.popFirst() else { return }
        pagesOfRow[Row(table: table, text: line)] = Set(([leaf] + more).compactMap { Int($0[1]) })
      }
    }
  }

  private static func lines(of table: String, in store: SQLiteStore) throws -> [String] {
    let columns = try store.texts("SELECT name FROM pragma_table_info('\(table)')")
    let text = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ',' || ")
    return try store.texts("SELECT \(text) FROM \(table) ORDER BY rowid")
  }

  /// Returns the rows and the notices after `bytes` were opened in place of the database.
  func opening(_ bytes: Data, log: Data? = nil) throws -> (rows: Set<Row>, notices: [OpenNotice]) {
    let directory = try TemporaryDirectory()
    try bytes.write(to: URL(fileURLWithPath: directory.database))
    try log?.write(to: URL(fileURLWithPath: directory.database + "-wal"))
    let store = try SQLiteStore(path: directory.database)
    defer { store.close() }
    _ = try store.load()
    var rows: Set<Row> = []
    for table in Self.tables {
      rows.formUnion(try Self.lines(of: table, in: store).map { Row(table: table, text: $0) })
    }
    try store.commit(.putRequest(.sample("after", sequence: 100_000)))
    return (rows, store.notices)
  }
}
