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
  /// presumes no form of the differences. Probabilities are corrected for all tests of a column. The columns of
  /// baselines get no groups.
  mutating func findEffects(_ subject: Subject, _ contestants: [Contestant]) {
    let recordedTraits = subject.deviceTraits
    guard worlds == .device, !recordedTraits.isEmpty, columns.count > 1 else { return }
    let devices = seeds.map { subject.traits(of: $0) }
    var traitValues: [String: Distribution] = [:]
    for device in devices { traitValues.add(device, of: recordedTraits) }
    // A measure that is 0 in every column has no differences to explain.
    let measuresWithValues = Measure.allCases.filter { measure in
      columns.contains { $0.mean(measure).map { $0 != 0 } ?? false }
    }
    triedSplits = TraitCut.all(of: traitValues).count * measuresWithValues.count
    for place in columns.indices.dropFirst() where !contestants[place].isBaseline {
      for measure in measuresWithValues {
        let differences = columns[place].valueDifferences(of: measure, from: columns[0])
        columns[place].effects[measure] = Self.effects(
          differences, devices, recordedTraits, tried: triedSplits)
      }
    }
  }

  /// Returns the groups with certainly greater or smaller differences, the most certain first.
  ///
  /// - Parameters:
  ///   - differences: The difference on each of `devices`; `nil` if it is unknown.
  ///   - tried: The number of splits for which probabilities are corrected.
  private static func effects(
    _ differences: [Double?], _ devices: [DeviceTraits], _ known: [DeviceTrait], tried: Int
  ) -> [TraitEffect] {
    let measured = zip(devices, differences).compactMap { traits, difference in
      difference.map { (traits: traits, difference: $0) }
    }
    guard let median = Self.median(measured.map(\.difference)) else { return [] }
    var allTraits: [String: Distribution] = [:]
    var markedTraits: [String: Distribution] = [:]
    // If no difference is above the median, the smaller ones are the exception.
    let marksGreater = measured.contains { $0.difference > median }
    for device in measured {
      allTraits.add(device.traits, of: known)
      let isMarked = marksGreater ? device.difference > median : device.difference < median
      if isMarked { markedTraits.add(device.traits, of: known) }
    }
    return TraitSplits(of: markedTraits, among: allTraits, tried: tried).found.map { split in
      let group = measured.filter { split.cut.isAbove($0.traits) == split.isAbove }
      let others = measured.filter { split.cut.isAbove($0.traits) != split.isAbove }
      return TraitEffect(
        split: split, isGreater: marksGreater,
        group: PairedDifference(group.map(\.difference)),
        others: PairedDifference(others.map(\.difference)))
    }
  }

  /// Returns the middle value, or the lower of two; `nil` if there is none.
  private static func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[(values.count - 1) / 2]
  }
}
