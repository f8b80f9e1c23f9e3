// Signs of eight apps at the same time: the values of `signs(of:)`, by the same operations in the same order, so that
// the exact ones are the same to the last bit.
extension UserHabitMoment {
  /// Returns the signs of eight apps that have been opened before: the numbers from which the chance of an open
  /// follows.
  func signs(of habits: HabitLanes) -> SignLanes {
    var signs = SignLanes()
    set(&signs, to: habits)
    return signs
  }

  /// Sets `signs` to the signs of eight apps, without allocating memory.
  @inline(__always)
  func set(_ signs: inout SignLanes, to habits: HabitLanes) {
    _ = forEachSign(of: habits) { signs[$0] = $1 }
  }

  /// Calls `use` with the values of each sign of eight apps, in the order of signs. A caller that only needs their sum
  /// thus stores no signs.
  ///
  /// - Returns: The counted opens a day by the slow half-life, and the factors by which the slow counts have faded.
  @inline(__always)
  func forEachSign<Batch: Batch8>(
    of habits: HabitLanes, _ use: (UserHabitSign, Batch) -> Void
  ) -> (daily: Batch, fading: Batch) {
    let ages = Batch(Batch.isExact ? habits.ages(at: time) : habits.roughAges(at: time))
    let slowly = Self.fading(ages, halfLifeDays: AppHabit.slowHalfLifeDays)
    let opens = Batch(habits.slow) * slowly
    let daily = (opens + ImaginedUse.dailyOpens) / (slowDays + 1)
    let expected = (daily * share).atMost(5)
    let sinceOpen = ages / 3600
    let sinceOpenLog = Batch.log2(sinceOpen.atLeast(1))
    /// Returns the nearness of the last open to 2 to the power of `exponent` hours ago: 1 there, 0 at half and twice
    /// that.
    @inline(__always) func near(_ exponent: Double) -> Batch {
      (1 - (sinceOpenLog - exponent).magnitude).atLeast(0)
    }
    use(.always, Batch(repeating: 1))
    use(.expected, Batch.naturalLog(expected))
    use(.lately, lately(habits, ages, daily))
    use(.today, today(habits, ages, daily))
    use(.hour, hour(of: habits, opens, fading: slowly))
    use(.sameHour, sameHour(habits))
    use(.dayOfWeek, dayOfWeek(habits, opens, fading: slowly))
    use(.stale, stale(sinceOpen))
    use(.oneHour, near(0))
    use(.twoHours, near(1))
    use(
      .forgotten, Batch.naturalLog(1 + sinceOpen / 24) / -(Batch(habits.slow).atLeast(1)))
    use(.session, Batch(repeating: session[0]))
    use(.sessionTenMinutes, Batch(repeating: session[1]))
    use(.sessionHour, Batch(repeating: session[2]))
    use(.rare, Batch.naturalLog((opens + 0.5) / (opens + 1.5)))
    return (daily, slowly)
  }

  /// Returns the factors by which counts have faded over `ages`, in seconds: half after each half-life.
  @inline(__always)
  private static func fading<Batch: Batch8>(_ ages: Batch, halfLifeDays: Double) -> Batch {
    Batch.exp2(-(ages / 86400) / halfLifeDays)
  }

  /// Returns the frequency of opens in the last days relative to the usual one, `daily`, as a logarithm.
  @inline(__always)
  private func lately<Batch: Batch8>(
    _ habits: HabitLanes, _ ages: Batch, _ daily: Batch
  ) -> Batch {
    let fading = Self.fading(ages, halfLifeDays: AppHabit.fastHalfLifeDays)
    let opens = Batch(habits.fast) * fading + ImaginedUse.lastDays * daily
    return Batch.naturalLog(opens / (fastDays + ImaginedUse.lastDays) / daily)
  }

  /// Returns the frequency of opens in the last hours relative to the usual one, `daily`, as a logarithm.
  @inline(__always)
  private func today<Batch: Batch8>(
    _ habits: HabitLanes, _ ages: Batch, _ daily: Batch
  ) -> Batch {
    let fading = Self.fading(ages, halfLifeDays: AppHabit.quickHalfLifeDays)
    let opens =
      Batch(habits.quick) * fading + ImaginedUse.lastHours * daily + ImaginedUse.dailyOpens
    return Batch.naturalLog(
      opens / ((quickDays + ImaginedUse.lastHours) * daily + ImaginedUse.dailyOpens))
  }

  /// Returns the share of the app's opens at this time of day relative to the user's, as a logarithm; `total` is the
  /// number of its opens.
  @inline(__always)
  private func hour<Batch: Batch8>(
    of habits: HabitLanes, _ total: Batch, fading: Batch
  ) -> Batch {
    /// Returns the opens in an hour, with half of the weight for its two neighbours.
    @inline(__always) func smooth(_ hour: Int) -> Batch {
      let (before, after) = (Batch(habits.opens(at: hour - 1)), Batch(habits.opens(at: hour + 1)))
      return 0.5 * Batch(habits.opens(at: hour)) + 0.25 * (before + after)
    }
    // The hour from now on lies in two hours of the clock.
    let opensNow =
      (1 - clock.passed) * smooth(clock.hour) + clock.passed * smooth(clock.hour + 1)
    let imagined = ImaginedUse.opensByHour
    return Batch.naturalLog((opensNow * fading + imagined * share) / (total + imagined) / share)
  }

  /// Returns the opens at this hour yesterday, the day before, and a week ago, weighted: 0 to 2.
  @inline(__always)
  private func sameHour<Batch: Batch8>(_ habits: HabitLanes) -> Batch {
    let passed = clock.passed
    let nextIsTomorrow = clock.hour == 23
    let next = nextIsTomorrow ? 0 : clock.hour + 1
    /// Returns, for each app, whether it was opened around this time `days` days ago: 0 to 1.
    @inline(__always) func opened(_ days: Int64) -> Batch {
      let inThisHour = Batch(habits.wereOpened(on: clock.day - days, hour: clock.hour))
      let inNextHour = Batch(
        habits.wereOpened(on: clock.day - (nextIsTomorrow ? days - 1 : days), hour: next))
      return inThisHour * (1 - passed) + inNextHour * passed
    }
    return opened(1) + 0.5 * opened(2) + 0.5 * opened(7)
  }

  /// Returns the share of the app's opens on such days, weekends or not, relative to the user's, as a logarithm.
  @inline(__always)
  private func dayOfWeek<Batch: Batch8>(
    _ habits: HabitLanes, _ total: Batch, fading: Batch
  ) -> Batch {
    let weekend = Batch(habits.weekend) * fading
    // The difference of two nearly equal numbers would lose its precision in floats.
    let others = Batch.isExact ? total - weekend : Batch(habits.slow - habits.weekend) * fading
    let same = clock.isWeekend ? weekend : others.atLeast(0)
    let imagined = ImaginedUse.opensByDay
    return Batch.naturalLog((same + imagined * dayShare) / (total + imagined) / dayShare)
  }

  /// Returns the logarithm of the hours since each app's last open, at least 0.02; 0 from an hour on.
  @inline(__always)
  private func stale<Batch: Batch8>(_ sinceOpen: Batch) -> Batch {
    // Nearly always, all eight were opened more than an hour ago. This saves the logarithm.
    if sinceOpen.areAll(atLeast: 1) { return Batch(repeating: 0) }
    return Batch.naturalLog(sinceOpen.atLeast(0.02)).zero(whereOneOrMore: sinceOpen)
  }
}
