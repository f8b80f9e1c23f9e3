extension UserHabitMoment {
  private static var rarity: Double { 0.3 }

  /// What a refresh of a stale app is worth where signs weigh `weights`: see `UserHabit.worth`.
  func worth(of habit: AppHabit, _ weights: UserHabitSigns) -> Double {
    let chance = UserHabitWeights.chance(signs(of: habit), weights)
    // Never 0: a little is held to have been opened by every app.
    return chance / exp2(Self.rarity * log2(opensPerDay(of: habit)))
  }

  /// The same of eight apps, of which turns count by `turning`, and of the share that a refresh would bring.
  func worths<Batch: Batch8>(
    of habits: HabitLanes, _ refreshes: RefreshLanes, _ weights: UserHabitSigns,
    turning: Double, _ precision: Batch.Type
  ) -> Batch {
    let signs = signs(of: habits, precision)
    let chances = UserHabitWeights.chances(signs, weights)
    let worths =
      chances / Batch.exp2(Self.rarity * Batch.log2(signs.daily)) * Batch(refreshes.shares)
    guard turning > 0 else { return worths }
    return worths * Batch.exp2(turning * Batch.log2(Batch(refreshes.ages)))
  }

  /// By what share a rough worth may differ from the exact one, many times over: signs are off by a
  /// few millionths each.
  static func roughness(_ weights: UserHabitSigns) -> Double {
    var sum = 0.0
    for index in weights.indices { sum += abs(weights[index]) }
    return 1e-4 * (10 + sum)
  }
}

/// What is known of the refreshes of eight apps.
struct RefreshLanes {
  /// How long ago each was, as turns count it.
  var ages = DoubleBatch8(repeating: 1)
  /// The share of its worth that the next would bring.
  var shares = DoubleBatch8(repeating: 1)
}

extension AppHabit {
  /// How long an app is left alone that was opened, in nanoseconds: it stays fresh until worths are compared again.
  private static let leftAlone = (freshness - UserHabit.slot).nanoseconds
  private static let freshFor = freshness.nanoseconds

  /// Whether what the app would show is out of date, or is before worths are compared again: it was opened, and neither that
  /// nor its last refresh was within the hour.
  ///
  /// - Parameter freshness: How long a refresh is left alone, in nanoseconds.
  @inline(__always)
  func isStale(at time: LocalTime, lastRefreshed: LocalTime?, freshness: Int64) -> Bool {
    guard let lastOpen, Self.isStale(since: lastOpen, at: time, Self.leftAlone) else {
      return false
    }
    return lastRefreshed.map { Self.isStale(since: $0, at: time, freshness) } ?? true
  }

  /// What a refresh at `time` is worth, of what it is worth once the app is out of date: 1 from an hour after the last open on.
  ///
  /// An app that is always refreshed at its present age a is never out of date, at a price p every a. Always a slot s later, it is up to
  /// date for an hour h of each a + s, at p every a + s. Where an hour is worth w, the former is better if w a (a + s - h) / (h s) > p.
  @inline(__always)
  func share(at time: LocalTime) -> Double {
    // Most are out of date.
    guard let age = lastOpen.flatMap({ Self.age(since: $0, at: time) }), age < Self.freshFor else {
      return 1
    }
    let (hour, slot) = (Self.freshness.seconds, UserHabit.slot.seconds)
    let seconds = Double(age) / 1e9
    return max(0, seconds * (seconds + slot - hour) / (hour * slot))
  }

  @inline(__always)
  private static func isStale(
    since moment: LocalTime, at time: LocalTime, _ freshness: Int64
  ) -> Bool {
    age(since: moment, at: time).map { $0 >= freshness } ?? true
  }

  /// Nanoseconds since `moment`; nil where that lies ahead, or too far back to tell.
  @inline(__always)
  private static func age(since moment: LocalTime, at time: LocalTime) -> Int64? {
    let (age, overflow) = time.nanoseconds.subtractingReportingOverflow(moment.nanoseconds)
    return overflow || age < 0 ? nil : age
  }
}
