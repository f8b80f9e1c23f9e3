import GRDB

@testable import Store

extension SQLiteStore {
  /// The integers that `sql` answers with, on the connection that commits.
  @discardableResult
  func integers(_ sql: String) throws -> [Int64] {
    try access { (database, _) throws(StoreError) in
      try PreparedStatement(database, path: path, sql: sql)
        .rows { (row) throws(StoreError) in try row.integer() }
    }
  }

  /// Takes away what version 1 had not: the tables and columns that later migrations have made.
  func becomeVersion1() throws {
    let first = try DatabaseQueue()
    try Schema.migrator.migrate(first, upTo: "1")
    let kept = try first.read { try $0.columnsOfTables() }
    try connection?.queue.write { database in
      for (table, columns) in try database.columnsOfTables() {
        guard let kept = kept[table] else {
          try database.execute(sql: "DROP TABLE \(table)")
          continue
        }
        guard kept.isSubset(of: columns) else {
          try database.execute(sql: "DROP TABLE \(table)")
          for statement in try first.read({ try $0.declarations(of: table) }) {
            try database.execute(sql: statement)
          }
          continue
        }
        for column in columns.subtracting(kept) {
          try database.execute(sql: "ALTER TABLE \(table) DROP COLUMN \(column)")
        }
      }
      try database.execute(sql: "DELETE FROM grdb_migrations WHERE identifier <> '1'")
    }
  }
}

extension Database {
  fileprivate func declarations(of table: String) throws -> [String] {
    try String.fetchAll(
      self,
      sql:
        "SELECT sql FROM sqlite_master WHERE tbl_name = ? AND sql IS NOT NULL ORDER BY type DESC",
      arguments: [table])
  }

  fileprivate func columnsOfTables() throws -> [String: Set<String>] {
    let tables = try String.fetchAll(
      self, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    return try Dictionary(
      uniqueKeysWithValues: tables.map { ($0, Set(try columns(in: $0).map(\.name))) })
  }
}

extension SQLiteStore {
  /// The texts that `sql` answers with.
  func texts(_ sql: String) throws -> [String] {
    try access { (database, _) throws(StoreError) in
      try PreparedStatement(database, path: path, sql: sql)
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
      for sql in statements { try PreparedStatement(database, path: path, sql: sql).execute() }
    }
    hasSiftedHistory = false
  }
}
