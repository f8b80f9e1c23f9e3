extension UserHabitMoment {
  private static var rarity: Double { 0.3 }

  /// What a refresh of a stale app is worth where signs weigh `weights`: see `UserHabit.worth`.
  func worth(of habit: AppHabit, _ weights: UserHabitSigns) -> Double {
    let chance = UserHabitWeights.chance(signs(of: habit), weights)
    // Never 0: a little is held to have been opened by every app.
    return chance / exp2(Self.rarity * log2(opensPerDay(of: habit)))
  }

  /// The same of eight apps.
  func worths<To: Precision>(
    of habits: HabitLanes, _ weights: UserHabitSigns, _ precision: To.Type
  ) -> DoubleBatch8 {
    let signs = signs(of: habits, precision)
    let chances = UserHabitWeights.chances(signs, weights, precision)
    return chances / To.exp2(Self.rarity * To.log2(signs.daily))
  }

  /// By what share a rough worth may differ from the exact one, many times over: signs are off by a
  /// few millionths each.
  static func roughness(_ weights: UserHabitSigns) -> Double {
    var sum = 0.0
    for index in weights.indices { sum += abs(weights[index]) }
    return 1e-4 * (10 + sum)
  }
}

extension AppHabit {
  /// Whether what the app would show at `time` is out of date: it was opened, and neither that nor its
  /// last refresh was within the hour.
  func isStale(at time: LocalTime, lastRefreshed: LocalTime?) -> Bool {
    guard let lastOpen, Self.isStale(since: lastOpen, at: time) else { return false }
    return lastRefreshed.map { Self.isStale(since: $0, at: time) } ?? true
  }

  private static func isStale(since moment: LocalTime, at time: LocalTime) -> Bool {
    let (age, overflow) = time.nanoseconds.subtractingReportingOverflow(moment.nanoseconds)
    return overflow || age < 0 || age >= 3_600_000_000_000
  }
}
