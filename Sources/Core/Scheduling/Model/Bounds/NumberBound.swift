/// A number of a value that was read from a disk, and its allowed range.
///
/// Bytes from a disk are input. Decoded values are checked against these tables (such as `Request.bounds`) before any
/// calculation. Tests of extremes use the same tables. The ranges lie far beyond written values and far within 64 bits
/// of nanoseconds, so that sums of accepted numbers never overflow.
package struct NumberBound<Root>: Sendable {
  /// A number as it was read.
  enum Number {
    case whole(Int64)
    case fraction(Double)
  }

  /// The field's name in the value, such as `period.every`.
  package let field: String
  /// Allowed range: counts as they are, moments and lengths in nanoseconds. The range also applies to fractions.
  package let allowed: ClosedRange<Int64>
  /// Returns the numbers of the field in a value; none if an optional field is `nil`.
  private let numbers: @Sendable (Root) -> [Number]

  private init(
    _ field: String, _ allowed: ClosedRange<Int64>,
    _ numbers: @escaping @Sendable (Root) -> [Number]
  ) {
    self.field = field
    self.allowed = allowed
    self.numbers = numbers
  }

  /// Returns the misfit of the first number of this field in `value` that is out of range; `nil` if all fit.
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

// Constructors for the tables, by the kind of number.
extension NumberBound {
  /// Returns the bound of an optional whole number; `nil` always fits.
  static func whole<Number: FixedWidthInteger & SendableMetatype>(
    _ field: String, _ allowed: ClosedRange<Int64> = Allowed.count,
    _ number: @escaping @Sendable (Root) -> Number?
  ) -> NumberBound {
    NumberBound(field, allowed) { root in
      number(root).map { [.whole(Int64(clamping: $0))] } ?? []
    }
  }

  /// Returns the bound of several whole numbers, each of which must be within the range.
  static func wholes<Number: FixedWidthInteger & SendableMetatype>(
    _ field: String, _ allowed: ClosedRange<Int64> = Allowed.count,
    _ numbers: @escaping @Sendable (Root) -> [Number]
  ) -> NumberBound {
    NumberBound(field, allowed) { numbers($0).map { .whole(Int64(clamping: $0)) } }
  }

  /// Returns the bound of an optional fraction; `nil` always fits, and NaN never fits.
  static func fraction(
    _ field: String, _ allowed: ClosedRange<Int64>,
    _ number: @escaping @Sendable (Root) -> Double?
  ) -> NumberBound {
    NumberBound(field, allowed) { root in number(root).map { [.fraction($0)] } ?? [] }
  }

  /// Returns the bound of an optional moment, with the range of its clock; `nil` always fits.
  static func moment<Reading>(
    _ field: String, _ moment: @escaping @Sendable (Root) -> Timestamp<Reading>?
  ) -> NumberBound {
    NumberBound(field, Allowed.moments(of: Reading.self)) {
      moment($0).map { [.whole($0.nanoseconds)] } ?? []
    }
  }

  /// Returns the bound of several moments, each of which must be within the range of their clock.
  static func moments<Reading>(
    _ field: String, _ moments: @escaping @Sendable (Root) -> [Timestamp<Reading>]
  ) -> NumberBound {
    NumberBound(field, Allowed.moments(of: Reading.self)) {
      moments($0).map { .whole($0.nanoseconds) }
    }
  }

  /// Returns the bound of an optional duration, in nanoseconds; `nil` always fits.
  static func length(
    _ field: String, _ allowed: ClosedRange<Int64> = Allowed.length,
    _ length: @escaping @Sendable (Root) -> Duration?
  ) -> NumberBound {
    NumberBound(field, allowed) { length($0).map { [.whole($0.nanoseconds)] } ?? [] }
  }

  /// Returns the bound of several durations, in nanoseconds, each of which must be within the range.
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
  /// The first number that does not fit; `nil` if all fit.
  package var misfit: Misfit? {
    for bound in Self.bounds {
      if let misfit = bound.misfit(of: self) { return misfit }
    }
    return nil
  }
}
