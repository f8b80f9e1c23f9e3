import Scheduling

/// Values that no daemon writes, and the bounds of allowed values.
enum Extremes {
  /// The bounds of each table of bounds, and the values just beyond them.
  static let integers: [Int64] = {
    let ends = [
      around(Request.self), around(Run.self), around(App.self), around(Usage.self),
      around(Reliability.self), around(Snapshot.self),
    ]
    let all =
      ends.flatMap(\.self) + [.min, .min + 1, -1 << 53, -1, 0, 1, 1 << 31, 1 << 32, 1 << 53]
    return Set(all + [1_000_000_000_000_000_000, .max - 1, .max]).sorted()
  }()

  private static func around<Value: Bounded>(_ type: Value.Type) -> [Int64] {
    Value.bounds.flatMap {
      [$0.allowed.lowerBound, $0.allowed.upperBound, $0.allowed.upperBound + 1]
    }
  }

  /// A sample of the values, for columns with many places.
  static let few: [Int64] = [.min, -1, 0, 1 << 53, Allowed.wall.upperBound, .max]

  /// In the spelling of SQL; the first two are infinite.
  static let fractions = ["9e999", "-9e999", "1e300", "-1e300", "-1.0", "0.0", "1.0", "5e-324"]

  static let texts = ["", "x", "[]", "{}", "null", "[\"\"]", "[1]", "-", "1", "\u{0}"]

  /// `text` with each number in it replaced by each of `few`, one after the other.
  static func replacingNumbers(in text: String) -> [String] {
    text.matches(of: /-?[0-9]+/).flatMap { match in
      few.map { text.replacingCharacters(in: match.range, with: String($0)) }
    }
  }

  /// Returns `bytes` truncated, extended, and with words replaced by integers and by floating-point numbers of both
  /// sizes.
  ///
  /// - Parameter sample: Near the beginning, where most fields are, one of this many bytes begins a replaced word;
  ///   after that some fifty do.
  static func replacingWords(in bytes: [UInt8], every sample: Int) -> [[UInt8]] {
    let doubles =
      [1e300, -1, .nan, .infinity].map(\.bitPattern) + few.map { UInt64(bitPattern: $0) }
    let floats = [Float.greatestFiniteMagnitude, -1, .nan, .infinity].map(\.bitPattern)
    var all: [[UInt8]] = [[], Array(bytes.dropLast()), bytes + [0]]
    let head = stride(from: 0, to: min(64, bytes.count), by: max(1, sample / 3))
    let rest = stride(from: 64, to: bytes.count, by: sample == 1 ? 1 : bytes.count / 50 + 1)
    for offset in Array(head) + Array(rest) {
      for word in doubles { all.append(replacing(word, at: offset, in: bytes)) }
      for word in floats { all.append(replacing(word, at: offset, in: bytes)) }
    }
    return all
  }

  private static func replacing<Word: FixedWidthInteger>(
    _ word: Word, at offset: Int, in bytes: [UInt8]
  ) -> [UInt8] {
    var changed = bytes
    for index in 0..<Word.bitWidth / 8 where offset + index < bytes.count {
      changed[offset + index] = UInt8(truncatingIfNeeded: word >> Word(8 * index))
    }
    return changed
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
