/// How a simulated battery drains and fills, in percent an hour.
package struct BatteryModel: Hashable, Sendable {
  /// At the beginning, percent.
  package var level = 80
  package var screenOnDrain = 12.0
  package var screenOffDrain = 1.0
  package var asleepDrain = 0.3
  /// What the charger gives, with nothing in use.
  package var charging = 50.0
  /// The share of it that is left from 80 percent on, as chargers do to spare a battery.
  package var topUpShare = 0.5
  /// What is left of the capacity that it had when it was new, 0 to 1: an old battery drains faster
  /// by as much, and fills faster.
  package var health = 1.0
  /// How much faster it drains while the device is hot.
  package var hotFactor = 1.3
  /// Whoever looks at a screen that tells this many percent or less plugs the device in, and leaves
  /// it until it is at 80; nil charges by habit alone.
  package var rescuedAt: Int?

  package init() {}
}

/// When a simulated device is in low-power mode.
package enum LowPowerHabit: Hashable, Sendable {
  case always(Bool)
  /// On at 20 percent and off again at 80, as phones offer it.
  case whenLow
}
