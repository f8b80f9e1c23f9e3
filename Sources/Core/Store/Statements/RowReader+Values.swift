import JSON
import Scheduling

extension RowReader {
  /// Reads the next column as an integer. Throws `unreadableRow` for another type or NULL.
  mutating func integer() throws(StoreError) -> Int64 {
    let value = try optionalInteger()
    return try required(value)
  }

  /// Reads the next column as an integer that fits `type`. Throws `unreadableRow` for any other value or NULL.
  mutating func integer<Value: FixedWidthInteger>(as type: Value.Type) throws(StoreError) -> Value {
    let value = try integer()
    guard let exact = Value(exactly: value) else { throw unreadable(String(value)) }
    return exact
  }

  /// Reads the next column as an integer that fits `type`; `nil` if it is NULL. Throws `unreadableRow` for any other
  /// value.
  mutating func optionalInteger<Value: FixedWidthInteger>(
    as type: Value.Type
  ) throws(StoreError) -> Value? {
    guard let value = try optionalInteger() else { return nil }
    guard let exact = Value(exactly: value) else { throw unreadable(String(value)) }
    return exact
  }

  /// Reads the next column as a flag, which is stored as 0 or 1.
  mutating func flag() throws(StoreError) -> Bool {
    try integer() != 0
  }

  /// Reads the next column as a text. Throws `unreadableRow` for another type or NULL.
  mutating func text() throws(StoreError) -> String {
    let value = try optionalText()
    return try required(value)
  }

  /// Reads the next column as one of the words of `type`. Throws `unreadableRow` for an unknown word or NULL.
  mutating func word<Word: RawRepresentable>(
    _ type: Word.Type = Word.self
  ) throws(StoreError) -> Word where Word.RawValue == String {
    let text = try text()
    guard let word = Word(rawValue: text) else { throw unreadable(text) }
    return word
  }

  /// Reads the next column as one of the words of `type`; `nil` if it is NULL. Throws `unreadableRow` for an unknown
  /// word.
  mutating func optionalWord<Word: RawRepresentable>(
    _ type: Word.Type = Word.self
  ) throws(StoreError) -> Word? where Word.RawValue == String {
    guard let text = try optionalText() else { return nil }
    guard let word = Word(rawValue: text) else { throw unreadable(text) }
    return word
  }

  /// Reads the next column as a list of texts, which is stored as a JSON array.
  mutating func list() throws(StoreError) -> [String] {
    let text = try text()
    // An empty list needs no JSON parser.
    if text == "[]" { return [] }
    guard let json = try? JSONDocument(Array(text.utf8)).root, let list = [String](json: json)
    else { throw unreadable(text) }
    return list
  }

  /// Reads the next column as a JSON object, and returns its members.
  mutating func members() throws(StoreError) -> StoredMembers {
    let text = try textBytes()
    guard let json = try? JSONDocument(text).root, let members = JSONMembers(json) else {
      throw unreadable(String(decoding: text.prefix(80), as: UTF8.self))
    }
    return StoredMembers(members, of: self)
  }

  /// Reads the next column as a JSON object, and returns its members; `nil` if the column is NULL.
  mutating func optionalMembers() throws(StoreError) -> StoredMembers? {
    guard let text = try optionalText() else { return nil }
    guard let json = try? JSONDocument(Array(text.utf8)).root, let members = JSONMembers(json)
    else {
      throw unreadable(String(text.prefix(80)))
    }
    return StoredMembers(members, of: self)
  }

  /// Reads the next column: the use of an app by its user, and the app's own use of the device.
  mutating func usage() throws(StoreError) -> Usage {
    let text = try text()
    guard let usage = Usage(text: text) else { throw unreadable(text) }
    return usage
  }

  /// Reads the next column as the habit of an app. A habit of another version is read as an empty one, which is learned
  /// again from the start.
  mutating func habit() throws(StoreError) -> AppHabit {
    let bytes = try bytes()
    if AppHabit.isOfAnotherVersion(bytes) { return AppHabit() }
    guard let habit = AppHabit(bytes: bytes) else { throw unreadable("\(bytes.count) bytes") }
    return habit
  }

  /// Reads the next column as the record of an app's reliability, which is stored as text.
  mutating func reliability() throws(StoreError) -> Reliability {
    let text = try text()
    guard let record = Reliability(text: text) else { throw unreadable(text) }
    return record
  }

  /// Reads the next column as a reading of one clock, in nanoseconds.
  mutating func moment<Reading>() throws(StoreError) -> Timestamp<Reading> {
    Timestamp(nanoseconds: try integer())
  }

  /// Reads the next column as a reading of one clock, in nanoseconds; `nil` if it is NULL.
  mutating func optionalMoment<Reading>() throws(StoreError) -> Timestamp<Reading>? {
    try optionalInteger().map { Timestamp(nanoseconds: $0) }
  }

  /// Reads the next column as a duration, in nanoseconds.
  mutating func duration() throws(StoreError) -> Duration {
    .nanoseconds(try integer())
  }

  /// Reads the next column as a duration, in nanoseconds; `nil` if it is NULL.
  mutating func optionalDuration() throws(StoreError) -> Duration? {
    try optionalInteger().map { .nanoseconds($0) }
  }

  /// Reads the next three columns as the readings of the three clocks, wall, boot and awake.
  mutating func instant() throws(StoreError) -> Instant {
    Instant(wall: try moment(), boot: try moment(), awake: try moment())
  }

  /// Reads the next three columns as the owner, the app (NULL if there is none) and the identifier of a request.
  mutating func requestKey() throws(StoreError) -> RequestKey {
    RequestKey(
      owner: try integer(as: UInt32.self), app: try optionalText(), id: try text())
  }

  /// Reads the next two columns as the owner and the identifier of an app.
  mutating func appKey() throws(StoreError) -> AppKey {
    AppKey(owner: try integer(as: UInt32.self), id: try text())
  }
}
