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
    let all = marked + othersMarked
    let counts = max(0, all - others)...min(all, group)
    // The most probable number in the group; its weight is 1.
    let product = Double(group + 1) * Double(all + 1) / Double(group + others + 2)
    let mode = min(max(Int64(bounded: product), counts.lowerBound), counts.upperBound)
    let rising = Weights(group: group, others: others, marked: all)
    var weights = [(count: mode, weight: 1.0)]
    var weight = 1.0
    for count in stride(from: mode, to: counts.upperBound, by: 1) where weight > negligible {
      weight *= rising.ratio(after: count)
      weights.append((count + 1, weight))
    }
    weight = 1
    for count in stride(from: mode, to: counts.lowerBound, by: -1) where weight > negligible {
      weight /= rising.ratio(after: count - 1)
      weights.append((count - 1, weight))
    }
    guard let observed = weights.first(where: { $0.count == marked })?.weight else { return least }
    let total = weights.reduce(0) { $0 + $1.weight }
    // Equal weights can differ in their last digits.
    let tail = weights.reduce(0) { $0 + ($1.weight <= observed * (1 + 1e-7) ? $1.weight : 0) }
    return min(1, max(least, tail / total))
  }

  /// The weights of the hypergeometric distribution.
  private struct Weights {
    var group: Int64
    var others: Int64
    var marked: Int64

    /// Returns the weight of `count + 1` marked devices in the group, divided by that of `count`.
    func ratio(after count: Int64) -> Double {
      let upper = Double(marked - count) * Double(group - count)
      return upper / (Double(count + 1) * Double(others - marked + count + 1))
    }
  }
}
