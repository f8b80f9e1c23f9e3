extension FixedWidthInteger {
  /// Creates the whole part of `value`, or the nearest number of the type if that is out of range; 0 if `value` is not
  /// a number. The plain conversion traps in both cases.
  @inlinable package init(bounded value: Double) {
    // Only a value that is not a number differs from itself.
    guard value == value else {
      self = 0
      return
    }
    let whole = value.rounded(.towardZero)
    // Nearly all values surely fit the type; their conversion is far faster than the exact one below.
    let mayNotFit = whole >= 0x1p62 || whole <= -0x1p62 || (whole < 0 && !Self.isSigned)
    if Self.bitWidth == 64, !mayNotFit {
      self = Self(truncatingIfNeeded: Int64(whole))
      return
    }
    self = Self(exactly: whole) ?? (whole < 0 ? .min : .max)
  }
}
