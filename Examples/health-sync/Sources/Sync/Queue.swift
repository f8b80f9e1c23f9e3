import CSQLite
import Foundation

/// Samples that are not uploaded yet, and whether the user wants the upload, in an SQLite file. The queue may be used
/// from any thread.
public final class Queue: @unchecked Sendable {
  private let database: OpaquePointer?

  public init(path: String) {
    var opened: OpaquePointer?
    guard sqlite3_open(path, &opened) == SQLITE_OK else { fatalError("cannot open \(path)") }
    database = opened
    _ = ask("CREATE TABLE IF NOT EXISTS sample (id INTEGER PRIMARY KEY, body TEXT UNIQUE)")
    _ = ask("CREATE TABLE IF NOT EXISTS activated (id INTEGER PRIMARY KEY)")
  }

  deinit { sqlite3_close(database) }

  public var isActivated: Bool { !ask("SELECT id FROM activated").isEmpty }
  public func activate() { _ = ask("INSERT OR IGNORE INTO activated VALUES (1)") }
  public func add(_ sample: String) {
    _ = ask("INSERT OR IGNORE INTO sample (body) VALUES (?)", sample)
  }
  public var next: String? { ask("SELECT body FROM sample ORDER BY id LIMIT 1").first }
  public func remove(_ sample: String) { _ = ask("DELETE FROM sample WHERE body = ?", sample) }

  /// Returns the first column.
  private func ask(_ query: String, _ value: String? = nil) -> [String] {
    var (statement, rows): (OpaquePointer?, [String]) = (nil, [])
    sqlite3_prepare_v2(database, query, -1, &statement, nil)
    defer { sqlite3_finalize(statement) }
    // SQLite copies the value.
    let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    if let value { sqlite3_bind_text(statement, 1, value, -1, copies) }
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "")
    }
    return rows
  }
}
