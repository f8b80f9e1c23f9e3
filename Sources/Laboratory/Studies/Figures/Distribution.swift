import Simulation

/// A histogram of whole numbers from 0. Its classes grow with the value, so that every quantile is within one percent.
///
/// Two distributions are joined by adding whole numbers. The result is therefore identical for any order and any number
/// of parts.
package struct Distribution: Hashable, Sendable {
  /// The classes with values, in rising order.
  private(set) var classes: [Int] = []
  /// The number of values in each of `classes`.
  private(set) var weights: [Int64] = []
  /// The number of values.
  package private(set) var count: Int64 = 0
  /// The sum of all values.
  package private(set) var sum: Int64 = 0
  /// The smallest value; `nil` if there is none.
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

  /// Adds a value to its class, and updates the count, the sum and the extremes.
  ///
  /// - Parameters:
  ///   - value: A value below 0 counts as 0.
  ///   - weight: The number of times it occurred.
  package mutating func add(_ value: Int64, weight: Int64 = 1) {
    guard weight > 0 else { return }
    let value = max(0, value)
    addWeight(weight, toClass: ValueClass.index(of: value))
    count += weight
    sum += value * weight
    least = min(least ?? value, value)
    most = max(most ?? value, value)
  }

  /// Adds `weight` values to a class; the caller updates the count, the sum and the extremes. A class without values
  /// is inserted in rising order.
  private mutating func addWeight(_ weight: Int64, toClass valueClass: Int) {
    let place = classes.firstPlace { $0 >= valueClass }
    if place < classes.count && classes[place] == valueClass {
      weights[place] += weight
    } else {
      classes.insert(valueClass, at: place)
      weights.insert(weight, at: place)
    }
  }

  /// Adds all values of `right`. The classes are the same in every distribution, so no precision is lost.
  package static func += (left: inout Distribution, right: Distribution) {
    for (valueClass, weight) in zip(right.classes, right.weights) {
      left.addWeight(weight, toClass: valueClass)
    }
    left.count += right.count
    left.sum += right.sum
    left.least = [left.least, right.least].compactMap(\.self).min()
    left.most = [left.most, right.most].compactMap(\.self).max()
  }
}

/// The classes of a distribution. Each value below 128 has its own class; each doubling above is cut into 128 of the
/// same width. From 128 to 255 each class has one value, from 256 to 511 two, from 512 to 1023 four, and so on.
enum ValueClass {
  private static let bits = 7
  private static let perDoubling = 1 << bits

  /// Returns the number of the class that contains `value`.
  static func index(of value: Int64) -> Int {
    // The bits of the value after the first 8, which are lost: 1 for values of 256 to 511.
    let doublings = max(0, Int64.bitWidth - value.leadingZeroBitCount - 1 - bits)
    // The shifted value still has its leading bit, so the numbers of a doubling follow those of the doubling before.
    return doublings << bits + Int(value >> Int64(doublings))
  }

  /// Returns the value in the middle of the class with this number, which is the value itself if the class has only
  /// one.
  static func middle(of index: Int) -> Int64 {
    guard index >= 2 * perDoubling else { return Int64(index) }
    // Reverses the calculation in `index(of:)`.
    let doublings = (index >> bits) - 1
    let lowestValue = Int64(index - (doublings << bits)) << Int64(doublings)
    let width = Int64(1) << Int64(doublings)
    return lowestValue + (width - 1) / 2
  }

  /// The last class that a value of 64 bits can fall into.
  static let last = index(of: .max)
}

extension Array {
  /// Returns the first place at which the condition is true, by binary search. The condition must be true for all
  /// elements after that place. Returns the array's count if it is never true.
  func firstPlace(where isTrueFromHere: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isTrueFromHere(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
