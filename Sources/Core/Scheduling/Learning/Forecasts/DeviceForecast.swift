/// How likely the device is in each situation, asleep or off included, at each hour of the week: its
/// habits, with what little is known of one hour shrunk toward what is known of all that are alike.
package struct DeviceForecast: Hashable, Sendable {
  /// By hour of the week and column of `DeviceHabitShares`; each hour sums to 1.
  private let chances: [Double]
  /// By hour of the week: that it is powered, idle, and both.
  let powered: [Double]
  let idle: [Double]
  let resting: [Double]
  /// Whether it was made of the device's own days, and not of other people's too.
  package let isOwn: Bool

  /// Nil while habits are known for fewer days than `ForecastSettings.leastDays`. Costs
  /// some 0.2 ms; worth doing anew once an hour.
  package init?(_ habit: DeviceHabit, settings: Settings) {
    guard habit.daysKnown >= settings.forecast.leastDays else { return nil }
    self.init(Shrinkage(habit.shares, settings.forecast).chances, isOwn: true)
  }

  /// Of a device whose own days are not known yet, from those of people in general; nil where it is not one that people
  /// charge and put down, as far as it has been seen, and in its first hours, in which somebody tries it out.
  init?(usualFor habit: DeviceHabit, settings: Settings) {
    guard habit.isCharged, habit.shares.known >= settings.forecast.usualAfter.seconds,
      settings.forecast.usualDays > 0
    else { return nil }
    let days = habit.shares.known / 86400
    let weight = settings.forecast.usualDays / (days + settings.forecast.usualDays)
    let own = Shrinkage(habit.shares, settings.forecast).chances
    let usual = (0..<DeviceHabitShares.hours).flatMap(UsualDay.shares(atHourOfWeek:))
    self.init(zip(own, usual).map { $0 + weight * ($1 - $0) }, isOwn: false)
  }

  private init(_ chances: [Double], isOwn: Bool) {
    self.isOwn = isOwn
    self.chances = chances
    powered = Self.chances(chances) { $0.isPowered }
    idle = Self.chances(chances) { $0.isIdle }
    resting = Self.chances(chances) { $0.isPowered && $0.isIdle }
  }

  private static func chances(_ all: [Double], where fits: (Situation) -> Bool) -> [Double] {
    let situations = Situation.all.filter(fits).map(\.index)
    return (0..<DeviceHabitShares.hours).map { hour in
      situations.reduce(0) { $0 + all[hour * DeviceHabitShares.columns + $1] }
    }
  }

  /// The chance of finding the device awake in `situation` at a moment in that hour.
  package func chance(of situation: Situation, atHourOfWeek hour: Int) -> Double {
    chances[hour * DeviceHabitShares.columns + situation.index]
  }

  /// The chance of finding the device asleep or off at a moment in that hour.
  package func chanceOfSleep(atHourOfWeek hour: Int) -> Double {
    chances[hour * DeviceHabitShares.columns + DeviceHabitShares.asleep]
  }

  /// By hour of the week, the chance of finding the device awake, powered where `power` and idle where
  /// `idle` say so; nil where neither does.
  package func chances(power: Bool, idle needsIdle: Bool) -> [Double]? {
    switch (power, needsIdle) {
    case (true, true): resting
    case (true, false): powered
    case (false, true): idle
    case (false, false): nil
    }
  }
}
