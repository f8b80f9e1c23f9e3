/// The signs for and against an open within the next hour. Ratios are natural logarithms, 0 if an app is like all
/// others. Every count is shrunk by a few imagined ones, so that few observations have little effect.
enum UserHabitSign: Int, CaseIterable {
  /// Always 1.
  case always
  /// The frequency of the app's opens, times the hour's share of the user's day: popularity times the daily rhythm.
  case expected
  /// The recent frequency, and today's, relative to the general one.
  case lately, today
  /// The app's own hours relative to the user's.
  case hour
  /// Opens at this hour yesterday, the day before, and a week ago: up to 2.
  case sameHour
  /// The app's weekends relative to the user's.
  case dayOfWeek
  /// The elapsed share of the last open's freshness, up to 1.
  case stale
  /// Nearness to one and two hours since the app's last open: 0 to 1.
  case oneHour, twoHours
  /// The days since the app's last open, as a negative logarithm, divided by its opens: an app that was opened once is
  /// soon forgotten.
  case forgotten
  /// Nearness to now, ten minutes and an hour since the last open of any app: 0 to 1.
  case session, sessionTenMinutes, sessionHour
  /// The lack of knowledge about the app.
  case rare
}

/// The imagined use by which the counts of an app are shrunk: few observations then give signs near those of an average
/// app. The signs of one app and those of eight at the same time must use the same numbers.
enum ImaginedUse {
  /// Opens in one more day, for the frequency of an app's opens; also added to today's opens.
  @inline(__always) static var dailyOpens: Double { 0.15 }
  /// Days with the usual frequency, added to the last days.
  @inline(__always) static var lastDays: Double { 1.5 }
  /// Days with the usual frequency, added to the last hours.
  @inline(__always) static var lastHours: Double { 0.6 }
  /// Opens at the times of day at which the user opens any app.
  @inline(__always) static var opensByHour: Double { 3 }
  /// Opens on the days, weekends or not, on which the user opens any app.
  @inline(__always) static var opensByDay: Double { 4 }
  /// Visits to the app opened last, after which each app followed with its usual share.
  @inline(__always) static var visitsBefore: Double { 2 }
  /// Direct opens of the app, and visits to all apps, for its usual share of the visits: every second of these visits
  /// is followed by one of 25 apps.
  @inline(__always) static var followsOfApp: Double { 0.04 }
  @inline(__always) static var visitsOfAll: Double { 2 }
}

extension UserHabitMoment {
  /// Returns the signs of an app that has been opened before, in the order of `UserHabitSign`.
  func signs(of habit: AppHabit) -> UserHabitSigns {
    let slowly = habit.fading(at: time, halfLifeDays: AppHabit.slowHalfLifeDays)
    let opens = Double(habit.slow) * slowly
    let daily = opensPerDay(of: habit, fading: slowly)
    let expected = min(daily * share, 5)
    let sinceOpen = max(0, habit.lastOpen.map { time.seconds(since: $0) / 3600 } ?? 0)
    let sinceOpenLog = log2(max(1, sinceOpen))
    /// Returns the nearness of the last open to 2 to the power of `exponent` hours ago: 1 there, 0 at half and twice
    /// that.
    func near(_ exponent: Double) -> Double { max(0, 1 - abs(sinceOpenLog - exponent)) }
    var signs = UserHabitSigns()
    signs[.always] = 1
    signs[.expected] = naturalLog(expected)
    signs[.lately] = lately(habit, daily)
    signs[.today] = today(habit, daily)
    signs[.hour] = hour(of: habit, fading: slowly)
    signs[.sameHour] = sameHour(habit)
    signs[.dayOfWeek] = dayOfWeek(habit, fading: slowly)
    signs[.stale] = sinceOpen >= 1 ? 0 : naturalLog(max(0.02, sinceOpen))
    (signs[.oneHour], signs[.twoHours]) = (near(0), near(1))
    signs[.forgotten] = naturalLog(1 + sinceOpen / 24) / -max(1, Double(habit.slow))
    signs[.session] = session[0]
    signs[.sessionTenMinutes] = session[1]
    signs[.sessionHour] = session[2]
    signs[.rare] = naturalLog((opens + 0.5) / (opens + 1.5))
    return signs
  }

