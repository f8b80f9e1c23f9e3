import JSON

/// The members of a JSON object in a column. A missing or null member leaves a value as it is, so rows from before a
/// member was added need no change. An invalid member is thrown with its name.
struct StoredMembers {
  private var members: JSONMembers
  private let row: RowReader
  /// The path of the object in the column, with a dot after it; empty for the whole column.
  private let path: String

  init(_ members: JSONMembers, of row: RowReader, at path: String = "") {
    self.members = members
    self.row = row
    self.path = path
  }

  /// Reads a member into `value`, which stays as it is if the member is missing or null.
  mutating func read<Value: JSONReadable>(
    _ name: StaticString, _ value: inout Value
  ) throws(StoreError) {
    if let found: Value = try optional(name) { value = found }
  }

  /// Reads a member into an optional value, which stays as it is if the member is missing or null.
  mutating func read<Value: JSONReadable>(
    _ name: StaticString, _ value: inout Value?
  ) throws(StoreError) {
    if let found: Value = try optional(name) { value = found }
  }

  /// Reads one of the words of `Word` into `value`, which stays as it is if the member is missing or null. Throws
  /// `unreadableRow` for an unknown word.
  mutating func read<Word: RawRepresentable>(
    _ name: StaticString, _ value: inout Word
  ) throws(StoreError) where Word.RawValue == String {
    guard let text: String = try optional(name) else { return }
    guard let word = Word(rawValue: text) else { throw unreadable(name, text) }
    value = word
  }

  /// Reads one of the words of `Word` into an optional value, which stays as it is if the member is missing or null.
  /// Throws `unreadableRow` for an unknown word.
  mutating func read<Word: RawRepresentable>(
    _ name: StaticString, _ value: inout Word?
  ) throws(StoreError) where Word.RawValue == String {
    guard let text: String = try optional(name) else { return }
    guard let word = Word(rawValue: text) else { throw unreadable(name, text) }
    value = word
  }

  /// Reads a member that every row has. Throws `unreadableRow` if it is missing or null, or has another type.
  mutating func required<Value: JSONReadable>(_ name: StaticString) throws(StoreError) -> Value {
    guard let value: Value = try optional(name) else { throw unreadable(name, "null") }
    return value
  }

  /// Reads one of the words of `Word` from a member that every row has. Throws `unreadableRow` for an unknown word.
  mutating func requiredWord<Word: RawRepresentable>(
    _ name: StaticString
  ) throws(StoreError) -> Word where Word.RawValue == String {
    let text: String = try required(name)
    guard let word = Word(rawValue: text) else { throw unreadable(name, text) }
    return word
  }

  /// Reads a member; `nil` if it is missing or null. Throws `unreadableRow` if it has another type.
  mutating func optional<Value: JSONReadable>(_ name: StaticString) throws(StoreError) -> Value? {
    guard let element = element(name) else { return nil }
    guard let value = Value(json: element) else { throw unreadable(name, element) }
    return value
  }

  /// Reads a member that is an object itself; returns `nil` if it is missing or null.
  mutating func members(_ name: StaticString) throws(StoreError) -> StoredMembers? {
    guard let element = element(name) else { return nil }
    guard let members = JSONMembers(element) else { throw unreadable(name, element) }
    return StoredMembers(members, of: row, at: "\(path)\(name).")
  }

  /// Reads a member that is an object itself, and that every row has. Throws `unreadableRow` if it is missing or null.
  mutating func requiredMembers(_ name: StaticString) throws(StoreError) -> StoredMembers {
    guard let members = try members(name) else { throw unreadable(name, "null") }
    return members
  }

  /// Returns the error for a member with an invalid value.
  func unreadable(_ name: StaticString, _ value: String) -> StoreError {
    row.unreadable(value, at: "\(path)\(name)")
  }

  /// Returns the value of a member; `nil` if it is missing or null.
  private mutating func element(_ name: StaticString) -> JSONElement? {
    guard let element = members.value(name), element.kind != .null else { return nil }
    return element
  }

  /// Returns the error for a member with an invalid value, which the error quotes in part.
  private func unreadable(_ name: StaticString, _ element: JSONElement) -> StoreError {
    unreadable(name, String(decoding: element.text.prefix(80), as: UTF8.self))
  }
}
