/// One field of the device state as the machine itself tells it; nil is "unknown".
package struct Measurement: Hashable, Codable, Sendable {
  package var value: DeviceValue
  /// Where it comes from, for people: `upower`, `sysfs`, `logind`.
  package var origin: String

  package init(_ value: DeviceValue, origin: String) {
    self.value = value
    self.origin = origin
  }
}
