// Signs of eight apps at once: what `signs(of:)` says of each, by the same operations in the same order,
// so that the exact ones are the same to the last bit.
extension UserHabitMoment {
  /// The signs of apps that have been opened before, as they were added for this moment.
  @inline(__always)
  func signs<To: Precision>(of habits: HabitLanes, _ precision: To.Type) -> SignLanes {
    let slowly = fading(of: habits, halfLifeDays: AppHabit.slowHalfLifeDays, precision)
    let opens = habits.slow.numbers * slowly
    let daily = (opens + 0.15) / (slowDays + 1)
    let expected = (daily * share).atMost(5)
    let sinceOpen = habits.age.numbers / 3600
    var signs = SignLanes()
    signs.daily = daily
    signs[.always] = DoubleBatch8(repeating: 1)
    signs[.expected] = To.naturalLog(expected)
    signs[.lately] = lately(habits, daily, precision)
    signs[.today] = today(habits, daily, precision)
    signs[.hour] = hour(of: habits, opens, fading: slowly, precision)
    signs[.sameHour] = habits.sameHour.numbers
    signs[.dayOfWeek] = dayOfWeek(habits, opens, fading: slowly, precision)
    signs[.stale] = stale(sinceOpen, precision)
    note(sinceOpen, in: &signs, precision)
    signs[.session] = DoubleBatch8(repeating: session[0])
    signs[.sessionTenMinutes] = DoubleBatch8(repeating: session[1])
    signs[.sessionHour] = DoubleBatch8(repeating: session[2])
    signs[.sequence] = sequence(
      habits, expected: expected.atMost(0.5), fading: slowly, precision)
    signs[.rare] = To.naturalLog((opens + 0.5) / (opens + 1.5))
    return signs
  }

  @inline(__always)
  private func fading<To: Precision>(
    of habits: HabitLanes, halfLifeDays: Double, _ precision: To.Type
  ) -> DoubleBatch8 {
    To.exp2(-(habits.age.numbers / 86400) / halfLifeDays)
  }

  @inline(__always)
  private func lately<To: Precision>(
    _ habits: HabitLanes, _ daily: DoubleBatch8, _ precision: To.Type
  ) -> DoubleBatch8 {
    let fading = fading(of: habits, halfLifeDays: AppHabit.fastHalfLifeDays, precision)
    let opens = habits.fast.numbers * fading + 1.5 * daily
    return To.naturalLog(opens / (fastDays + 1.5) / daily)
  }

  @inline(__always)
  private func today<To: Precision>(
    _ habits: HabitLanes, _ daily: DoubleBatch8, _ precision: To.Type
  ) -> DoubleBatch8 {
    let fading = fading(of: habits, halfLifeDays: AppHabit.quickHalfLifeDays, precision)
    let opens = habits.quick.numbers * fading + 0.6 * daily + 0.15
    return To.naturalLog(opens / ((quickDays + 0.6) * daily + 0.15))
  }

  @inline(__always)
  private func hour<To: Precision>(
    of habits: HabitLanes, _ total: DoubleBatch8, fading: DoubleBatch8, _ precision: To.Type
  ) -> DoubleBatch8 {
    func smooth(_ index: Int) -> DoubleBatch8 {
      let (before, after) = (habits.hours[index - 1].numbers, habits.hours[index + 1].numbers)
      return 0.5 * habits.hours[index].numbers + 0.25 * (before + after)
    }
    let now = (1 - clock.passed) * smooth(1) + clock.passed * smooth(2)
    return To.naturalLog((now * fading + 3 * share) / (total + 3) / share)
  }

  @inline(__always)
  private func dayOfWeek<To: Precision>(
    _ habits: HabitLanes, _ total: DoubleBatch8, fading: DoubleBatch8, _ precision: To.Type
  ) -> DoubleBatch8 {
    let weekend = habits.weekend.numbers * fading
    let same = clock.isWeekend ? weekend : (total - weekend).atLeast(0)
    return To.naturalLog((same + 4 * dayShare) / (total + 4) / dayShare)
  }

  @inline(__always)
  private func stale<To: Precision>(_ sinceOpen: DoubleBatch8, _ precision: To.Type) -> DoubleBatch8
  {
    let areStale = sinceOpen .>= 1
    // Nearly always.
    if areStale.isTrueOfAll { return .zero }
    return To.naturalLog(sinceOpen.atLeast(0.02)).replacing(with: 0, where: areStale)
  }

  @inline(__always)
  private func note<To: Precision>(
    _ sinceOpen: DoubleBatch8, in signs: inout SignLanes, _ precision: To.Type
  ) {
    let sinceOpenLog = To.log2(sinceOpen.atLeast(1))
    func near(_ mark: Double) -> DoubleBatch8 {
      let apart = sinceOpenLog - mark
      return (1 - apart.replacing(with: -apart, where: apart .< 0)).atLeast(0)
    }
    (signs[.oneHour], signs[.twoHours], signs[.fourHours]) = (near(0), near(1), near(2))
  }

  @inline(__always)
  private func sequence<To: Precision>(
    _ habits: HabitLanes, expected: DoubleBatch8, fading: DoubleBatch8, _ precision: To.Type
  ) -> DoubleBatch8 {
    var sum = DoubleBatch8.zero
    var weights = 0.3
    for (index, open) in recent.enumerated() {
      let together = habits.after[index].numbers * fading
      let share = (together + 4 * expected) / (open.starts + 4)
      sum += open.weight * To.naturalLog(share / expected)
      weights += open.weight
    }
    return sum / weights
  }
}
