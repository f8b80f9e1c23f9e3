/// What the device does when: in which situation it is at each hour of the week, when it is asleep
/// or off, and how long its intervals of power and idleness last.
///
/// Learned from what is observed, in constant memory (9 KB). Old habits are forgotten by half in
/// `ForecastSettings.habitHalfLife` of observed time.
package struct DeviceHabit: Hashable, Sendable {
  package internal(set) var shares = DeviceHabitShares()
  /// How long external power lasts.
  package internal(set) var poweredSpells = DeviceHabitDurations()
  /// How long the user stays away.
  package internal(set) var idleSpells = DeviceHabitDurations()
  /// How long both last together.
  package internal(set) var restingSpells = DeviceHabitDurations()
  /// What has been told at least once; when it is unknown again, nothing is learned.
  var told = Told()
  /// What has been the case since when, and is not in `shares` yet.
  var stretch: Stretch?

  package init() {}

  struct Told: OptionSet, Hashable, Sendable {
    var rawValue: UInt8 = 0
    static let power = Told(rawValue: 1)
    static let idleness = Told(rawValue: 2)
    static let network = Told(rawValue: 4)
  }

  struct Stretch: Hashable, Sendable {
    /// Nil where nobody knows.
    var situation: Situation?
    var start: Instant
    var zoneSeconds: Int

    var local: LocalTime { LocalTime(start.wall, zoneSeconds: zoneSeconds) }
  }

  /// Whether it has a battery, and somebody who uses it, as far as it was seen.
  package var isCharged: Bool {
    told.isSuperset(of: [.power, .idleness]) && shares.hasBeenOnBattery
  }

  /// Whole days that anything is known of, asleep and off included, forgotten ones too.
  package var daysKnown: Int { Int(bounded: shares.known / 86400) }

  /// The intervals that matter to work which needs power, idleness, or both; nil for work that needs
  /// neither.
  package func durations(power: Bool, idle: Bool) -> DeviceHabitDurations? {
    switch (power, idle) {
    case (true, true): restingSpells
    case (true, false): poweredSpells
    case (false, true): idleSpells
    case (false, false): nil
    }
  }
}
