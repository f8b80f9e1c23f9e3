import Scheduling

/// A table and its columns, in the order in which rows bind and read them.
struct StoredTable {
  let name: String
  let columns: [String]
  /// The unique keys of a row with their columns, in the form of `ON CONFLICT`.
  let keys: [String]
  /// The columns that an overwritten row keeps. A row keeps its place and its entries in indices, and fewer pages are
  /// written, only if no column of these is set, even to the same value.
  var kept: Set<String> = []

  /// A statement that inserts a row, or overwrites the row of the same key.
  var upsert: String {
    let parameters = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    let updates = columns.filter { !kept.contains($0) }.map { "\($0) = excluded.\($0)" }
      .joined(separator: ", ")
    let conflicts = keys.map { " ON CONFLICT \($0) DO UPDATE SET \(updates)" }.joined()
    return "INSERT INTO \(name) (\(columnList)) VALUES (\(parameters))" + conflicts
  }

  /// A statement that reads whole rows; a condition and an order can be appended.
  var select: String {
    "SELECT \(columnList) FROM \(name)"
  }

  /// The same statement with the number of the row after the columns.
  var numberedSelect: String {
    "SELECT \(columnList), rowid FROM \(name)"
  }

  /// An expression for the statement that would insert a row again, for a row that is set aside.
  var insertionAsText: String {
    let values = columns.map(Self.literal).joined(separator: " || ', ' || ")
    return "'INSERT INTO \(name) (\(columnList)) VALUES (' || \(values) || ')'"
  }

  /// Returns an SQL expression whose value is the literal of the value in `column`. SQLite's quote() would end a text
  /// at its first NUL, so such a text is written in hexadecimal digits.
  private static func literal(_ column: String) -> String {
    """
    CASE WHEN typeof(\(column)) = 'text' AND instr(CAST(\(column) AS BLOB), x'00') \
    THEN 'CAST(x''' || hex(\(column)) || ''' AS TEXT)' ELSE quote(\(column)) END
    """
  }

  /// The names of all columns, as a part of a statement.
  private var columnList: String {
    columns.joined(separator: ", ")
  }
}

/// A value that is a row of a table.
protocol TableRow {
  static var table: StoredTable { get }

  /// Binds every column, in the table's order.
  func bind(to binder: inout Binder)

  /// Reads every column, in the table's order.
  init(from row: inout RowReader) throws(StoreError)

  /// The misfit of a number in it; `nil` if all fit, or if they are checked elsewhere.
  var rowMisfit: Misfit? { get }
}

extension TableRow {
  var rowMisfit: Misfit? { nil }
}
