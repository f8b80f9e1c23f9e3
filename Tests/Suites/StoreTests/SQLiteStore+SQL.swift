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

  /// Takes away what version 1 had not: the tables and columns that later migrations have made.
  func becomeVersion1() throws {
    let first = try Database(path: ":memory:")
    try Schema.migrations.migrate(first, upTo: "1")
    let kept = try first.columnsOfTables()
    try connection?.database.becomeVersion1(like: first, kept)
  }
}

extension Database {
  fileprivate func becomeVersion1(
    like first: Database, _ kept: [String: Set<String>]
  ) throws(StoreError) {
    try transaction { () throws(StoreError) in
      for (table, columns) in try columnsOfTables() {
        guard let kept = kept[table] else {
          try execute("DROP TABLE \(table)")
          continue
        }
        guard kept.isSubset(of: columns) else {
          try execute("DROP TABLE \(table)")
          for statement in try first.declarations(of: table) { try execute(statement) }
          continue
        }
        for column in columns.subtracting(kept) {
          try execute("ALTER TABLE \(table) DROP COLUMN \(column)")
        }
      }
      try execute("DELETE FROM grdb_migrations WHERE identifier <> '1'")
    }
  }

  private func declarations(of table: String) throws(StoreError) -> [String] {
    try texts(
      """
      SELECT sql FROM sqlite_master WHERE tbl_name = '\(table)' AND sql IS NOT NULL ORDER BY type DESC
      """)
  }

  fileprivate func columnsOfTables() throws(StoreError) -> [String: Set<String>] {
    let tables = try texts(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    var columns: [String: Set<String>] = [:]
    for table in tables {
      columns[table] = Set(try TableShape.columns(of: table, self).map(\.name))
    }
    return columns
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
  ]

  /// Keeps a copy of every table.
  func keepTables() throws {
    for table in Self.kept {
      try integers("CREATE TABLE kept_\(table) AS SELECT * FROM \(table)")
    }
  }

  /// Puts the copies back, and looks at what ended anew.
  func restoreTables() throws {
    let statements = Self.kept.flatMap {
      ["DELETE FROM \($0)", "INSERT INTO \($0) SELECT * FROM kept_\($0)"]
    }
    try transaction { (database, _) throws(StoreError) in
      for sql in statements { try PreparedStatement(database, sql: sql).execute() }
    }
    hasSiftedHistory = false
  }
}
