extension ByteWriter {
  mutating func append(doubles: [Double]) {
    for number in doubles { append(number.bitPattern) }
  }

  mutating func append(floats: [Float]) {
    for number in floats { append(number.bitPattern) }
  }

  mutating func append(_ time: LocalTime?) {
    append(UInt8(time == nil ? 0 : 1))
    if let time { append(time.nanoseconds) }
  }
}

extension FadingCounts {
  init?(from reader: inout ByteReader) {
    guard let counts = reader.counts(count) else { return nil }
    self.init(counts)
  }
}

extension ByteReader {
  /// What is there, which may be that there is none.
  struct Optionally<Value> {
    var value: Value?
  }

  /// `count` finite numbers.
  mutating func doubles(_ count: Int) -> [Double]? {
    var numbers: [Double] = []
    for _ in 0..<count {
      guard let number = word().map({ Double(bitPattern: $0) }), number.isFinite else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// `count` finite numbers, none below 0.
  mutating func counts(_ count: Int) -> [Float]? {
    var numbers: [Float] = []
    for _ in 0..<count {
      guard let bits = halfWord() else { return nil }
      let number = Float(bitPattern: bits)
      guard number.isFinite, number >= 0 else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// Nil where it is damaged.
  mutating func localTime() -> Optionally<LocalTime>? {
    guard let flag = byte(), flag <= 1 else { return nil }
    guard flag == 1 else { return Optionally(value: nil) }
    return word().map {
      Optionally(value: LocalTime(nanoseconds: Int64(bitPattern: $0)))
    }
  }

  mutating func halfWord() -> UInt32? {
    var word: UInt32 = 0
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      guard let byte = byte() else { return nil }
      word |= UInt32(byte) << shift
    }
    return word
  }
}
