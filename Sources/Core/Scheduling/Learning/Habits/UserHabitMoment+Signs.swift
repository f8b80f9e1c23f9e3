/// What speaks for and against an open within the next hour. Ratios are natural logarithms, 0 where an
/// app is like all others; every count is held back by a few imagined ones, so that little is said of
/// little seen.
enum UserHabitSign: Int, CaseIterable {
  /// Always 1.
  case always
  /// How often the app is opened, times the share of the user's day that the hour makes: popularity
  /// times the daily rhythm.
  case expected
  /// How often these days, and today, against how often at all.
  case lately, today
  /// The app's own hours against the user's.
  case hour
  /// Opened at this hour yesterday, the day before, a week ago: up to 2.
  case sameHour
  /// The app's weekends against the user's.
  case dayOfWeek
  /// How much of the freshness of the last open is over, up to 1.
  case stale
  /// Near one, two, four hours since the app's last open: 0 to 1.
  case oneHour, twoHours, fourHours
  /// Near now, ten minutes and an hour since the last open of any app: 0 to 1.
  case session, sessionTenMinutes, sessionHour
  /// How much oftener the app is opened after what was opened just now.
  case sequence
  /// How little is known of the app.
  case rare
}

extension UserHabitMoment {
  /// The signs of an app that has been opened before, in the order of `UserHabitSign`.
  func signs(of habit: AppHabit) -> UserHabitSigns {
    let slowly = habit.fading(at: time, halfLifeDays: AppHabit.slowHalfLifeDays)
    let opens = Double(habit.slow) * slowly
    let daily = opensPerDay(of: habit, fading: slowly)
    let expected = min(daily * share, 5)
    let sinceOpen = max(0, habit.lastOpen.map { time.seconds(since: $0) / 3600 } ?? 0)
    let sinceOpenLog = log2(max(1, sinceOpen))
    func near(_ mark: Double) -> Double { max(0, 1 - abs(sinceOpenLog - mark)) }
    var signs = UserHabitSigns()
    signs[.always] = 1
    signs[.expected] = naturalLog(expected)
    signs[.lately] = lately(habit, daily)
    signs[.today] = today(habit, daily)
    signs[.hour] = hour(of: habit, fading: slowly)
    signs[.sameHour] = sameHour(habit)
    signs[.dayOfWeek] = dayOfWeek(habit, fading: slowly)
    signs[.stale] = sinceOpen >= 1 ? 0 : naturalLog(max(0.02, sinceOpen))
    (signs[.oneHour], signs[.twoHours], signs[.fourHours]) = (near(0), near(1), near(2))
    signs[.session] = session[0]
    signs[.sessionTenMinutes] = session[1]
    signs[.sessionHour] = session[2]
    signs[.sequence] = sequence(habit, expected: min(expected, 0.5), fading: slowly)
    signs[.rare] = naturalLog((opens + 0.5) / (opens + 1.5))
    return signs
  }

  /// Counted opens a day, as the slow half-life sees them.
  func opensPerDay(of habit: AppHabit) -> Double {
    opensPerDay(
      of: habit, fading: habit.fading(at: time, halfLifeDays: AppHabit.slowHalfLifeDays))
  }

  private func opensPerDay(of habit: AppHabit, fading: Double) -> Double {
    (Double(habit.slow) * fading + 0.15) / (slowDays + 1)
  }

  private func lately(_ habit: AppHabit, _ daily: Double) -> Double {
    let fading = habit.fading(at: time, halfLifeDays: AppHabit.fastHalfLifeDays)
    return naturalLog((Double(habit.fast) * fading + 1.5 * daily) / (fastDays + 1.5) / daily)
  }

  private func today(_ habit: AppHabit, _ daily: Double) -> Double {
    let fading = habit.fading(at: time, halfLifeDays: AppHabit.quickHalfLifeDays)
    return naturalLog(
      (Double(habit.quick) * fading + 0.6 * daily + 0.15) / ((quickDays + 0.6) * daily + 0.15))
  }

  private func hour(of habit: AppHabit, fading: Double) -> Double {
    func opens(_ hour: Int) -> Double {
      Double(habit.hours[hour < 0 ? hour + 24 : hour < 24 ? hour : hour - 24])
    }
    func smooth(_ hour: Int) -> Double {
      0.5 * opens(hour) + 0.25 * (opens(hour - 1) + opens(hour + 1))
    }
    let passed = clock.passed
    let now = (1 - passed) * smooth(clock.hour) + passed * smooth(clock.hour + 1)
    let total = Double(habit.slow) * fading
    return naturalLog((now * fading + 3 * share) / (total + 3) / share)
  }

  func sameHour(_ habit: AppHabit) -> Double {
    guard let last = habit.lastOpen?.day, clock.day - last < 8 else { return 0 }
    let passed = clock.passed
    let (next, isTomorrow) = (clock.hour == 23 ? 0 : clock.hour + 1, clock.hour == 23)
    func opened(_ days: Int64) -> Double {
      let now = habit.wasOpened(on: clock.day - days, hour: clock.hour, last: last)
      let then = habit.wasOpened(
        on: clock.day - (isTomorrow ? days - 1 : days), hour: next, last: last)
      return (now ? 1 - passed : 0) + (then ? passed : 0)
    }
    return opened(1) + 0.5 * opened(2) + 0.5 * opened(7)
  }

  private func dayOfWeek(_ habit: AppHabit, fading: Double) -> Double {
    let total = Double(habit.slow) * fading
    let weekend = Double(habit.weekend) * fading
    let same = clock.isWeekend ? weekend : max(0, total - weekend)
    return naturalLog((same + 4 * dayShare) / (total + 4) / dayShare)
  }

  private func sequence(_ habit: AppHabit, expected: Double, fading: Double) -> Double {
    var sum = 0.0
    var weights = 0.3
    for open in recent {
      let together = Double(habit.after[open.bucket]) * fading
      let share = (together + 4 * expected) / (open.starts + 4)
      sum += open.weight * naturalLog(share / expected)
      weights += open.weight
    }
    return sum / weights
  }
}
