/// The rates at which a simulated battery drains and fills, in percent an hour.
package struct BatteryModel: Hashable, Sendable {
  /// The level at the beginning, percent.
  package var level = 80
  package var screenOnDrain = 12.0
  package var screenOffDrain = 1.0
  package var asleepDrain = 0.3
  /// The charging rate with nothing in use.
  package var charging = 50.0
  /// The share of the rate that remains from `topUpLevel` on, since chargers spare a battery.
  package var topUpShare = 0.5
  /// The percentage from which a charger is slower. A user who saw a low level unplugs the device there, and low-power
  /// mode ends.
  static let topUpLevel = 80
  /// The remaining share of the original capacity, 0 to 1. An old battery drains and fills faster in proportion.
  package var health = 1.0
  /// The factor by which it drains faster while the device is hot.
  package var hotFactor = 1.3
  /// The percentage at which a user who looks at the screen plugs the device in, until it is at 80; `nil` if it is
  /// charged only by habit.
  package var rescuedAt: Int?

  package init() {}
}

/// The times at which a simulated device is in low-power mode.
package enum LowPowerHabit: Hashable, Sendable {
  case always(Bool)
  /// On at 20 percent and off again at 80, as on phones.
  case whenLow

  /// The percentage at which low-power mode begins with `whenLow`.
  static let beginsAt = 20
}
