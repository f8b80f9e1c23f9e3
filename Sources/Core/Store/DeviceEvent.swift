import Scheduling

/// A value that a field of the device state took, and when.
package struct DeviceEvent: Hashable, Sendable {
  package var at: WallTime
  package var value: DeviceValue

  package init(at: WallTime, value: DeviceValue) {
    self.at = at
    self.value = value
  }
}
