import Scheduling

/// What is around a device from a moment on, and what its user does with it.
package struct PhysicsEvent: Hashable, Sendable {
  package var at: WallTime
  /// Degrees Celsius.
  package var ambient = 20.0
  package var isPowered = false
  package var screenIsOn = false
  package var isAsleep = false
  /// What the app in front drains beside the screen, percent an hour, and how much warmer it makes
  /// the device.
  package var useDrain = 0.0
  package var useHeat = 0.0

  package init(at: WallTime) {
    self.at = at
  }
}

/// What the runs that live cost together.
package struct PhysicsLoad: Hashable, Sendable {
  /// Percent of the battery an hour.
  package var drainPerHour: Double
  /// Degrees a minute.
  package var heatPerMinute: Double

  package static let none = PhysicsLoad(drainPerHour: 0, heatPerMinute: 0)

  package init(drainPerHour: Double, heatPerMinute: Double) {
    self.drainPerHour = drainPerHour
    self.heatPerMinute = heatPerMinute
  }
}
