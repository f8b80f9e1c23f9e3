import CSQLite

/// A connection to an SQLite database. One thread at a time uses it.
final class Database {
  let path: String
  /// The handle for calls of SQLite.
  let handle: OpaquePointer
  private var isOpen = true

  /// The time for which a commit waits for a user who reads the file with SQLite's tools.
  private static let busyMilliseconds: Int32 = 5000

  /// Opens the file at `path`, which SQLite creates if none exists.
  init(path: String) throws(StoreError) {
    var made: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &made, flags, nil)
    guard code == SQLITE_OK, let made else {
      // There is a connection, for its error (sqlite.org/c3ref/open.html).
      defer { sqlite3_close_v2(made) }
      throw StoreError(code: code, connection: made, path: path)
    }
    self.path = path
    handle = made
    sqlite3_extended_result_codes(made, 1)
    sqlite3_busy_timeout(made, Self.busyMilliseconds)
  }

  deinit { close() }

  /// Releases the file, as soon as there are no prepared statements.
  func close() {
    if isOpen { sqlite3_close_v2(handle) }
    isOpen = false
  }

  /// Whether a transaction is open.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Executes several statements in order, and ignores their rows.
  func execute(_ sql: String) throws(StoreError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw StoreError(code: code, connection: handle, path: path) }
  }

  /// Executes a query, and returns the text in the first column of each row. A NULL is thrown as an error.
  func texts(_ sql: String) throws(StoreError) -> [String] {
    try PreparedStatement(self, sql: sql).rows { row throws(StoreError) in
      try row.required(row.optionalText())
    }
  }

  /// Executes a query with the parameters that `bind` binds, and returns the integer in the first column of its first
  /// row; `nil` if there is no row, or it is NULL.
  func integer(
    _ sql: String, _ bind: (inout Binder) -> Void = { _ in }
  ) throws(StoreError) -> Int64? {
    let integers = try PreparedStatement(self, sql: sql).rows(bind) { row throws(StoreError) in
      try row.optionalInteger()
    }
    guard let first = integers.first else { return nil }
    return first
  }

  /// Executes `body` in a transaction. If `body` or the commit fails, no change is made and the error is thrown; the
  /// connection stays usable.
  func transaction(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    try execute("BEGIN IMMEDIATE")
    do throws(StoreError) {
      try body()
      try execute("COMMIT")
    } catch {
      // A full disk or an I/O error may have rolled back already (sqlite.org/lang_transaction.html).
      if isInTransaction { try? execute("ROLLBACK") }
      throw error
    }
  }
}
