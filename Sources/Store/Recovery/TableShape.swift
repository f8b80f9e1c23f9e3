import GRDB

/// What the rows of a table look like.
struct TableShape {
  struct Column {
    var name: String
    /// As STRICT tables have them: INTEGER, REAL, TEXT or BLOB.
    var type: String
    var mayBeNull: Bool
    /// A row that was written before the column was there does without it.
    var mayBeMissing: Bool
    /// It stands for the number of the row, and is not in the row itself.
    var isRowID: Bool
  }

  let name: String
  /// The page where its tree begins.
  let root: Int
  let columns: [Column]

  /// The tables of a database.
  static func all(of database: Database) throws -> [TableShape] {
    let sql = "SELECT name, rootpage FROM sqlite_master WHERE type = 'table' ORDER BY rootpage"
    return try Row.fetchAll(database, sql: sql).map { row in
      let name: String = row[0]
      return TableShape(name: name, root: row[1], columns: try columns(of: name, database))
    }
  }

  private static func columns(of table: String, _ database: Database) throws -> [Column] {
    let sql = "SELECT name, type, \"notnull\", dflt_value, pk FROM pragma_table_info(?)"
    return try Row.fetchAll(database, sql: sql, arguments: [table]).map { row in
      let isRequired: Bool = row[2]
      let (type, key): (String, Int) = (row[1], row[4])
      let isRowID = key == 1 && type == "INTEGER"
      return Column(
        name: row[0], type: type, mayBeNull: !isRequired || isRowID,
        mayBeMissing: !isRequired || !(row[3] as DatabaseValue).isNull, isRowID: isRowID)
    }
  }

  /// Whether `values` may be a row of it.
  func fits(_ values: [RawValue]) -> Bool {
    guard values.count <= columns.count, !values.isEmpty,
      columns[values.count...].allSatisfy(\.mayBeMissing)
    else { return false }
    return zip(columns, values).allSatisfy { $0.takes($1) }
  }
}

extension TableShape.Column {
  fileprivate func takes(_ value: RawValue) -> Bool {
    switch value {
    case .null: mayBeNull
    case .integer: !isRowID && (type == "INTEGER" || type == "REAL")
    case .real: type == "REAL"
    case .text: type == "TEXT"
    case .blob: type == "BLOB"
    }
  }
}
