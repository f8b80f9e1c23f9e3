/// The differences between the devices of a population.
package struct Population: Hashable, Sendable {
  /// The spreads of the traits that differ.
  private var spreads: [DeviceTrait: Spread]

  /// - Parameter spreads: The spreads that replace the usual ones.
  package init(_ spreads: [DeviceTrait: Spread] = [:]) {
    self.spreads = Dictionary(uniqueKeysWithValues: DeviceTrait.allCases.map { ($0, $0.usual) })
      .merging(spreads) { $1 }
  }

  /// Devices that differ only in the random choices of each seed.
  package static let alike = Population(only: [], of: Population())

  private init(only traits: [DeviceTrait], of other: Population) {
    spreads = other.spreads.filter { traits.contains($0.key) }
  }

  /// Returns a population in which only these traits differ.
  package func only(_ traits: [DeviceTrait]) -> Population {
    Population(only: traits, of: self)
  }

  package subscript(trait: DeviceTrait) -> Spread? { spreads[trait] }

  /// The traits in which its devices differ.
  package var traits: [DeviceTrait] { DeviceTrait.allCases.filter { spreads[$0] != nil } }

  /// Returns the traits of the device of a seed; each trait is drawn independently. The same seed gives the same
  /// traits.
  package func traits(seed: UInt64) -> DeviceTraits {
    var traits = DeviceTraits.neutral
    for trait in self.traits {
      guard let spread = spreads[trait] else { continue }
      var generator = SeededGenerator(seed: seed, stream: trait.stream, day: Stream.noDay)
      let value = spread.draw(&generator)
      traits[trait] = min(max(value, trait.range.lowerBound), trait.range.upperBound)
    }
    return traits
  }
}
