/// The forecast of how long the device stays as work needs it: powered, idle, or both.
///
/// The forecast combines the usual length of such intervals at the present age, and the chance of such a state in the
/// following hours. The smaller chance counts.
package struct DurationForecast: Sendable {
  let durations: DeviceHabitDurations
  let age: Duration
  private let now: LocalTime
  /// The chances by hour of the week; empty if there is no forecast.
  private let chances: [Double]
  private let sharedSettings: Shared<Settings>
  /// Whether the device's own days are known.
  let isOwn: Bool

  /// Creates the forecast for the present interval in which the device is powered, idle, or both. Returns `nil` if the
  /// work needs neither, so that nothing can end it, or if the device is not in such an interval at `now`.
  package init?(
    _ habit: DeviceHabit, power: Bool, idle: Bool, forecast: DeviceForecast?, at now: Instant,
    zoneSeconds: Int, settings: Settings
  ) {
    guard let durations = habit.durations(power: power, idle: idle),
      let age = durations.age(at: now.awake, settings: settings)
    else { return nil }
    self.durations = durations
    self.age = age
    self.now = LocalTime(now.wall, zoneSeconds: zoneSeconds)
    sharedSettings = Shared(settings)
    isOwn = forecast?.isOwn != false
    chances = forecast?.chances(power: power, idle: idle) ?? []
  }

  var settings: Settings {
    _read { yield sharedSettings.value }
  }

  /// Returns the chance that the present interval lasts at least `length` more: under 1 us for minutes.
  package func chance(of length: Duration) -> Double {
    min(durations.chance(of: length, at: age, settings: settings), chanceByHour(of: length))
  }

  /// Returns the least chance of the needed state in the next `length`, relative to its chance now; at most 1.
  private func chanceByHour(of length: Duration) -> Double {
    let chanceNow = share(at: now)
    guard chanceNow > 0 else { return 1 }
    var least = share(at: now + length)
    // Between the middles of two hours the chance changes linearly, so that it is least at a middle or at the end.
    var middleOfHour = now.startOfHour + .minutes(30)
    // The chances repeat each week.
    let end = now + min(length, .days(7))
    while middleOfHour < end {
      if middleOfHour > now { least = min(least, share(at: middleOfHour)) }
      middleOfHour = middleOfHour + .hours(1)
    }
    return min(1, least / chanceNow)
  }

  /// Returns the chance of the needed state at `moment`: at the middle of an hour the hour's own, otherwise
  /// interpolated. 1 if no chances are known.
  private func share(at moment: LocalTime) -> Double {
    guard !chances.isEmpty else { return 1 }
    // `moment` lies between the middle of the hour of `halfAnHourBefore` and the middle of the next hour.
    let halfAnHourBefore = moment - .minutes(30)
    let earlierHour = halfAnHourBefore.hourOfWeek
    let laterWeight = (halfAnHourBefore - halfAnHourBefore.startOfHour).seconds / 3600
    let earlier = chances[earlierHour]
    let later = chances[(earlierHour + 1) % chances.count]
    return earlier + laterWeight * (later - earlier)
  }

  /// Whether the interval is likely enough to last for a step of `length`, or for all the work.
  package func isLikelyToLast(_ length: Duration) -> Bool {
    chance(of: length) >= settings.forecast.budgetChance
  }

  /// Returns the longest budget up to `asked`, in whole seconds, that the interval is likely to hold. It is never under
  /// `ForecastSettings.shortestHeldBudget` (or `asked`, if that is less). Some 20 us.
  package func budget(asked: Duration) -> Duration {
    guard !isLikelyToLast(asked) else { return asked }
    let shortest = min(asked, settings.forecast.shortestHeldBudget)
    // A binary search in whole seconds: the chance falls with the length.
    var likely = shortest.nanoseconds / 1_000_000_000
    var tooLong = asked.nanoseconds / 1_000_000_000 + 1
    while tooLong - likely > 1 {
      let middle = (likely + tooLong) / 2
      if isLikelyToLast(.seconds(middle)) { likely = middle } else { tooLong = middle }
    }
    return min(asked, max(.seconds(likely), shortest))
  }
}
