/// How the devices of a population differ.
package struct Population: Hashable, Sendable {
  /// Those in which they do.
  private var spreads: [DeviceTrait: Spread]

  /// - Parameter spreads: what else than usual; the others are as usual.
  package init(_ spreads: [DeviceTrait: Spread] = [:]) {
    self.spreads = Dictionary(uniqueKeysWithValues: DeviceTrait.allCases.map { ($0, $0.usual) })
      .merging(spreads) { $1 }
  }

  /// Devices that differ in nothing but what each seed leaves open.
  package static let alike = Population(only: [], of: Population())

  private init(only traits: [DeviceTrait], of other: Population) {
    spreads = other.spreads.filter { traits.contains($0.key) }
  }

  /// This, where only these traits differ.
  package func only(_ traits: [DeviceTrait]) -> Population {
    Population(only: traits, of: self)
  }

  package subscript(trait: DeviceTrait) -> Spread? { spreads[trait] }

  /// In which its devices differ.
  package var traits: [DeviceTrait] { DeviceTrait.allCases.filter { spreads[$0] != nil } }

  /// What the device of a seed is like: each trait is drawn by itself.
  package func traits(seed: UInt64) -> DeviceTraits {
    var traits = DeviceTraits.neutral
    for trait in self.traits {
      guard let spread = spreads[trait] else { continue }
      var generator = SeededGenerator(seed: seed, stream: trait.stream, day: Stream.choice)
      let value = spread.draw(&generator)
      traits[trait] = min(max(value, trait.range.lowerBound), trait.range.upperBound)
    }
    return traits
  }
}
