/// What keeps the device state from following the machine, until it is thawed or the machine is booted.
package struct DeviceOverride: Hashable, Codable, Sendable {
  /// The keys of the fields that were set by hand, in order.
  package private(set) var told: [ExactString] = []
  /// Nothing that the machine says counts.
  package var isFrozen = false
  /// When it thaws by itself, if it does.
  package var thaws: BootTime?

  package init() {}

  /// Whether nothing is held.
  package var isEmpty: Bool { told.isEmpty && !isFrozen }

  /// Whether the field `key` keeps its value whatever the machine says.
  package func covers(_ key: ExactString) -> Bool { isFrozen || told.contains(key) }

  package mutating func tell(_ keys: [ExactString]) {
    told = (told + keys.filter { !told.contains($0) }).sorted()
  }
}
