/// How likely the device is in each situation, asleep or off included, at each hour of the week: its
/// habits, with what little is known of one hour shrunk toward what is known of all that are alike.
package struct DeviceForecast: Hashable, Sendable {
  /// By hour of the week and column of `DeviceHabitShares`; each hour sums to 1.
  private let chances: [Double]

  /// Nil while habits are known for fewer days than `ForecastSettings.leastDays`. Costs some 20 us;
  /// worth doing anew once an hour.
  package init?(_ habit: DeviceHabit, settings: Settings) {
    guard habit.daysKnown >= settings.forecast.leastDays else { return nil }
    chances = Shrinkage(habit.shares, settings.forecast).chances
  }

  /// The chance of finding the device awake in `situation` at a moment in that hour.
  package func chance(of situation: Situation, atHourOfWeek hour: Int) -> Double {
    chances[hour * DeviceHabitShares.columns + situation.index]
  }

  /// The chance of finding the device asleep or off at a moment in that hour.
  package func chanceOfSleep(atHourOfWeek hour: Int) -> Double {
    chances[hour * DeviceHabitShares.columns + DeviceHabitShares.asleep]
  }

  /// The chance of finding the device awake, powered where `power` and idle where `idle` say so.
  package func chance(power: Bool, idle: Bool, atHourOfWeek hour: Int) -> Double {
    var sum = 0.0
    for situation in Situation.all
    where (situation.isPowered || !power) && (situation.isIdle || !idle) {
      sum += chance(of: situation, atHourOfWeek: hour)
    }
    return sum
  }
}
