import Scheduling

/// The device of a scenario.
package struct DeviceModel: Hashable, Sendable {
  /// A place of the device.
  package struct Place: Hashable, Sendable {
    package var name: String
    package var network: Network?
    package var isMetered: Bool?
    package var networkID: String?
    /// The names of its networks; `nil` if they are the default, the name of the place.
    package var networkNames: [ExactString]?
    /// The ambient temperature in degrees Celsius.
    package var ambient = 21.0

    package init(name: String) {
      self.name = name
    }

    /// The names of the networks that the device is connected to at the place; `nil` if its network is unknown.
    package var connected: [ExactString]? {
      switch network {
      case nil: nil
      // The device is known to be without a network.
      case .some(.none): []
      default: networkNames ?? [NetworkName.cleaned(name)].compactMap(\.self)
      }
    }
  }

  /// A time at a place, by the place's number.
  package struct Stay: Hashable, Sendable {
    package var place: Int
    package var period: DailyPeriod

    package init(place: Int, period: DailyPeriod) {
      self.place = place
      self.period = period
    }
  }

  /// New values at a moment, independent of the habits.
  package struct Change: Hashable, Sendable {
    package var after: Duration
    package var values: [DeviceValue]

    package init(after: Duration, values: [DeviceValue]) {
      self.after = after
      self.values = values
    }
  }

  /// The battery; `nil` for a device without one.
  package var battery: BatteryModel?
  /// The heat; `nil` for a device that does not report it.
  package var heat: HeatModel?
  package var lowPower: LowPowerHabit?
  /// The times with power; a device without a battery always has it.
  package var plugged: [DailyPeriod] = []
  /// The places, of which the first is the default; without any, no network is reported.
  package var places: [Place] = []
  /// The stays; of two that overlap, the later one in the list is used.
  package var stays: [Stay] = []
  /// The times of sleep, unless it is in use.
  package var sleeps: [DailyPeriod] = []
  /// The times of use in addition to its apps' opens.
  package var use: [Rhythm] = []
  /// The longer times of use.
  package var sessions: [DailyPeriod] = []
  /// Whether its `changes` are complete, so that no value follows from habits.
  package var isReported = false
  /// Whether the device reports a screen and its user; a server does not.
  package var hasScreen = true
  /// The time the screen stays lit after the last use.
  package var darkAfter = Duration.zero
  /// The values at the beginning, in addition to all modelled ones.
  package var always: [DeviceValue] = []
  /// The changes in the order of time.
  package var changes: [Change] = []
  /// The factor by which cold starts and runs take longer than specified.
  package var slowness = 1.0

  package init() {}
}
