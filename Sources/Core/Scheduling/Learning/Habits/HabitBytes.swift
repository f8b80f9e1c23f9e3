extension ByteWriter {
  mutating func append(doubles: [Double]) {
    for number in doubles { append(number.bitPattern) }
  }

  mutating func append(floats: [Float]) {
    for number in floats { append(number.bitPattern) }
  }

  /// Appends a byte, 1 if there is a time and 0 otherwise, and then the time. `localTime()` reads both.
  mutating func append(_ time: LocalTime?) {
    append(UInt8(time == nil ? 0 : 1))
    if let time { append(time.nanoseconds) }
  }
}

extension FadingCounts {
  /// Reads as many counts as the type has; `nil` if they are damaged.
  init?(from reader: inout ByteReader) {
    guard let counts = reader.counts(count) else { return nil }
    self.init(counts)
  }
}

extension ByteReader {
  /// A value that was read, and that can be absent.
  struct Optionally<Value> {
    var value: Value?
  }

  /// Reads `count` numbers; returns `nil` if one is missing or not allowed.
  mutating func doubles(_ count: Int) -> [Double]? {
    var numbers: [Double] = []
    for _ in 0..<count {
      guard let number = word().map({ Double(bitPattern: $0) }), Allowed.weight.contains(number)
      else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// Reads `count` numbers; returns `nil` if one is missing, below 0 or not allowed.
  mutating func counts(_ count: Int) -> [Float]? {
    var numbers: [Float] = []
    for _ in 0..<count {
      guard let bits = halfWord() else { return nil }
      let number = Float(bitPattern: bits)
      guard number >= 0, Allowed.weight.contains(Double(number)) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// Reads an optional time, whose `value` is `nil` if none was written. Returns `nil` if the bytes are damaged.
  mutating func localTime() -> Optionally<LocalTime>? {
    guard let flag = byte(), flag <= 1 else { return nil }
    guard flag == 1 else { return Optionally(value: nil) }
    return moment().map { Optionally(value: $0) }
  }

  /// Reads a moment; returns `nil` if it is missing or not allowed.
  mutating func moment<Reading>() -> Timestamp<Reading>? {
    guard let word = word() else { return nil }
    let moment = Timestamp<Reading>(nanoseconds: Int64(bitPattern: word))
    return moment.isAllowed ? moment : nil
  }

  /// Reads a 32-bit integer, little-endian; `nil` if too few bytes are left.
  mutating func halfWord() -> UInt32? {
    var word: UInt32 = 0
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      guard let byte = byte() else { return nil }
      word |= UInt32(byte) << shift
    }
    return word
  }
}
