/// The values that must be polled, because the device does not report their changes and something depends on them.
package struct PollingNeeds: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  @inlinable package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let heat = PollingNeeds(rawValue: 1 << 0)
  package static let load = PollingNeeds(rawValue: 1 << 1)
  package static let memory = PollingNeeds(rawValue: 1 << 2)
  package static let storage = PollingNeeds(rawValue: 1 << 3)
  package static let user = PollingNeeds(rawValue: 1 << 4)
  package static let screen = PollingNeeds(rawValue: 1 << 5)
  /// The level of a battery whose changes are not reported.
  package static let battery = PollingNeeds(rawValue: 1 << 6)

  package static let all: PollingNeeds = [
    .heat, .load, .memory, .storage, .user, .screen, .battery,
  ]
}
