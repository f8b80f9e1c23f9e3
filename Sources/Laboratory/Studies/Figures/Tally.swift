import Simulation

/// Whole numbers by name: counts, or milliseconds. The default is 0.
package struct Tally: Hashable, Sendable {
  private var numbers: [String: Int64] = [:]

  package init() {}

  package subscript(name: String) -> Int64 { numbers[name, default: 0] }

  /// The names by number, the greatest first, then by name.
  package var ranked: [(name: String, number: Int64)] {
    numbers.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }

  package var total: Int64 { numbers.values.reduce(0, +) }

  /// Adds to the number of a name. A name without a number is left out of JSON, so 0 adds nothing.
  package mutating func add(_ number: Int64 = 1, to name: String) {
    if number != 0 { numbers[name, default: 0] += number }
  }

  package static func += (left: inout Tally, right: Tally) {
    left.numbers.merge(right.numbers, uniquingKeysWith: +)
  }
}

/// An object with a member for each name.
extension Tally: Codable {
  package init(from decoder: any Decoder) throws {
    numbers = try decoder.singleValueContainer().decode([String: Int64].self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(numbers)
  }
}