  /// Returns the counted opens a day, by the slow half-life.
  func opensPerDay(of habit: AppHabit) -> Double {
    opensPerDay(
      of: habit, fading: habit.fading(at: time, halfLifeDays: AppHabit.slowHalfLifeDays))
  }

  /// Returns the counted opens a day, if the slow count has faded by `fading`. One imagined day is added, so that an
  /// app that was opened once does not seem frequent.
  private func opensPerDay(of habit: AppHabit, fading: Double) -> Double {
    (Double(habit.slow) * fading + ImaginedUse.dailyOpens) / (slowDays + 1)
  }

  /// Returns the frequency of opens in the last days relative to the usual one, `daily`, as a logarithm.
  private func lately(_ habit: AppHabit, _ daily: Double) -> Double {
    let fading = habit.fading(at: time, halfLifeDays: AppHabit.fastHalfLifeDays)
    return naturalLog(
      (Double(habit.fast) * fading + ImaginedUse.lastDays * daily)
        / (fastDays + ImaginedUse.lastDays) / daily)
  }

  /// Returns the frequency of opens in the last hours relative to the usual one, `daily`, as a logarithm.
  private func today(_ habit: AppHabit, _ daily: Double) -> Double {
    let fading = habit.fading(at: time, halfLifeDays: AppHabit.quickHalfLifeDays)
    return naturalLog(
      (Double(habit.quick) * fading + ImaginedUse.lastHours * daily + ImaginedUse.dailyOpens)
        / ((quickDays + ImaginedUse.lastHours) * daily + ImaginedUse.dailyOpens))
  }

  /// Returns the share of the app's opens at this time of day relative to the user's, as a logarithm.
  private func hour(of habit: AppHabit, fading: Double) -> Double {
    /// Returns the opens in an hour, -1 to 25; those outside of 0 to 23 stand for the hours of the adjacent days.
    func opens(_ hour: Int) -> Double {
      Double(habit.hours[hour < 0 ? hour + 24 : hour < 24 ? hour : hour - 24])
    }
    /// Returns the opens in an hour, with half of the weight for its two neighbours.
    func smooth(_ hour: Int) -> Double {
      0.5 * opens(hour) + 0.25 * (opens(hour - 1) + opens(hour + 1))
    }
    // The hour from now on lies in two hours of the clock.
    let passed = clock.passed
    let opensNow = (1 - passed) * smooth(clock.hour) + passed * smooth(clock.hour + 1)
    let total = Double(habit.slow) * fading
    let imagined = ImaginedUse.opensByHour
    return naturalLog((opensNow * fading + imagined * share) / (total + imagined) / share)
  }

  /// Returns the opens at this hour yesterday, the day before, and a week ago, weighted: 0 to 2.
  func sameHour(_ habit: AppHabit) -> Double {
    // Only the eight days up to the last open are known.
    guard let last = habit.lastOpen?.day, clock.day - last < 8 else { return 0 }
    let passed = clock.passed
    let nextIsTomorrow = clock.hour == 23
    let next = nextIsTomorrow ? 0 : clock.hour + 1
    /// Returns whether the app was opened around this time `days` days ago: 0 to 1.
    func opened(_ days: Int64) -> Double {
      let inThisHour = habit.wasOpened(on: clock.day - days, hour: clock.hour, last: last)
      let inNextHour = habit.wasOpened(
        on: clock.day - (nextIsTomorrow ? days - 1 : days), hour: next, last: last)
      return (inThisHour ? 1 - passed : 0) + (inNextHour ? passed : 0)
    }
    return opened(1) + 0.5 * opened(2) + 0.5 * opened(7)
  }

  /// Returns the share of the app's opens on such days, weekends or not, relative to the user's, as a logarithm.
  private func dayOfWeek(_ habit: AppHabit, fading: Double) -> Double {
    let total = Double(habit.slow) * fading
    let weekend = Double(habit.weekend) * fading
    let same = clock.isWeekend ? weekend : max(0, total - weekend)
    let imagined = ImaginedUse.opensByDay
    return naturalLog((same + imagined * dayShare) / (total + imagined) / dayShare)
  }
}
