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
    let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    let updates = columns.filter { !kept.contains($0) }.map { "\($0) = excluded.\($0)" }
      .joined(separator: ", ")
    let conflicts = keys.map { " ON CONFLICT \($0) DO UPDATE SET \(updates)" }.joined()
    return "INSERT INTO \(name) (\(list)) VALUES (\(places))" + conflicts
  }

  /// A statement that reads whole rows; a condition and an order can be appended.
  var select: String {
    "SELECT \(list) FROM \(name)"
  }

  /// The same statement with the number of the row after the columns.
  var numberedSelect: String {
    "SELECT \(list), rowid FROM \(name)"
  }

  /// An expression for the statement that would insert a row again, for a row that is set aside.
  var insertionAsText: String {
    let values = columns.map(Self.literal).joined(separator: " || ', ' || ")
    return "'INSERT INTO \(name) (\(list)) VALUES (' || \(values) || ')'"
  }

  /// Returns an expression for the literal of `column`. quote() ends a text at its first NUL.
  private static func literal(_ column: String) -> String {
    """
    CASE WHEN typeof(\(column)) = 'text' AND instr(CAST(\(column) AS BLOB), x'00') \
    THEN 'CAST(x''' || hex(\(column)) || ''' AS TEXT)' ELSE quote(\(column)) END
    """
  }

  private var list: String {
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
