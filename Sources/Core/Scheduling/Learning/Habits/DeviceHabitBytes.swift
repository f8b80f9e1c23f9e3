/// Writes numbers in sequence, little-endian.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ byte: UInt8) {
    bytes.append(byte)
  }

  /// Appends an integer, little-endian.
  mutating func append<Word: FixedWidthInteger>(_ word: Word) {
    for shift in stride(from: 0, to: Word.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: word >> Word(shift)))
    }
  }

  /// Appends at most 16 numbers, of which many are 0: a mask with a bit for each nonzero number, then these numbers.
  mutating func append(sparse numbers: ArraySlice<Float>) {
    precondition(numbers.count <= 16, "too many numbers for one mask")
    var mask: UInt16 = 0
    for (index, number) in numbers.enumerated() where number != 0 {
      mask |= 1 << UInt16(index)
    }
    append(mask)
    for number in numbers where number != 0 {
      append(number.bitPattern)
    }
  }
}

/// Reads the output of a `ByteWriter`; methods return `nil` at the end.
struct ByteReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func byte() -> UInt8? {
    rest.popFirst()
  }

  mutating func word() -> UInt64? {
    read(UInt64.self)
  }

  /// Reads `count` numbers, at most 16, of which only the nonzero ones are stored; returns `nil` if they are
  /// incomplete.
  mutating func sparse(_ count: Int) -> [Float]? {
    guard let mask = read(UInt16.self), Int(mask) < 1 << count else { return nil }
    var numbers = Array(repeating: Float(0), count: count)
    for index in 0..<count where mask & (1 << UInt16(index)) != 0 {
      guard let bits = read(UInt32.self) else { return nil }
      numbers[index] = Float(bitPattern: bits)
    }
    return numbers
  }

  /// Reads an integer of the size of `Word`, little-endian; `nil` if too few bytes are left.
  private mutating func read<Word: FixedWidthInteger>(_ type: Word.Type) -> Word? {
    guard rest.count >= Word.bitWidth / 8 else { return nil }
    var word: Word = 0
    for shift in stride(from: 0, to: Word.bitWidth, by: 8) {
      word |= Word(rest.removeFirst()) << Word(shift)
    }
    return word
  }
}
