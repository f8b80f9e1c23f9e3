import Scheduling

/// The surroundings of a device from a moment on, and its use.
package struct PhysicsEvent: Hashable, Sendable {
  package var at: WallTime
  /// The ambient temperature in degrees Celsius.
  package var ambient = 20.0
  package var isPowered = false
  package var screenIsOn = false
  package var isAsleep = false
  /// The drain of the app in front in addition to the screen, percent an hour, and its heat in degrees.
  package var useDrain = 0.0
  package var useHeat = 0.0

  package init(at: WallTime) {
    self.at = at
  }
}

/// The cost of all current runs.
package struct PhysicsLoad: Hashable, Sendable {
  /// The drain in percent of the battery an hour.
  package var drainPerHour: Double
  /// The heat in degrees a minute.
  package var heatPerMinute: Double
  /// Whether the device is awake in a sleep, since its alarm has woken it.
  package var isWoken = false

  package static let none = PhysicsLoad(drainPerHour: 0, heatPerMinute: 0)

  package init(drainPerHour: Double, heatPerMinute: Double) {
    self.drainPerHour = drainPerHour
    self.heatPerMinute = heatPerMinute
  }
}
