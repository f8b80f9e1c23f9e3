import Scheduling

/// A value of a field of the device state, and the time from which it was in effect.
package struct DeviceEvent: Hashable, Sendable {
  package var at: WallTime
  package var value: DeviceValue

  package init(at: WallTime, value: DeviceValue) {
    self.at = at
    self.value = value
  }
}
