import Scheduling
import Simulation

/// A division of the devices of a population into two groups by one trait. Devices above a limit are the first group.
package struct TraitCut: Hashable, Sendable {
  /// The quantiles at which a trait is cut, in thousandths of the devices. More cuts would need more devices for the
  /// same certainty.
  private static let quantiles: [Int64] = [100, 250, 500, 750, 900]

  package let trait: DeviceTrait
  /// The limit, in thousandths above the minimum of the trait.
  let limit: Int64

  /// The limit, in the unit of the trait. Values of its class (`ValueClass`) are in the second group, too. It is 0 for
  /// a trait that devices have or not.
  package var value: Double { Double(limit) / 1000 + trait.range.lowerBound }

  /// Whether a device with these traits is in the first group.
  package func isAbove(_ traits: DeviceTraits) -> Bool {
    // By classes, as distributions count them: the number of devices above the limit is the same there.
    ValueClass.index(of: trait.thousandths(traits[trait])) > ValueClass.index(of: limit)
  }

  /// Returns the cuts of each trait, in the order of the traits. Cuts with an empty group are left out.
  ///
  /// - Parameter traits: The values of each trait on all devices, by its name.
  package static func all(of traits: [String: Distribution]) -> [TraitCut] {
    DeviceTrait.allCases.flatMap { trait -> [TraitCut] in
      guard let values = traits[trait.rawValue] else { return [] }
      // A chance has the value 1 on the devices that have the trait, and 0 on the others.
      let limits =
        trait.unit == .chance ? [0] : quantiles.compactMap { values.quantile(permille: $0) }
      // Two limits of one class divide the devices equally.
      var usedClasses: Set<Int> = []
      return limits.filter { limit in
        let below = values.count(upTo: limit)
        let hasTwoGroups = below > 0 && below < values.count
        return hasTwoGroups && usedClasses.insert(ValueClass.index(of: limit)).inserted
      }
      .map { TraitCut(trait: trait, limit: $0) }
    }
  }
}

extension DeviceTrait {
  /// Returns a value of this trait in thousandths above its minimum, as distributions contain it.
  package func thousandths(_ value: Double) -> Int64 {
    Int64(bounded: ((value - range.lowerBound) * 1000).rounded())
  }
}

extension [String: Distribution] {
  /// Adds the value of each of `known` on one device to the distribution of that trait.
  package mutating func add(_ device: DeviceTraits, of known: [DeviceTrait]) {
    for trait in known {
      self[trait.rawValue, default: Distribution()].add(trait.thousandths(device[trait]))
    }
  }

  /// Adds the distributions of other devices.
  package static func += (left: inout Self, right: Self) {
    for (name, values) in right { left[name, default: Distribution()] += values }
  }
}
