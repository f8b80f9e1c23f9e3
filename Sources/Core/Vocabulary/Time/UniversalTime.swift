/// The calendar in UTC: RFC 3339 without a library.
package enum UniversalTime {
  /// Returns RFC 3339 in UTC, always to the millisecond, so that texts sort like times: `2026-03-02T06:30:00.000Z`.
  package static func text(_ time: WallTime) -> String {
    let milliseconds = floorDivide(time.nanoseconds, 1_000_000)
    let (seconds, fraction) = (floorDivide(milliseconds, 1000), floorRemainder(milliseconds, 1000))
    let civil = CivilTime(universalSeconds: seconds)
    let text = civil.text(adding: 5) { bytes in
      bytes.base[bytes.startIndex] = UInt8(ascii: ".")
      bytes[(bytes.startIndex + 1)...].write(Int(fraction), digits: 3)
      bytes.base[bytes.startIndex + 4] = UInt8(ascii: "Z")
    }
    if let text { return text }
    // The year has not four digits.
    return "\(civil.text).\(padded(Int(fraction), 3))Z"
  }

  /// Parses RFC 3339 with `Z` or an offset; returns `nil` for other text, or a date that no `WallTime` can represent.
  package static func parse(_ text: String) -> WallTime? {
    guard let (seconds, fraction) = parseUsualLayout(text) ?? parseAnyLayout(text),
      WallTime.holds(seconds)
    else { return nil }
    return WallTime(seconds: seconds) + .nanoseconds(fraction)
  }

  /// Returns the time in a text of exactly the layout of `text(_:)`, in which the daemon writes all times. Faster than
  /// `parseAnyLayout`. `nil` for another layout, and for a time that does not exist.
  private static func parseUsualLayout(_ text: String) -> (seconds: Int64, fraction: Int64)? {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.count == usualLayout.utf8CodeUnitCount else { return nil }
      /// Returns the number of the digits from `start` to before `end`.
      func number(_ start: Int, _ end: Int) -> Int {
        bytes[start..<end].reduce(0) { $0 * 10 + Int($1 &- UInt8(ascii: "0")) }
      }
      for (index, byte) in bytes.enumerated() {
        let isDigit = usualLayout.utf8Start[index] == UInt8(ascii: "0")
        guard isDigit ? 0x30...0x39 ~= byte : byte == usualLayout.utf8Start[index] else {
          return nil
        }
      }
      let civil = CivilTime(
        year: number(0, 4), month: number(5, 7), day: number(8, 10), hour: number(11, 13),
        minute: number(14, 16), second: number(17, 19))
      guard 1...12 ~= civil.month, civil.isReal, civil.hour < 24, civil.minute < 60,
        civil.second < 60
      else { return nil }
      return (civil.universalSeconds, Int64(number(20, 23)) * 1_000_000)
    }
  }

  /// The layout of `text(_:)`, with zeros in the places of digits.
  private static let usualLayout: StaticString = "0000-00-00T00:00:00.000Z"

  /// Returns the time in any text of RFC 3339: the seconds since 1970, without limits, and the nanoseconds beyond them.
  /// `nil` for other text.
  static func parseAnyLayout(_ text: String) -> (seconds: Int64, fraction: Int64)? {
    var scanner = Scanner(text)
    guard let civil = CivilTime(date: &scanner), scanner.consume("T") || scanner.consume("t"),
      let clock = ClockTime(&scanner), let fraction = scanner.fraction(),
      let offset = scanner.offset(), scanner.isAtEnd
    else { return nil }
    return (civil.with(clock).universalSeconds - offset, fraction)
  }
}

/// Returns the quotient, rounded down also for negative values. The divisor must be above 0.
@inlinable public func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
  let quotient = value / divisor
  return value % divisor < 0 ? quotient - 1 : quotient
}

/// Returns the remainder that belongs to `floorDivide`: from 0 to below the divisor.
@inlinable public func floorRemainder(_ value: Int64, _ divisor: Int64) -> Int64 {
  value - floorDivide(value, divisor) * divisor
}

/// Returns the digits of `number`, with zeros before them up to a length of `width`.
package func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
