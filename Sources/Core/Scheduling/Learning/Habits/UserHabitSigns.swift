/// A number for each `UserHabitSign`, in their order: the signs' values, or their weights.
struct UserHabitSigns: Hashable, Sendable {
  static let count = 15

  /// The numbers; the last lane is 0.
  var lanes = SIMD16<Double>()

  init() {}

  /// - Precondition: `numbers` has `count` elements.
  init(_ numbers: [Double]) {
    precondition(numbers.count == Self.count, "\(numbers.count) signs")
    for (index, number) in numbers.enumerated() { lanes[index] = number }
  }

  subscript(sign: UserHabitSign) -> Double {
    get { lanes[sign.rawValue] }
    set { lanes[sign.rawValue] = newValue }
  }

  subscript(index: Int) -> Double {
    get { lanes[index] }
    set { lanes[index] = newValue }
  }

  var indices: Range<Int> { 0..<Self.count }
  var all: [Double] { indices.map { lanes[$0] } }

  /// Returns the sum of the products of corresponding numbers, added up in the order of signs.
  func product(_ other: Self) -> Double {
    let products = lanes * other.lanes
    var sum = 0.0
    for index in 0..<Self.count { sum += products[index] }
    return sum
  }

  /// Adds `factor` times `other`.
  mutating func add(_ other: Self, times factor: Double) {
    lanes += factor * other.lanes
  }
}
