import CSQLite

/// A statement that is prepared once and executed often.
final class PreparedStatement {
  private let database: Database
  private let handle: OpaquePointer
  private let table: String

  /// Prepares `sql`, one statement. Errors name the file of `database`, and `table`, if rows are read.
  init(_ database: Database, table: String = "", sql: String) throws(StoreError) {
    var made: OpaquePointer?
    let code = sqlite3_prepare_v3(
      database.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil)
    guard code == SQLITE_OK, let made else {
      throw StoreError(code: code, connection: database.handle, path: database.path)
    }
    self.database = database
    handle = made
    self.table = table
  }

  deinit { sqlite3_finalize(handle) }

  /// Executes the statement with the parameters that `bind` binds, and ignores its rows.
  func execute(_ bind: (inout Binder) -> Void = { _ in }) throws(StoreError) {
    try start(bind)
    defer { reset() }
    while try step() {}
  }

  /// Executes the statement with the parameters that `bind` binds, and returns the value that `read` reads from each
  /// row.
  func rows<Value>(
    _ bind: (inout Binder) -> Void = { _ in },
    _ read: (inout RowReader) throws(StoreError) -> Value
  ) throws(StoreError) -> [Value] {
    try start(bind)
    defer { reset() }
    var values: [Value] = []
    while try step() {
      var row = RowReader(handle, path: database.path, table: table)
      values.append(try read(&row))
    }
    return values
  }

  /// Binds the parameters of the next execution. If a value cannot be bound, resets the statement and throws an error.
  private func start(_ bind: (inout Binder) -> Void) throws(StoreError) {
    var binder = Binder(handle)
    bind(&binder)
    guard binder.result == SQLITE_OK else {
      reset()
      throw failure(binder.result)
    }
  }

  /// Executes the statement up to its next row. Returns `false` if there is no further row.
  private func step() throws(StoreError) -> Bool {
    let code = sqlite3_step(handle)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw failure(code)
    }
  }

  /// Returns the error for a result code of this statement, with SQLite's message.
  private func failure(_ code: Int32) -> StoreError {
    StoreError(code: code, connection: database.handle, path: database.path)
  }

  /// Resets the statement, and releases its bound values.
  private func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }
}
