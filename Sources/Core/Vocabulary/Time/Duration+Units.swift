extension Duration {
  /// The limit of 64 bits of nanoseconds: about 292 years.
  @usableFromInline static var longest: Duration { .nanoseconds(Int64.max) }
  @usableFromInline static var shortest: Duration { .nanoseconds(Int64.min) }

  /// The nearest duration within 64 bits of nanoseconds. `components` traps far beyond them.
  @inlinable var bounded: Duration {
    max(Self.shortest, min(self, Self.longest))
  }

  /// Whole nanoseconds, rounded toward zero and saturated at about 292 years.
  package var nanoseconds: Int64 { wholeNanoseconds }

  /// The same for code that is inlined into other modules. A public member of a type of the standard library would also
  /// be one in the sources of apps.
  @inlinable var wholeNanoseconds: Int64 {
    let magnitude = attoseconds.magnitude
    guard magnitude < 1 << 92 else { return Int64(clamping: attoseconds / 1_000_000_000) }
    // Up to 156 years, two divisions of 64 bits by a constant, which are multiplications, replace one of 128 bits. The
    // divisor is 5^9: the shift has divided by 2^9.
    let shifted = magnitude >> 9
    let high = UInt64(truncatingIfNeeded: shifted >> 32)
    let (highQuotient, rest) = high.quotientAndRemainder(dividingBy: 1_953_125)
    let low = rest << 32 | UInt64(UInt32(truncatingIfNeeded: shifted))
    let nanoseconds = Int64(truncatingIfNeeded: highQuotient << 32 + low / 1_953_125)
    return attoseconds < 0 ? -nanoseconds : nanoseconds
  }

  /// Seconds with their fraction, saturated at about 292 years.
  @inlinable package var seconds: Double {
    let second: Int128 = 1_000_000_000_000_000_000
    let limit = Int128(Int64.max) * 1_000_000_000
    let attoseconds = max(-limit - 1_000_000_000, min(attoseconds, limit))
    let whole = Int64(truncatingIfNeeded: attoseconds / second)
    // Without `components`, which is slower.
    let rest = Int64(truncatingIfNeeded: attoseconds - Int128(whole) * second)
    return Double(whole) + Double(rest) * 1e-18
  }

  /// Half of the duration, much faster than `self / 2`.
  @inlinable package var half: Duration { Duration(attoseconds: attoseconds / 2) }

  @inlinable package static func minutes(_ count: Int) -> Duration { .seconds(count * 60) }
  @inlinable package static func hours(_ count: Int) -> Duration { .seconds(count * 3600) }
  @inlinable package static func days(_ count: Int) -> Duration { .seconds(count * 86400) }
}
