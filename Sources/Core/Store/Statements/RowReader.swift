import CSQLite
import Scheduling

/// Reads the columns of a statement's present row, from the first to the last. Invalid values are thrown with their
/// column's name; there are no guesses and no traps.
struct RowReader {
  private let handle: OpaquePointer
  private let path: String
  private let table: String
  private var position: Int32 = -1

  init(_ handle: OpaquePointer, path: String, table: String) {
    self.handle = handle
    self.path = path
    self.table = table
  }

  /// Reads the next column as an integer; `nil` if it is NULL. Throws `unreadableRow` for another type.
  mutating func optionalInteger() throws(StoreError) -> Int64? {
    position += 1
    switch sqlite3_column_type(handle, position) {
    case SQLITE_NULL: return nil
    case SQLITE_INTEGER: return sqlite3_column_int64(handle, position)
    default: throw unreadable(describeColumn())
    }
  }

  /// Returns the number of the row, which follows the columns (`StoredTable.numberedSelect`).
  func number(behind table: StoredTable) -> Int64 {
    sqlite3_column_int64(handle, Int32(table.columns.count))
  }

  /// Reads the next column as a text; `nil` if it is NULL. Throws `unreadableRow` for another type.
  mutating func optionalText() throws(StoreError) -> String? {
    position += 1
    switch sqlite3_column_type(handle, position) {
    case SQLITE_NULL: return nil
    case SQLITE_TEXT: return columnText()
    default: throw unreadable(describeColumn())
    }
  }

  /// Reads the next column as the UTF-8 bytes of a text. Throws `unreadableRow` for another type or NULL.
  mutating func textBytes() throws(StoreError) -> [UInt8] {
    position += 1
    guard sqlite3_column_type(handle, position) == SQLITE_TEXT else {
      throw unreadable(describeColumn())
    }
    // The order matters: sqlite3_column_bytes returns the size of sqlite3_column_text's result.
    let start = sqlite3_column_text(handle, position)
    let count = Int(sqlite3_column_bytes(handle, position))
    return Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// Reads the next column as a floating-point number; `nil` if it is NULL. Throws `unreadableRow` for another type.
  mutating func optionalDouble() throws(StoreError) -> Double? {
    position += 1
    switch sqlite3_column_type(handle, position) {
    case SQLITE_NULL: return nil
    case SQLITE_FLOAT: return sqlite3_column_double(handle, position)
    default: throw unreadable(describeColumn())
    }
  }

  /// Reads the next column as a blob. Throws `unreadableRow` for another type or NULL.
  mutating func bytes() throws(StoreError) -> [UInt8] {
    position += 1
    guard sqlite3_column_type(handle, position) == SQLITE_BLOB else {
      throw unreadable(describeColumn())
    }
    // The order matters: sqlite3_column_bytes returns the size of sqlite3_column_blob's result.
    let start = sqlite3_column_blob(handle, position)
    let count = Int(sqlite3_column_bytes(handle, position))
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Returns the error `unreadableRow` for `value`.
  ///
  /// - Parameters:
  ///   - column: The column; the last one read if `nil`.
  ///   - member: The place in a column of JSON: `command.umask`.
  func unreadable(_ value: String, in column: String? = nil, at member: String = "") -> StoreError {
    let last = sqlite3_column_name(handle, position).map { String(cString: $0) } ?? "?"
    let place = (column ?? last) + (member.isEmpty ? "" : ".\(member)")
    return .unreadableRow(path: path, table: table, column: place, value: value)
  }

  /// Returns `value`, which was read from the last column. Throws `unreadableRow` if it is `nil`.
  func required<Value>(_ value: Value?) throws(StoreError) -> Value {
    guard let value else { throw unreadable("NULL") }
    return value
  }

  /// Returns the present column as a text, without a check of its type.
  private func columnText() -> String {
    // The order matters: sqlite3_column_bytes returns the size of sqlite3_column_text's result.
    let start = sqlite3_column_text(handle, position)
    let count = Int(sqlite3_column_bytes(handle, position))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Returns the value of the present column for an error message; a blob is only named.
  private func describeColumn() -> String {
    switch sqlite3_column_type(handle, position) {
    case SQLITE_BLOB: "a blob"
    case SQLITE_NULL: "NULL"
    default: columnText()
    }
  }
}
