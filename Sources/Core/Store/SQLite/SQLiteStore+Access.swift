import Scheduling

extension SQLiteStore {
  /// Calls `body` with the open database and its prepared statements, and returns the result. Throws `closed` after
  /// `close`.
  func access<Value>(
    _ body: (Database, Statements) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    guard let connection, let statements = connection.statements else { throw .closed }
    return try body(connection.database, statements)
  }

  /// Returns every row of `sql`, a `SELECT` of whole rows of `Row`, with the parameters that `bind` binds. Throws
  /// `unreadableRow` if a row contains values that are never written.
  func fetch<Row: TableRow>(
    _ sql: String, _ bind: (inout Binder) -> Void = { _ in }
  ) throws(StoreError) -> [Row] {
    try access { (database, _) throws(StoreError) in
      let statement = try PreparedStatement(
        database, table: Row.table.name, sql: sql)
      return try statement.rows(bind) { (row) throws(StoreError) in
        let value = try Row(from: &row)
        if let misfit = value.rowMisfit {
          throw .unreadableRow(
            path: path, table: Row.table.name, column: misfit.field, value: misfit.value)
        }
        return value
      }
    }
  }

  /// Reads the rows that match `condition`. The result contains the readable rows with their numbers, and separately
  /// the rows that cannot be read.
  ///
  /// - Parameters:
  ///   - condition: SQL text that follows the `SELECT`; all rows by default.
  ///   - table: The table to read; the rows' own by default.
  func readRows<Row: TableRow>(
    _ condition: String = "", of table: StoredTable = Row.table
  ) throws(StoreError) -> ReadRows<Row> {
    try access { (database, _) throws(StoreError) in
      let statement = try PreparedStatement(
        database, table: table.name, sql: table.numberedSelect + condition)
      // The rows are counted first, so that space is reserved once.
      let count = try PreparedStatement(
        database, table: table.name,
        sql: "SELECT count(*) FROM (SELECT 1 FROM \(table.name)\(condition))"
      ).rows { (row) throws(StoreError) in try row.integer(as: Int.self) }
      var found = ReadRows<Row>(of: table)
      found.reserve(count.first ?? 0)
      // `found` collects the rows and the failures, so the result is not needed.
      _ = try statement.rows { (row) throws(StoreError) in found.read(&row) }
      return found
    }
  }
}
