import Foundation
import Scheduling
import Testing

@testable import Store

/// A store in which one value after the other is damaged, tried and mended.
final class DamagedStore {
  private let directory: TemporaryDirectory
  private let lived = LivedStore()
  private let whole: Snapshot
  private let store: SQLiteStore
  private var drawn = 0
  private var cases = 0
  private var fitting = 0
  /// One of this many values is tried, and one of this many values that fit is used in a life. All of them take hours.
  private let sample =
    ProcessInfo.processInfo.environment["RUBATO_TEST_DAMAGE"] == "all" ? 1 : 7

  init() throws {
    directory = try TemporaryDirectory()
    store = try SQLiteStore(path: directory.database)
    try store.integers("PRAGMA synchronous = OFF")
    for changes in lived.changes { try store.commit(changes, at: lived.now, bootID: "boot") }
    whole = try store.load()
    #expect(store.notices == [])
    try store.keepTables()
    try store.restoreTables()
  }

  func tryColumns(of table: String) throws {
    for column in try store.texts("SELECT name || ' ' || type FROM pragma_table_info('\(table)')") {
      let words = column.split(separator: " ").map { String($0) }
      try tryValues(of: words[0], words[1], in: table)
    }
    say("whole: \(cases) values")
  }

  /// Unreadable values are reported; the rest is used.
  func tryLearned() throws {
    for learned in whole.learned {
      for bytes in Extremes.replacingWords(in: learned.bytes, every: sample) {
        let changed = Learned(name: learned.name, bytes: bytes)
        cases += 1
        guard changed.misfit == nil else { continue }
        fitting += 1
        guard fitting % sample == 0 else { continue }
        say("tried \(changed)")
        var snapshot = Snapshot()
        snapshot.learned = [changed]
        snapshot.apps = whole.apps
        snapshot.requests = whole.requests
        try Driver.drive(snapshot, on: MemoryStore(), from: lived.now)
      }
    }
    say("whole: \(cases) values")
  }

  private func tryValues(of column: String, _ type: String, in table: String) throws {
    let rows = try store.integers("SELECT rowid FROM \(table) ORDER BY rowid DESC LIMIT 3")
    for row in rows {
      for value in try values(of: column, type, in: table, row: row) {
        try tryValue(value, in: column, of: table, row: row)
      }
    }
  }

  private func values(
    of column: String, _ type: String, in table: String, row: Int64
  ) throws -> [String] {
    switch type {
    case "INTEGER": return Extremes.integers.map { String($0) } + ["NULL"]
    case "REAL": return Extremes.fractions + ["NULL"]
    case "BLOB": return ["x''", "x'00'", "x'01'", "zeroblob(2000)", "randomblob(300)"]
    default:
      let text = try store.texts("SELECT \(column) FROM \(table) WHERE rowid = \(row)").first ?? ""
      return (Extremes.texts + Extremes.replacingNumbers(in: text)).map { $0.quoted } + ["NULL"]
    }
  }

  private func tryValue(
    _ value: String, in column: String, of table: String, row: Int64
  ) throws {
    drawn += 1
    guard drawn % sample == 0 else { return }
    let update = "UPDATE \(table) SET \(column) = \(value) WHERE rowid = \(row)"
    // The schema refuses some values.
    guard (try? store.integers(update)) != nil else { return }
    say("tried \(update)")
    cases += 1
    let before = store.notices.count
    let snapshot = try store.load()
    let hasNotice = store.notices.count > before
    expectNothingElseIsLost(in: snapshot, hasNotice: hasNotice, update)
    // Rows that were set aside are no longer in the table.
    if !hasNotice {
      fitting += 1
      if fitting % sample == 0 { try Driver.drive(snapshot, on: store, from: lived.now) }
    }
    try store.restoreTables()
  }

  private func expectNothingElseIsLost(in snapshot: Snapshot, hasNotice: Bool, _ update: String) {
    let missing = whole.rowCount - snapshot.rowCount
    #expect((0...1).contains(missing), "\(update)")
    #expect(missing == 0 || hasNotice, "\(update)")
  }

  private func say(_ line: String) {
    FileHandle.standardError.write(Data((line.prefix(400) + "\n").utf8))
  }
}

extension Snapshot {
  fileprivate var rowCount: Int {
    apps.count + requests.count + executed.count + liveRuns.count + learned.count
  }
}

extension String {
  fileprivate var quoted: String {
    "CAST(x'" + utf8.map { String(format: "%02x", $0) }.joined() + "' AS TEXT)"
  }
}
