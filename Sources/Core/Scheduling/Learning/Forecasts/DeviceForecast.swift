/// The chance of each situation of the device, asleep or off included, at each hour of the week. It comes from its
/// habits; sparse knowledge of one hour is shrunk toward the knowledge of all similar hours.
package struct DeviceForecast: Hashable, Sendable {
  /// The chances by hour of the week and column of `DeviceHabitShares`; each hour sums to 1.
  private let chances: [Double]
  /// The chances by hour of the week that it is powered, idle, and both.
  let powered: [Double]
  let idle: [Double]
  let resting: [Double]
  /// Whether only the device's own days were used, and not average users' also.
  package let isOwn: Bool

  /// Creates a forecast from the device's own habits. Returns `nil` if they are known for fewer days than
  /// `ForecastSettings.leastDays`. Costs some 0.2 ms; worth repeating once an hour.
  package init?(_ habit: DeviceHabit, settings: Settings) {
    guard habit.daysKnown >= settings.forecast.leastDays else { return nil }
    self.init(
      Shrinkage(habit.shares, settings.forecast).chances, settings.metered, isOwn: true)
  }

  /// Creates a forecast from average users' days for a device whose own days are not known yet. Returns `nil` if the
  /// observed device is not charged and put down like a phone, and during its first hours, which are often a trial.
  init?(usualFor habit: DeviceHabit, settings: Settings) {
    guard habit.hasBatteryAndUser, habit.shares.known >= settings.forecast.usualAfter.seconds,
      settings.forecast.usualDays > 0
    else { return nil }
    let days = habit.shares.known / 86400
    let weight = settings.forecast.usualDays / (days + settings.forecast.usualDays)
    let own = Shrinkage(habit.shares, settings.forecast).chances
    let usual = (0..<DeviceHabitShares.hours).flatMap(UsualDay.shares(atHourOfWeek:))
    self.init(zip(own, usual).map { $0 + weight * ($1 - $0) }, settings.metered, isOwn: false)
  }

  /// Creates a forecast from the chances of all situations in each hour of the week, hour by hour. The hours `metered`
  /// decide whether a network is metered, unless they are `nil`.
  private init(_ habits: [Double], _ metered: WeekHours?, isOwn: Bool) {
    self.isOwn = isOwn
    let chances = metered.map { Self.chances(habits, meteredIn: $0) } ?? habits
    self.chances = chances
    powered = Self.chances(chances) { $0.isPowered }
    idle = Self.chances(chances) { $0.isIdle }
    resting = Self.chances(chances) { $0.isPowered && $0.isIdle }
  }

  /// Returns `all` with the chance of a network divided between metered and unmetered ones as the hours `metered` have
  /// it, whatever was learned before they were set, or from neighbouring hours.
  private static func chances(_ all: [Double], meteredIn metered: WeekHours) -> [Double] {
    var chances = all
    for (hour, free) in [metered].openShares.enumerated() {
      for situation in Situation.all where situation.access == .metered {
        var other = situation
        other.access = .unmetered
        let first = hour * DeviceHabitShares.columns
        let (costly, cheap) = (first + situation.index, first + other.index)
        let both = all[costly] + all[cheap]
        (chances[costly], chances[cheap]) = (both * (1 - free), both * free)
      }
    }
    return chances
  }

  /// Returns, by hour of the week, the chance of a situation that `fits` accepts.
  private static func chances(_ all: [Double], where fits: (Situation) -> Bool) -> [Double] {
    let situations = Situation.all.filter(fits).map(\.index)
    return (0..<DeviceHabitShares.hours).map { hour in
      situations.reduce(0) { $0 + all[hour * DeviceHabitShares.columns + $1] }
    }
  }

  /// Returns the chance that the device is awake in `situation` at a moment in that hour.
  package func chance(of situation: Situation, atHourOfWeek hour: Int) -> Double {
    chances[hour * DeviceHabitShares.columns + situation.index]
  }

  /// Returns the chance that the device is asleep or off at a moment in that hour.
  package func chanceOfSleep(atHourOfWeek hour: Int) -> Double {
    chances[hour * DeviceHabitShares.columns + DeviceHabitShares.asleep]
  }

  /// Returns, by hour of the week, the chance that the device is awake, powered if `power` and idle if `idle` is set;
  /// `nil` if neither is set.
  package func chances(power: Bool, idle needsIdle: Bool) -> [Double]? {
    switch (power, needsIdle) {
    case (true, true): resting
    case (true, false): powered
    case (false, true): idle
    case (false, false): nil
    }
  }
}
