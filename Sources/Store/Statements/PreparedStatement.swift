import GRDB
import GRDBSQLite

/// A statement that is prepared once and executed often.
final class PreparedStatement {
  /// Owns the handle.
  private let statement: Statement
  private let handle: OpaquePointer
  private let path: String
  private let table: String

  /// Prepares `sql`. Errors name `path`, the database, and `table`, where rows are read.
  init(_ database: Database, path: String, table: String = "", sql: String) throws(StoreError) {
    do {
      statement = try database.makeStatement(sql: sql)
    } catch {
      throw StoreError(error, path: path)
    }
    handle = statement.sqliteStatement
    self.path = path
    self.table = table
  }

  /// Executes the statement for what it does.
  func execute(_ bind: (inout Binder) -> Void = { _ in }) throws(StoreError) {
    try start(bind)
    defer { finish() }
    while try step() {}
  }

  /// Every row of the answer, as `read` understands it.
  func rows<Value>(
    _ bind: (inout Binder) -> Void = { _ in },
    _ read: (inout RowReader) throws(StoreError) -> Value
  ) throws(StoreError) -> [Value] {
    try start(bind)
    defer { finish() }
    var values: [Value] = []
    while try step() {
      var row = RowReader(handle, path: path, table: table)
      values.append(try read(&row))
    }
    return values
  }

  private func start(_ bind: (inout Binder) -> Void) throws(StoreError) {
    var binder = Binder(handle)
    bind(&binder)
    guard binder.result == SQLITE_OK else {
      finish()
      throw StoreError(code: binder.result, connection: sqlite3_db_handle(handle), path: path)
    }
  }

  /// Whether there is another row.
  private func step() throws(StoreError) -> Bool {
    let code = sqlite3_step(handle)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw StoreError(code: code, connection: sqlite3_db_handle(handle), path: path)
    }
  }

  /// Makes it ready for the next time, and lets go of what was bound.
  private func finish() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }
}
