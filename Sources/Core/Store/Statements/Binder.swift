import CSQLite
import JSON
import Scheduling

/// Binds values to the parameters of a statement, from the first to the last.
struct Binder {
  private let handle: OpaquePointer
  private var position: Int32 = 0
  /// The first failure; SQLITE_OK as long as there is none.
  private(set) var result = SQLITE_OK

  /// Makes SQLite copy the passed data.
  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  init(_ handle: OpaquePointer) {
    self.handle = handle
  }

  /// Binds an integer.
  mutating func bind(_ value: Int64) {
    position += 1
    keepFailure(sqlite3_bind_int64(handle, position, value))
  }

  /// Binds an integer; `nil` as NULL.
  mutating func bind(_ value: Int64?) {
    if let value { bind(value) } else { bindNull() }
  }

  /// Binds a floating-point number; `nil` as NULL.
  mutating func bind(_ value: Double?) {
    guard let value else { return bindNull() }
    position += 1
    keepFailure(sqlite3_bind_double(handle, position, value))
  }

  /// Binds a flag as 0 or 1.
  mutating func bind(_ value: Bool) {
    bind(value ? 1 : 0 as Int64)
  }

  /// Binds a flag as 0 or 1; `nil` as NULL.
  mutating func bind(_ value: Bool?) {
    if let value { bind(value) } else { bindNull() }
  }

  /// Binds a text, which SQLite copies.
  mutating func bind(_ value: String) {
    var text = value
    position += 1
    let code = text.withUTF8 { bytes in bindText(bytes) }
    keepFailure(code)
  }

  /// Binds a text; `nil` as NULL.
  mutating func bind(_ value: String?) {
    if let value { bind(value) } else { bindNull() }
  }

  /// Binds a blob. An empty array is an empty blob, not NULL.
  mutating func bind(_ bytes: [UInt8]) {
    position += 1
    // Not a pointer to no bytes, which would bind NULL (sqlite.org/c3ref/bind_blob.html).
    guard !bytes.isEmpty else { return keepFailure(sqlite3_bind_zeroblob(handle, position, 0)) }
    let code = bytes.withUnsafeBytes { bytes in
      sqlite3_bind_blob64(
        handle, position, bytes.baseAddress, UInt64(bytes.count), Self.transient)
    }
    keepFailure(code)
  }

  /// Binds a list, as a JSON array.
  mutating func bind(_ list: [String]) {
    bindJSON { list.write(to: &$0) }
  }

  /// Binds the JSON text that `write` writes to a new writer.
  mutating func bindJSON(_ write: (inout JSONWriter) -> Void) {
    var json = JSONWriter()
    write(&json)
    position += 1
    keepFailure(json.withBytes { bindText($0) })
  }

  /// Binds UTF-8 text to the parameter at `position`; SQLite copies the text. Returns SQLite's result code.
  private func bindText(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
    // A null pointer would bind NULL (sqlite.org/c3ref/bind_blob.html).
    guard let start = bytes.baseAddress else {
      return sqlite3_bind_text(handle, position, "", 0, Self.transient)
    }
    return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { characters in
      sqlite3_bind_text64(
        handle, position, characters, UInt64(bytes.count), Self.transient, UInt8(SQLITE_UTF8))
    }
  }

  /// Binds NULL to the next parameter.
  private mutating func bindNull() {
    position += 1
    keepFailure(sqlite3_bind_null(handle, position))
  }

  /// Keeps the first failure among the result codes of SQLite as `result`, which the statement throws when all
  /// parameters are bound.
  private mutating func keepFailure(_ code: Int32) {
    if result == SQLITE_OK { result = code }
  }
}

extension Binder {
  /// Binds a reading of one clock, in nanoseconds.
  mutating func bind<Reading>(_ moment: Timestamp<Reading>) {
    bind(moment.nanoseconds)
  }

  /// Binds a reading of one clock, in nanoseconds; `nil` as NULL.
  mutating func bind<Reading>(_ moment: Timestamp<Reading>?) {
    bind(moment?.nanoseconds)
  }

  /// Binds a duration, in nanoseconds.
  mutating func bind(_ duration: Duration) {
    bind(duration.nanoseconds)
  }

  /// Binds a duration, in nanoseconds; `nil` as NULL.
  mutating func bind(_ duration: Duration?) {
    bind(duration?.nanoseconds)
  }

  /// Binds three columns: the readings of the three clocks, wall, boot and awake; all NULL for `nil`.
  mutating func bind(_ moment: Instant?) {
    bind(moment?.wall)
    bind(moment?.boot)
    bind(moment?.awake)
  }

  /// Binds three columns: the owner, the app (NULL if there is none) and the identifier of the request.
  mutating func bind(_ key: RequestKey) {
    bind(Int64(key.owner))
    bind(key.app)
    bind(key.id)
  }

  /// Binds two columns: the owner and the identifier of the app.
  mutating func bind(_ key: AppKey) {
    bind(Int64(key.owner))
    bind(key.id)
  }
}
