import Scheduling

/// The device of a scenario.
package struct DeviceModel: Hashable, Sendable {
  /// Somewhere that the device can be.
  package struct Place: Hashable, Sendable {
    package var name: String
    package var network: Network?
    package var isMetered: Bool?
    package var networkID: String?
    /// Degrees Celsius.
    package var ambient = 21.0

    package init(name: String) {
      self.name = name
    }
  }

  /// A time at a place, by the place's number.
  package struct Stay: Hashable, Sendable {
    package var place: Int
    package var spell: DailyPeriod

    package init(place: Int, spell: DailyPeriod) {
      self.place = place
      self.spell = spell
    }
  }

  /// New values at a moment, whatever the habits are.
  package struct Change: Hashable, Sendable {
    package var after: Duration
    package var values: [DeviceValue]

    package init(after: Duration, values: [DeviceValue]) {
      self.after = after
      self.values = values
    }
  }

  /// Nil is a device without a battery.
  package var battery: BatteryModel?
  /// Nil is a device that tells nothing of its heat.
  package var heat: HeatModel?
  package var lowPower: LowPowerHabit?
  /// When it has power; one without a battery always has.
  package var plugged: [DailyPeriod] = []
  /// The first is where it is unless it is elsewhere; none tells nothing of a network.
  package var places: [Place] = []
  /// Of two that overlap the later counts.
  package var stays: [Stay] = []
  /// When it sleeps, unless it is in use.
  package var sleeps: [DailyPeriod] = []
  /// When it is in use beside what its apps tell.
  package var use: [Rhythm] = []
  /// When it is in use for longer.
  package var sessions: [DailyPeriod] = []
  /// It is a story that tells all there is to know, and nothing is modelled.
  package var isTold = false
  /// Whether it tells of a screen and its user at all; a server does not.
  package var hasScreen = true
  /// How long the screen stays lit behind the last use.
  package var darkAfter = Duration.zero
  /// What it tells at the beginning, beside all that is modelled.
  package var always: [DeviceValue] = []
  /// In the order of time.
  package var changes: [Change] = []
  /// How much longer cold starts and runs take than they are written.
  package var slowness = 1.0

  package init() {}
}
