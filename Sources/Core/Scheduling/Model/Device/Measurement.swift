/// One field of the device state as the machine reports it; `nil` is "unknown".
package struct Measurement: Hashable, Codable, Sendable {
  package var value: DeviceValue
  /// The source of the value, for users: `upower`, `sysfs`, `logind`.
  package var origin: String

  package init(_ value: DeviceValue, origin: String) {
    self.value = value
    self.origin = origin
  }
}
