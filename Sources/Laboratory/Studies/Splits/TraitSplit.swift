import Simulation

/// A trait that separates marked devices, such as those that break a promise, from others, with more certainty than
/// chance allows.
package struct TraitSplit: Hashable, Sendable {
  /// The division of the devices.
  package let cut: TraitCut
  /// Whether marked devices are more frequent above the cut.
  package let isAbove: Bool
  /// The numbers of devices in the group with more marked devices.
  package let marked: Int64
  package let devices: Int64
  /// The numbers of devices in the other group.
  package let othersMarked: Int64
  package let others: Int64
  /// The probability of such a split by chance, multiplied by the number of splits that were tried (Bonferroni).
  package let probability: Double
}

/// The traits that separate marked devices from others.
package struct TraitSplits: Hashable, Sendable {
  /// The largest corrected probability of chance at which a split is reported.
  package static let level = 0.05

  /// The most certain cut of each separating trait, the most certain trait first.
  package let found: [TraitSplit]
  /// The number of splits that were tried, for which the probabilities are corrected.
  package let tried: Int

  /// - Parameters:
  ///   - marked: The values of each trait on the marked devices, by its name.
  ///   - all: The values on all devices.
  ///   - tried: The number of splits for which probabilities are corrected; `nil` if it is the number of cuts here.
  package init(
    of marked: [String: Distribution], among all: [String: Distribution], tried: Int? = nil
  ) {
    let cuts = TraitCut.all(of: all)
    let count = tried ?? cuts.count
    self.tried = count
    var best: [DeviceTrait: TraitSplit] = [:]
    for cut in cuts {
      guard let split = TraitSplit(cut, marked, all, tried: count), split.probability <= Self.level
      else { continue }
      if let other = best[cut.trait], !split.isClearer(than: other) { continue }
      best[cut.trait] = split
    }
    // The most certain first; with equal probabilities, in the order of the traits.
    found = DeviceTrait.allCases.compactMap { best[$0] }.enumerated().sorted {
      ($0.element.probability, $0.offset) < ($1.element.probability, $1.offset)
    }.map(\.element)
  }
}

extension TraitSplit {
  /// Whether it has a smaller probability than another split or, with the same one, a greater difference of the shares.
  fileprivate func isClearer(than other: TraitSplit) -> Bool {
    let difference = { (split: TraitSplit) in
      let share = Double(split.marked) / Double(split.devices)
      let shareOfOthers = Double(split.othersMarked) / Double(split.others)
      return share - shareOfOthers
    }
    return probability == other.probability
      ? difference(self) > difference(other) : probability < other.probability
  }

  /// Tests whether marked devices are more frequent on one side of a cut; `nil` if the trait was not recorded, or if no
  /// device or all devices are marked.
  fileprivate init?(
    _ cut: TraitCut, _ marked: [String: Distribution], _ all: [String: Distribution], tried: Int
  ) {
    guard let allValues = all[cut.trait.rawValue], let markedValues = marked[cut.trait.rawValue],
      markedValues.count > 0, markedValues.count < allValues.count
    else { return nil }
    let lower = (
      marked: markedValues.count(upTo: cut.limit), all: allValues.count(upTo: cut.limit)
    )
    let upper = (marked: markedValues.count - lower.marked, all: allValues.count - lower.all)
    // Compares the two shares, without a division.
    let isAbove =
      Double(upper.marked) * Double(lower.all) >= Double(lower.marked) * Double(upper.all)
    let (group, rest) = isAbove ? (upper, lower) : (lower, upper)
    let chance = FisherTest.probability(group.marked, of: group.all, rest.marked, of: rest.all)
    self.init(
      cut: cut, isAbove: isAbove, marked: group.marked, devices: group.all,
      othersMarked: rest.marked, others: rest.all, probability: min(1, chance * Double(tried)))
  }
}

extension TraitSplit: Encodable {
  private enum CodingKeys: String, CodingKey {
    case trait, above, upTo, marked, devices, othersMarked, others, probability
  }

  /// Encodes the trait, and its limit as `above` or `upTo`, the side with more marked devices.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(cut.trait.rawValue, forKey: .trait)
    try container.encode(cut.value, forKey: isAbove ? .above : .upTo)
    try container.encode(marked, forKey: .marked)
    try container.encode(devices, forKey: .devices)
    try container.encode(othersMarked, forKey: .othersMarked)
    try container.encode(others, forKey: .others)
    try container.encode(probability, forKey: .probability)
  }
}
