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
    // The weight of average users falls with each known day.
    let knownDays = habit.shares.known / 86400
    let usualWeight = settings.forecast.usualDays / (knownDays + settings.forecast.usualDays)
    let own = Shrinkage(habit.shares, settings.forecast).chances
    let usual = (0..<DeviceHabitShares.hours).flatMap(UsualDay.shares(atHourOfWeek:))
    let blended = zip(own, usual).map { own, usual in own + usualWeight * (usual - own) }
    self.init(blended, settings.metered, isOwn: false)
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

  /// Returns `all`, but with the network metered exactly in the hours `metered`, which a setting names. In each hour,
  /// the chance of a network is divided between metered and unmetered ones. The learned division is ignored, since it
  /// may be from before the setting, or from neighbouring hours.
  private static func chances(_ all: [Double], meteredIn metered: WeekHours) -> [Double] {
    var chances = all
    for (hour, unmeteredShare) in [metered].openShares.enumerated() {
      for situation in Situation.all where situation.access == .metered {
        var unmetered = situation
        unmetered.access = .unmetered
        let rowStart = hour * DeviceHabitShares.columns
        let (costly, cheap) = (rowStart + situation.index, rowStart + unmetered.index)
        let both = all[costly] + all[cheap]
        chances[costly] = both * (1 - unmeteredShare)
        chances[cheap] = both * unmeteredShare
      }
    }
    return chances
  }

  /// Returns, by hour of the week, the total chance of the situations that `isIncluded` accepts.
  private static func chances(
    _ all: [Double], where isIncluded: (Situation) -> Bool
  ) -> [Double] {
    let columns = Situation.all.filter(isIncluded).map(\.index)
    return (0..<DeviceHabitShares.hours).map { hour in
      let rowStart = hour * DeviceHabitShares.columns
      return columns.reduce(0) { sum, column in sum + all[rowStart + column] }
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
