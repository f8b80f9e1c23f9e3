/// The device's habits: its situation at each hour of the week, its times asleep or off, and the lengths of its
/// intervals of power and idleness.
///
/// Learned from observations, in constant memory (9 KB). Old habits are forgotten by half in
/// `ForecastSettings.habitHalfLife` of observed time.
package struct DeviceHabit: Hashable, Sendable {
  package internal(set) var shares = DeviceHabitShares()
  /// The lengths of intervals on external power.
  package internal(set) var poweredIntervals = DeviceHabitDurations()
  /// The lengths of intervals without the user.
  package internal(set) var idleIntervals = DeviceHabitDurations()
  /// The lengths of intervals with both.
  package internal(set) var restingIntervals = DeviceHabitDurations()
  /// The fields that were known at least once; while one of them is unknown, nothing is learned.
  var everKnown = KnownFields()
  /// The present situation and its start, not in `shares` yet; `nil` if there is none.
  var openInterval: OpenInterval?

  package init() {}

  struct KnownFields: OptionSet, Hashable, Sendable {
    var rawValue: UInt8 = 0
    static let power = KnownFields(rawValue: 1)
    static let idleness = KnownFields(rawValue: 2)
    static let network = KnownFields(rawValue: 4)
  }

  struct OpenInterval: Hashable, Sendable {
    /// The situation; `nil` if it is unknown.
    var situation: Situation?
    var start: Instant
    var zoneSeconds: Int

    var local: LocalTime { LocalTime(start.wall, zoneSeconds: zoneSeconds) }
  }

  /// Whether the device is observed to have a battery and a user.
  package var hasBatteryAndUser: Bool {
    everKnown.isSuperset(of: [.power, .idleness]) && shares.hasBeenOnBattery
  }

  /// Whole days with any knowledge, including asleep, off and forgotten ones.
  package var daysKnown: Int { Int(bounded: shares.known / 86400) }

  /// Returns the intervals that matter to work which needs power, idleness, or both; `nil` if it needs neither.
  package func durations(power: Bool, idle: Bool) -> DeviceHabitDurations? {
    switch (power, idle) {
    case (true, true): restingIntervals
    case (true, false): poweredIntervals
    case (false, true): idleIntervals
    case (false, false): nil
    }
  }
}
