import Scheduling

/// What of a simulated device follows from how it is used: its battery's level and its heat.
package protocol ReactiveDevice: Sendable {
  /// Takes what is told of the device, such as power or a lit screen, from now on.
  mutating func take(_ values: [DeviceValue])

  /// Lets time pass up to `now` under a load that stays the same meanwhile; says what has changed.
  mutating func advance(to now: WallTime, under load: DeviceLoad) -> [DeviceValue]

  /// How long from the last `advance` until something changes, if the load stays the same; nil where
  /// nothing will.
  func nextChange(under load: DeviceLoad) -> Duration?
}

/// What is asked of a device.
package struct DeviceLoad: Hashable, Sendable {
  package var isAsleep = false
  /// What all runs together take of the battery, percent an hour.
  package var drainPerHour = 0.0
  /// What all runs together add to its heat, degrees a minute.
  package var heatPerMinute = 0.0

  package init() {}
}
