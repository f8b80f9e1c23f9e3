/// A number of a value that was read from a disk, and what it may be.
///
/// Bytes from a disk are input: what is decoded is held against the tables of these (`Request.bounds`
/// and its like) before anything is reckoned with it, and whatever tries extremes goes by the same
/// tables. They lie far beyond what is ever written, and far within what 64 bits of nanoseconds hold,
/// so that sums of what they let pass overflow nowhere.
package struct NumberBound<Root>: Sendable {
  /// A number as it was found.
  enum Number {
    case whole(Int64)
    case fraction(Double)
  }

  /// As the value spells it, such as `period.every`.
  package let field: String
  /// Counts as they are, moments and lengths in nanoseconds. A number with a fraction lies between the
  /// same ends.
  package let allowed: ClosedRange<Int64>
  private let numbers: @Sendable (Root) -> [Number]

  private init(
    _ field: String, _ allowed: ClosedRange<Int64>,
    _ numbers: @escaping @Sendable (Root) -> [Number]
  ) {
    self.field = field
    self.allowed = allowed
    self.numbers = numbers
  }

  /// What is wrong with the number in `value`; nil where nothing is.
  func misfit(of value: Root) -> Misfit? {
    for number in numbers(value) {
      switch number {
      case .whole(let number) where !allowed.contains(number):
        return Misfit(field: field, value: String(number), allowed: allowed)
      case .fraction(let number)
      where !(Double(allowed.lowerBound)...Double(allowed.upperBound)).contains(number):
        return Misfit(field: field, value: String(number), allowed: allowed)
      case .whole, .fraction: continue
      }
    }
    return nil
  }
}

// How tables are written: by what the number is.
extension NumberBound {
  static func whole<Number: FixedWidthInteger & SendableMetatype>(
    _ field: String, _ allowed: ClosedRange<Int64> = Allowed.count,
    _ number: @escaping @Sendable (Root) -> Number?
  ) -> NumberBound {
    NumberBound(field, allowed) { number($0).map { [.whole(Int64(clamping: $0))] } ?? [] }
  }

  static func wholes<Number: FixedWidthInteger & SendableMetatype>(
    _ field: String, _ allowed: ClosedRange<Int64> = Allowed.count,
    _ numbers: @escaping @Sendable (Root) -> [Number]
  ) -> NumberBound {
    NumberBound(field, allowed) { numbers($0).map { .whole(Int64(clamping: $0)) } }
  }

  static func fraction(
    _ field: String, _ allowed: ClosedRange<Int64>,
    _ number: @escaping @Sendable (Root) -> Double?
  ) -> NumberBound {
    NumberBound(field, allowed) { number($0).map { [.fraction($0)] } ?? [] }
  }

  static func moment<Reading>(
    _ field: String, _ moment: @escaping @Sendable (Root) -> Timestamp<Reading>?
  ) -> NumberBound {
    NumberBound(field, Allowed.moments(of: Reading.self)) {
      moment($0).map { [.whole($0.nanoseconds)] } ?? []
    }
  }

  static func moments<Reading>(
    _ field: String, _ moments: @escaping @Sendable (Root) -> [Timestamp<Reading>]
  ) -> NumberBound {
    NumberBound(field, Allowed.moments(of: Reading.self)) {
      moments($0).map { .whole($0.nanoseconds) }
    }
  }

  static func length(
    _ field: String, _ allowed: ClosedRange<Int64> = Allowed.length,
    _ length: @escaping @Sendable (Root) -> Duration?
  ) -> NumberBound {
    NumberBound(field, allowed) { length($0).map { [.whole($0.nanoseconds)] } ?? [] }
  }

  static func lengths(
    _ field: String, _ allowed: ClosedRange<Int64> = Allowed.length,
    _ lengths: @escaping @Sendable (Root) -> [Duration]
  ) -> NumberBound {
    NumberBound(field, allowed) { lengths($0).map { .whole($0.nanoseconds) } }
  }
}

/// A value whose numbers have bounds.
package protocol Bounded {
  static var bounds: [NumberBound<Self>] { get }
}

extension Bounded {
  /// The first number that does not fit; nil where all do.
  package var misfit: Misfit? {
    for bound in Self.bounds {
      if let misfit = bound.misfit(of: self) { return misfit }
    }
    return nil
  }
}
