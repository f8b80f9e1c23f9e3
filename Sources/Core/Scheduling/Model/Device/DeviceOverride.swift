/// The fields that do not follow the machine, until the device is thawed or the machine is booted.
package struct DeviceOverride: Hashable, Codable, Sendable {
  /// The keys of the overridden fields, in order.
  package private(set) var overriddenKeys: [ExactString] = []
  /// Whether all values of the machine are ignored.
  package var isFrozen = false
  /// The time at which a freeze ends automatically; `nil` if it does not. Overrides of single fields last longer.
  package var thaws: BootTime?

  /// The names in recordings.
  private enum CodingKeys: String, CodingKey {
    case overriddenKeys = "told"
    case isFrozen, thaws
  }

  package init() {}

  /// Whether nothing is overridden.
  package var isEmpty: Bool { overriddenKeys.isEmpty && !isFrozen }

  /// Whether the field `key` keeps its value regardless of the machine.
  package func covers(_ key: ExactString) -> Bool { isFrozen || overriddenKeys.contains(key) }

  /// Adds the fields `keys` to the overridden ones, each once.
  package mutating func addKeys(_ keys: [ExactString]) {
    overriddenKeys = (overriddenKeys + keys.filter { !overriddenKeys.contains($0) }).sorted()
  }
}
