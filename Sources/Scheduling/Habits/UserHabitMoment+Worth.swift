extension UserHabitMoment {
  private static var rarity: Double { 0.3 }

  /// What a refresh of a stale app is worth where signs weigh `weights`: see `UserHabit.worth`.
  func worth(of habit: AppHabit, _ weights: UserHabitSigns) -> Double {
    let chance = UserHabitWeights.chance(signs(of: habit), weights)
    // Never 0: a little is held to have been opened by every app.
    return chance / exp2(Self.rarity * log2(opensPerDay(of: habit)))
  }

  /// The same of eight apps, of which turns count by `turning`, and of the share that a refresh would bring.
  func worths<To: Precision>(
    of habits: HabitLanes, _ weights: UserHabitSigns, turning: Double, _ precision: To.Type
  ) -> DoubleBatch8 {
    let signs = signs(of: habits, precision)
    let chances = UserHabitWeights.chances(signs, weights, precision)
    let worths = chances / To.exp2(Self.rarity * To.log2(signs.daily)) * habits.share.numbers
    guard turning > 0 else { return worths }
    // Lanes that were not filled hold 0; no age is as short as this.
    return worths * To.exp2(turning * To.log2(habits.refreshAge.numbers.atLeast(0.01)))
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
  ///
  /// - Parameter freshness: How long a refresh counts as fresh.
  @inline(__always)
  func isStale(at time: LocalTime, lastRefreshed: LocalTime?, freshness: Duration) -> Bool {
    guard let lastOpen, Self.isStale(since: lastOpen, at: time, Self.freshness) else {
      return false
    }
    return lastRefreshed.map { Self.isStale(since: $0, at: time, freshness) } ?? true
  }

  @inline(__always)
  private static func isStale(
    since moment: LocalTime, at time: LocalTime, _ freshness: Duration
  ) -> Bool {
    let (age, overflow) = time.nanoseconds.subtractingReportingOverflow(moment.nanoseconds)
    return overflow || age < 0 || age >= freshness.nanoseconds
  }
}
