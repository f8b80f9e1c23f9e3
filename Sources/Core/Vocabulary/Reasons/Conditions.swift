/// Conditions that a request can require (never relaxed) or prefer (relaxed as its window closes).
package struct Conditions: OptionSet, Hashable, Codable, Sendable {
  package let rawValue: UInt16

  @inlinable package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  package static let power = Conditions(rawValue: 1 << 0)
  package static let network = Conditions(rawValue: 1 << 1)
  package static let unmetered = Conditions(rawValue: 1 << 2)
  package static let idle = Conditions(rawValue: 1 << 3)
  package static let screenOff = Conditions(rawValue: 1 << 4)
  package static let batteryNotLow = Conditions(rawValue: 1 << 5)
  package static let storageNotLow = Conditions(rawValue: 1 << 6)
  /// An unmetered network as well, except that an unknown one does not count as unmetered.
  package static let knownUnmetered = Conditions(rawValue: 1 << 7)

  /// Every condition with its name in text form, in display order.
  package static let named: [(name: String, condition: Conditions)] = [
    ("power", .power), ("network", .network), ("unmetered", .unmetered),
    ("unmetered=known", .knownUnmetered), ("idle", .idle), ("screen-off", .screenOff),
    ("battery-not-low", .batteryNotLow), ("storage-not-low", .storageNotLow),
  ]

  /// The conditions on the cost of the network.
  package static let cheap: Conditions = [.unmetered, .knownUnmetered]

  /// The names of the conditions in this set.
  package var names: [String] {
    Self.named.filter { contains($0.condition) }.map(\.name)
  }

  /// Creates the set of `names`; `field` is the field to name in the refusal of an unknown name.
  package init(names: [String], field: String) throws(Refusal) {
    var conditions: Conditions = []
    for name in names {
      guard let known = Self.named.first(where: { $0.name == name }) else {
        throw Refusal(
          field: field, value: name, allowed: Self.named.map(\.name).joined(separator: ", "))
      }
      conditions.insert(known.condition)
    }
    self = conditions
  }
}
