@testable import Store

extension SQLiteStore {
  /// The integers that `sql` answers with, on the connection that commits.
  @discardableResult
  func integers(_ sql: String) throws -> [Int64] {
    try access { (database, _) throws(StoreError) in
      try PreparedStatement(database, sql: sql)
        .rows { (row) throws(StoreError) in try row.integer() }
    }
  }
}

extension SQLiteStore {
  /// The texts that `sql` answers with.
  func texts(_ sql: String) throws -> [String] {
    try access { (database, _) throws(StoreError) in
      try PreparedStatement(database, sql: sql)
        .rows { (row) throws(StoreError) in try row.optionalText() ?? "" }
    }
  }

  private static let kept = [
    "requests", "executed_requests", "runs", "apps", "meta", "device", "device_events", "learned",
    "failure_commands",
  ]

  /// Keeps a copy of every table.
  func keepTables() throws {
    for table in Self.kept {
      try integers("CREATE TABLE kept_\(table) AS SELECT * FROM \(table)")
    }
  }

  /// Restores the copies, and makes the store check the history again.
  func restoreTables() throws {
    let statements = Self.kept.flatMap {
      ["DELETE FROM \($0)", "INSERT INTO \($0) SELECT * FROM kept_\($0)"]
    }
    try transaction { (database, _) throws(StoreError) in
      for sql in statements { try PreparedStatement(database, sql: sql).execute() }
    }
    hasCheckedHistory = false
  }
}
