import Scheduling

/// Fisher's exact test: whether marked devices are more frequent in one of two groups.
enum FisherTest {
  /// The weight below which the rest of a sum does not change its result, as a share of the largest weight.
  private static let negligible = 1e-20
  /// The smallest probability that is returned; the sums are not more exact.
  static let least = 1e-18

  /// Returns the probability, 0 to 1, of an equally uneven or a more uneven distribution of the marked devices to the
  /// two groups, if the groups do not matter (two-sided). It is `least` if it is smaller.
  ///
  /// - Parameters:
  ///   - marked: The number of marked devices in the group.
  ///   - group: The number of devices in the group.
  ///   - othersMarked: The number of marked devices outside of the group.
  ///   - others: The number of devices outside of the group.
  static func probability(
    _ marked: Int64, of group: Int64, _ othersMarked: Int64, of others: Int64
  ) -> Double {
    let allMarked = marked + othersMarked
    // The numbers of marked devices that the group can have.
    let possibleCounts = max(0, allMarked - others)...min(allMarked, group)
    let distribution = Hypergeometric(group: group, others: others, marked: allMarked)
    // Each weight is the probability of a number, divided by that of the most probable one.
    let mode = min(max(distribution.mode, possibleCounts.lowerBound), possibleCounts.upperBound)
    var weights = [(count: mode, weight: 1.0)]
    var weight = 1.0
    for count in stride(from: mode, to: possibleCounts.upperBound, by: 1)
    where weight > negligible {
      weight *= distribution.ratio(after: count)
      weights.append((count + 1, weight))
    }
    weight = 1
    for count in stride(from: mode, to: possibleCounts.lowerBound, by: -1)
    where weight > negligible {
      weight /= distribution.ratio(after: count - 1)
      weights.append((count - 1, weight))
    }
    guard let observed = weights.first(where: { $0.count == marked })?.weight else { return least }
    let total = weights.reduce(0) { $0 + $1.weight }
    // The sum of all numbers that are at most as probable as the observed one. Equal weights can differ in their last
    // digits.
    let limit = observed * (1 + 1e-7)
    let tail = weights.reduce(0) { $0 + ($1.weight <= limit ? $1.weight : 0) }
    return min(1, max(least, tail / total))
  }

  /// The hypergeometric distribution: the number of marked devices in a group that is chosen at random.
  private struct Hypergeometric {
    var group: Int64
    var others: Int64
    var marked: Int64

    /// The most probable number of marked devices in the group.
    var mode: Int64 {
      Int64(bounded: Double(group + 1) * Double(marked + 1) / Double(group + others + 2))
    }

    /// Returns the probability of `count + 1` marked devices in the group, divided by that of `count`.
    func ratio(after count: Int64) -> Double {
      let upper = Double(marked - count) * Double(group - count)
      return upper / (Double(count + 1) * Double(others - marked + count + 1))
    }
  }
}
