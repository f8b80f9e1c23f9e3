/// How often values occurred, in whole numbers from 0: a histogram whose classes grow with the value,
/// so that every quantile is within one percent, whatever its size.
///
/// Joining two of them is an addition of whole numbers. So it does not matter in which order, or in how
/// many parts, values come together: the result is the same to the byte.
package struct Distribution: Hashable, Sendable {
  /// Classes that hold something, in rising order.
  private(set) var classes: [Int] = []
  /// How often a value fell into each of `classes`.
  private(set) var weights: [Int64] = []
  /// How many values there were.
  package private(set) var count: Int64 = 0
  /// Of all values.
  package private(set) var sum: Int64 = 0
  /// Nil where there is no value.
  package private(set) var least: Int64?
  package private(set) var most: Int64?

  package init() {}

  init(classes: [Int], weights: [Int64], sum: Int64, least: Int64?, most: Int64?) {
    self.classes = classes
    self.weights = weights
    self.sum = sum
    self.least = least
    self.most = most
    count = weights.reduce(0, +)
  }

  /// - Parameters:
  ///   - value: what is below 0 counts as 0.
  ///   - weight: how often it occurred.
  package mutating func add(_ value: Int64, weight: Int64 = 1) {
    guard weight > 0 else { return }
    let value = max(0, value)
    add(weight, to: ValueClass.index(of: value))
    count += weight
    sum += value * weight
    least = min(least ?? value, value)
    most = max(most ?? value, value)
  }

  private mutating func add(_ weight: Int64, to valueClass: Int) {
    let place = classes.firstPlace { $0 >= valueClass }
    if place < classes.count && classes[place] == valueClass {
      weights[place] += weight
    } else {
      classes.insert(valueClass, at: place)
      weights.insert(weight, at: place)
    }
  }

  package static func += (left: inout Distribution, right: Distribution) {
    for (valueClass, weight) in zip(right.classes, right.weights) {
      left.add(weight, to: valueClass)
    }
    left.count += right.count
    left.sum += right.sum
    left.least = [left.least, right.least].compactMap(\.self).min()
    left.most = [left.most, right.most].compactMap(\.self).max()
  }
}

/// The classes of a distribution: each value below 128 is one of its own; each doubling above is cut
/// into 128 of the same width.
enum ValueClass {
  private static let bits = 7
  private static let perDoubling = 1 << bits

  static func index(of value: Int64) -> Int {
    let doublings = max(0, Int64.bitWidth - value.leadingZeroBitCount - 1 - bits)
    return doublings << bits + Int(value >> Int64(doublings))
  }

  /// The value in the middle of a class.
  static func middle(of index: Int) -> Int64 {
    guard index >= 2 * perDoubling else { return Int64(index) }
    let doublings = index >> bits - 1
    let lowest = Int64(index - doublings << bits) << Int64(doublings)
    return lowest + (Int64(1) << Int64(doublings) - 1) / 2
  }

  /// The last class that a value of 64 bits can fall into.
  static let last = index(of: .max)
}

extension Array {
  /// The first place at which `isBehind` holds, in an array in which it holds from some place on.
  func firstPlace(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
