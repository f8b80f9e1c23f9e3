extension FixedWidthInteger {
  /// The whole part of `value`, or the nearest number that the type has; 0 where `value` is no number.
  /// The plain conversion of a number with a fraction traps on both.
  @inlinable package init(bounded value: Double) {
    guard value == value else {
      self = 0
      return
    }
    let whole = value.rounded(.towardZero)
    // Nearly always, and far sooner than the exact conversion.
    let isFar = whole >= 0x1p62 || whole <= -0x1p62 || whole < 0 && !Self.isSigned
    if Self.bitWidth == 64, !isFar {
      self = Self(truncatingIfNeeded: Int64(whole))
      return
    }
    self = Self(exactly: whole) ?? (whole < 0 ? .min : .max)
  }
}
