/// The form of a table's rows.
struct TableShape {
  struct Column {
    var name: String
    /// The type in a STRICT table: INTEGER, REAL, TEXT or BLOB.
    var type: String
    var mayBeNull: Bool
    /// Whether a row from before the column was added can omit it.
    var mayBeMissing: Bool
    /// Whether it is the row number, which is not in the row itself.
    var isRowID: Bool
  }

  let name: String
  /// The first page of its tree.
  let root: Int
  let columns: [Column]

  /// Returns the shapes of all tables of a database, in the order of their first pages.
  static func all(of database: Database) throws(StoreError) -> [TableShape] {
    let sql = "SELECT name, rootpage FROM sqlite_master WHERE type = 'table' ORDER BY rootpage"
    return try PreparedStatement(database, sql: sql).rows { row throws(StoreError) in
      let name = try row.text()
      return TableShape(
        name: name, root: try row.integer(as: Int.self), columns: try columns(of: name, database))
    }
  }

  /// Returns the columns of a table in their stored order.
  static func columns(
    of table: String, _ database: Database
  ) throws(StoreError) -> [Column] {
    let sql = "SELECT name, type, \"notnull\", dflt_value, pk FROM pragma_table_info(?)"
    return try PreparedStatement(database, sql: sql).rows {
      $0.bind(table)
    } _: { row throws(StoreError) in
      let name = try row.text()
      let type = try row.text()
      let isRequired = try row.integer(as: Int.self) != 0
      let hasDefault = try row.optionalText() != nil
      // An INTEGER primary key is the row number (sqlite.org/lang_createtable.html).
      let isRowID = try row.integer(as: Int.self) == 1 && type == "INTEGER"
      return Column(
        name: name, type: type, mayBeNull: !isRequired || isRowID,
        mayBeMissing: !isRequired || hasDefault, isRowID: isRowID)
    }
  }

  /// Whether a row of this table can contain `values`. Columns that can be omitted may be missing at the end.
  func fits(_ values: [RawValue]) -> Bool {
    guard values.count <= columns.count, !values.isEmpty,
      columns[values.count...].allSatisfy(\.mayBeMissing)
    else { return false }
    return zip(columns, values).allSatisfy { column, value in column.canContain(value) }
  }
}

extension TableShape.Column {
  /// Returns whether a stored row can contain `value` in this column. SQLite stores a whole number in a REAL column as
  /// an integer.
  fileprivate func canContain(_ value: RawValue) -> Bool {
    switch value {
    case .null: mayBeNull
    case .integer: !isRowID && (type == "INTEGER" || type == "REAL")
    case .real: type == "REAL"
    case .text: type == "TEXT"
    case .blob: type == "BLOB"
    }
  }
}
