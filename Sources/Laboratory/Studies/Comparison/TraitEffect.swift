import Scheduling
import Simulation

/// A group of devices, by a trait, in which a measure differs more from the first column than in the other devices.
package struct TraitEffect: Hashable, Sendable {
  /// The split of the devices with the greater differences from the others, or of those with the smaller ones.
  package let split: TraitSplit
  /// Whether the split is of the devices with the greater differences, by their sign.
  package let isGreater: Bool
  /// The difference in the group with more of these devices; `nil` if no device there has a value.
  package let group: PairedDifference?
  /// The difference on all other devices; `nil` if no device there has a value.
  package let others: PairedDifference?
}

extension Comparison {
  /// Finds the groups of devices, by trait, in which a measure differs more or less from the first column. The devices
  /// with a difference above the median are compared with the others by Fisher's exact test (the median test), which
  /// presumes no form of the differences. Probabilities are corrected for all tests of a column.
  mutating func findEffects(_ subject: Subject, _ contestants: [Contestant]) {
    let known = subject.deviceTraits
    guard worlds == .device, !known.isEmpty, columns.count > 1 else { return }
    let devices = seeds.map { subject.traits(of: $0) }
    var all: [String: Distribution] = [:]
    for device in devices { all.add(device, of: known) }
    let present = Measure.allCases.filter { measure in
      columns.contains { $0.mean(measure).map { $0 != 0 } ?? false }
    }
    triedSplits = TraitCut.all(of: all).count * present.count
    for place in columns.indices.dropFirst() where !contestants[place].isBaseline {
      for measure in present {
        let pairs = Array(
          zip(columns[0].values[measure] ?? [], columns[place].values[measure] ?? []))
        let differences = pairs.map { one, other in one.flatMap { one in other.map { $0 - one } } }
        columns[place].effects[measure] = Self.effects(
          differences, devices, known, tried: triedSplits)
      }
    }
  }

  /// Returns the groups with certainly greater or smaller differences, the most certain first.
  private static func effects(
    _ differences: [Double?], _ devices: [DeviceTraits], _ known: [DeviceTrait], tried: Int
  ) -> [TraitEffect] {
    let pairs = zip(devices, differences).compactMap { device, value in value.map { (device, $0) } }
    guard let limit = median(pairs.map(\.1)) else { return [] }
    var (all, marked): ([String: Distribution], [String: Distribution]) = ([:], [:])
    // If no difference is above the median, the smaller ones are the exception.
    let isAbove = pairs.contains { $0.1 > limit }
    for (device, value) in pairs {
      all.add(device, of: known)
      if isAbove ? value > limit : value < limit { marked.add(device, of: known) }
    }
    return TraitSplits(of: marked, among: all, tried: tried).found.map { split in
      let isInGroup = { (device: DeviceTraits) in split.cut.isAbove(device) == split.isAbove }
      return TraitEffect(
        split: split, isGreater: isAbove,
        group: PairedDifference(pairs.filter { isInGroup($0.0) }.map(\.1)),
        others: PairedDifference(pairs.filter { !isInGroup($0.0) }.map(\.1)))
    }
  }

  /// Returns the middle value, or the lower of two; `nil` if there is none.
  private static func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[(values.count - 1) / 2]
  }
}
