extension FixedWidthInteger {
  /// Creates the whole part of `value`, or the nearest number of the type if that is out of range; 0 if `value` is not
  /// a number. The plain conversion traps in both cases.
  @inlinable package init(bounded value: Double) {
    guard value == value else {
      self = 0
      return
    }
    let whole = value.rounded(.towardZero)
    // This covers nearly all values, and is far faster than the exact conversion.
    let isFar = whole >= 0x1p62 || whole <= -0x1p62 || whole < 0 && !Self.isSigned
    if Self.bitWidth == 64, !isFar {
      self = Self(truncatingIfNeeded: Int64(whole))
      return
    }
    self = Self(exactly: whole) ?? (whole < 0 ? .min : .max)
  }
}
