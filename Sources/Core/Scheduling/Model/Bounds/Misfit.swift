/// A number that no daemon can have written, or bytes that cannot be decoded.
package struct Misfit: Hashable, Sendable, CustomStringConvertible {
  package var field: String
  package var value: String
  package var allowed: String

  init(field: String, value: String, allowed: ClosedRange<Int64>) {
    self.init(
      field: field, value: value, allowed: "\(allowed.lowerBound) to \(allowed.upperBound)")
  }

  package init(field: String, value: String, allowed: String) {
    self.field = field
    self.value = value
    self.allowed = allowed
  }

  /// Creates the misfit of a `moment` outside of the range of its clock; returns `nil` if it is within the range.
  package init?<Reading>(of moment: Timestamp<Reading>, field: String) {
    if moment.isAllowed { return nil }
    self.init(
      field: field, value: String(moment.nanoseconds),
      allowed: Allowed.moments(of: Reading.self))
  }

  /// Creates the misfit of a `number` outside of `allowed`; returns `nil` if it is within the range.
  init?(of number: Int64, field: String, _ allowed: ClosedRange<Int64>) {
    if allowed.contains(number) { return nil }
    self.init(field: field, value: String(number), allowed: allowed)
  }

  /// Creates the misfit of a `length` outside of `allowed`, in nanoseconds; returns `nil` if it is within the range.
  init?(of length: Duration, field: String, _ allowed: ClosedRange<Int64>) {
    self.init(of: length.nanoseconds, field: field, allowed)
  }

  package var description: String { "\(field) is \(value); allowed: \(allowed)" }
}
