extension UserHabitMoment {
  private static var rarity: Double { 0.3 }

  /// What a refresh of a stale app is worth where signs weigh `weights`: see `UserHabit.worth`.
  @inline(__always)
  func worth<To: Precision>(
    of habit: AppHabit, _ weights: UserHabitSigns, _ precision: To.Type
  ) -> Double {
    let chance = UserHabitWeights.chance(signs(of: habit, precision), weights, precision)
    // Never 0: a little is held to have been opened by every app.
    let daily = opensPerDay(of: habit, precision)
    return chance / To.exp2(Self.rarity * To.log2(daily))
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
    time < moment || time.seconds(since: moment) >= 3600
  }
}
