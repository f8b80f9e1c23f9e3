import Scheduling

/// The parts of a simulated device that follow from its use: its battery's level and its heat.
package protocol ReactiveDevice: Sendable {
  /// Receives values of the device, such as power or a lit screen, from now on.
  mutating func apply(_ values: [DeviceValue])

  /// Lets time pass up to `now` under a constant load; returns the changes.
  mutating func advance(to now: WallTime, under load: DeviceLoad) -> [DeviceValue]

  /// Returns the time from the last `advance` until a value that the device reports next changes, such as the battery's
  /// percent or the thermal state, under a constant load; `nil` if none will.
  func nextChange(under load: DeviceLoad) -> Duration?
}

/// The load on a device.
package struct DeviceLoad: Hashable, Sendable {
  package var isAsleep = false
  /// Whether it is awake in a sleep of the timeline, since its alarm has woken it.
  package var isWoken = false
  /// The battery use of all runs together, percent an hour.
  package var drainPerHour = 0.0
  /// The heat of all runs together, degrees a minute.
  package var heatPerMinute = 0.0

  package init() {}
}
