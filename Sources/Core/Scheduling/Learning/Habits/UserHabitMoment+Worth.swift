extension UserHabitMoment {
  /// The exponent of the weight of rare apps: see `UserHabit.worth`.
  private static var rarityExponent: Double { 0.15 }
  /// The most doublings of a chance by its imminence and its rarity: a damaged store may contain any count.
  private static var mostOctaves: Double { 100 }

  /// Returns the worth of a refresh of a stale app with `weights` of signs: see `UserHabit.worth`.
  ///
  /// - Parameter sequence: The power of imminence: see `EnergySettings.sequence`.
  func worth(of habit: AppHabit, _ weights: UserHabitSigns, sequence: Double) -> Double {
    worth(of: habit, causes(of: habit, weights), sequence: sequence)
  }

  /// Returns the causes of an open of an app with `weights` of signs: see `UserHabit.causes`.
  func causes(of habit: AppHabit, _ weights: UserHabitSigns) -> OpenCauses {
    OpenCauses(of: habit, signs(of: habit), weights, at: self)
  }

  /// Returns the same worth of an app with these causes of an open.
  func worth(of habit: AppHabit, _ causes: OpenCauses, sequence: Double) -> Double {
    // Never 0: every app counts as opened a little.
    let frequency = Self.rarityExponent * log2(opensPerDay(of: habit))
    // The chance is multiplied by imminence to the power of `sequence`, and divided by the weight of frequent opens.
    let octaves = sequence * log2(causes.imminence) - frequency
    return causes.chance * exp2(min(Self.mostOctaves, octaves))
  }

  /// Returns the worths of eight apps, with turns weighted by `turnWeight`, and with the shares of `refreshes`.
  func worths<Batch: Batch8>(
    of habits: HabitLanes, _ refreshes: RefreshLanes, _ weights: UserHabitSigns,
    sequence: Double, turnWeight: Double
  ) -> Batch {
    // The sums of the signs, each multiplied by its weight: of all, and of those of the present.
    var (sums, ofPresent) = (Batch(repeating: 0), Batch(repeating: 0))
    let (daily, fading) = forEachSign(of: habits) { (sign, values: Batch) in
      let products = weights[sign] * values
      sums = sums + products
      if sign.isOfPresent { ofPresent = ofPresent + products }
    }
    var chances = UserHabitWeights.chances(sums)
    var octaves = -Self.rarityExponent * Batch.log2(daily)
    if let previous {
      // As in `OpenCauses`.
      let usual = chancesToFollow(habits, previous, fading: fading)
      let following = (usual * Self.presentFactors(ofPresent)).atMost(1)
      chances = chances + following * (1 - chances)
      octaves = octaves + sequence * Batch.log2(5 * following / chances + 1)
    }
    let worths =
      chances * Batch.exp2(octaves.atMost(Self.mostOctaves)) * Batch(refreshes.shares)
    guard turnWeight > 0 else { return worths }
    return worths * Batch.exp2(turnWeight * Batch.log2(Batch(refreshes.ages)))
  }

  /// Returns the relative difference that a rough worth can have from the exact one. The factor 1e-4 is a large margin:
  /// signs differ by a few millionths each.
  static func roughness(_ weights: UserHabitSigns) -> Double {
    var sum = 0.0
    for index in weights.indices { sum += abs(weights[index]) }
    return 1e-4 * (10 + sum)
  }
}

/// The refresh data of eight apps.
struct RefreshLanes {
  /// The ages of the last refreshes for turns.
  var ages = DoubleBatch8(repeating: 1)
  /// The shares of the worths that the next refreshes would bring.
  var shares = DoubleBatch8(repeating: 1)
}

extension AppHabit {
  /// The time for which an opened app is skipped, in nanoseconds: it stays fresh until the next comparison of worths.
  // Literals: a stored global is looked up at each read, for each app. The first is `freshness` less `UserHabit.slot`,
  // which `share(at:)` needs in seconds.
  private static var skippedFor: Int64 { 3_000_000_000_000 }
  private static var freshFor: Int64 { 3_600_000_000_000 }
  static var freshSeconds: Double { 3600 }
  /// The distance of two comparisons of worths, `UserHabit.slot`, in seconds.
  private static var slotSeconds: Double { 600 }

  /// Whether the app's content is stale, or will be before the next comparison of worths: the app was opened, and
  /// neither the last open nor the last refresh was within the hour.
  ///
  /// - Parameter freshness: The time for which a refreshed app is skipped, in nanoseconds.
  @inline(__always)
  func isStale(at time: LocalTime, lastRefreshed: LocalTime?, freshness: Int64) -> Bool {
    guard let lastOpen, Self.isStale(since: lastOpen, at: time, Self.skippedFor) else {
      return false
    }
    return lastRefreshed.map { Self.isStale(since: $0, at: time, freshness) } ?? true
  }

  /// Returns the worth of a refresh at `time` as a share of the worth for a stale app: 1 from an hour after the last
  /// open on.
  ///
  /// An app that is always refreshed at its present age a is never stale, at a price p every a. Always a slot s later,
  /// it is fresh for an hour h of each a + s, at p every a + s. If an hour is worth w, the former is better if w a (a +
  /// s - h) / (h s) > p.
  @inline(__always)
  func share(at time: LocalTime) -> Double {
    // Most apps are stale.
    guard let age = lastOpen.flatMap({ Self.age(since: $0, at: time) }), age < Self.freshFor else {
      return 1
    }
    let (hour, slot) = (Self.freshSeconds, Self.slotSeconds)
    let seconds = Double(age) / 1e9
    return max(0, seconds * (seconds + slot - hour) / (hour * slot))
  }

  /// Returns whether at least `freshness` nanoseconds have passed since `moment`, or `moment` is in the future.
  @inline(__always)
  private static func isStale(
    since moment: LocalTime, at time: LocalTime, _ freshness: Int64
  ) -> Bool {
    age(since: moment, at: time).map { $0 >= freshness } ?? true
  }

  /// Returns the nanoseconds since `moment`; `nil` if it is in the future, or too far back.
  @inline(__always)
  private static func age(since moment: LocalTime, at time: LocalTime) -> Int64? {
    let (age, overflow) = time.nanoseconds.subtractingReportingOverflow(moment.nanoseconds)
    return overflow || age < 0 ? nil : age
  }
}
