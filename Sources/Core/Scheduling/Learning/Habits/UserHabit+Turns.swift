// Turns for apps with similar use. The worths of such apps differ only by chance; always taking the best would refresh
// a few of them all day and the others never. The more similar a user's apps are, the more the time since each refresh
// counts.
extension UserHabit {
  static let likenessRange = 0.0...1000
  private static let mostTurnWeight = 1.0
  /// With fewer apps each is refreshed often enough that chance has no effect, and a variance would mean little.
  private static let fewestApps = 10.0
  /// The value below which turns have no visible effect.
  private static let leastTurnWeight = 1.0 / 64
  /// The age of a refresh at which turns do not change its worth.
  private static let usualAgeHours = 12.0
  private static let ageHours = 1.0...720

  /// Returns the similarity of the use of `opened` and `others`: the part of the variance of their opens that chance
  /// causes, divided by the rest, which real differences cause. For independent opens, the part of chance equals their
  /// mean.
  static func likeness(
    of opened: AppHabit, _ others: some Collection<AppHabit>, at time: LocalTime
  ) -> Double {
    var (count, sum, squares) = (0.0, 0.0, 0.0)
    /// Adds the faded opens of an app to the sums. An app that was never opened is left out.
    func add(_ habit: AppHabit) {
      guard habit.lastOpen != nil else { return }
      let opens =
        Double(habit.slow) * habit.fading(at: time, halfLifeDays: AppHabit.slowHalfLifeDays)
      count += 1
      sum += opens
      squares += opens * opens
    }
    add(opened)
    for habit in others { add(habit) }
    guard count >= fewestApps, sum > 0 else { return 0 }
    let mean = sum / count
    let realVariance = squares / count - mean * mean - mean
    return realVariance > 0
      ? min(likenessRange.upperBound, mean / realVariance) : likenessRange.upperBound
  }

  /// Returns the weight of turns: the power of the age of its last refresh by which an app's worth rises.
  ///
  /// - Parameter strength: The weight if chance and truth contribute equally to the differences of apps.
  func turnWeight(_ strength: Double) -> Double {
    let weight = min(Self.mostTurnWeight, strength * likeness)
    return weight < Self.leastTurnWeight ? 0 : weight
  }

  /// Returns the age of an app's last refresh relative to the usual age, which is 1; without a refresh, the greatest
  /// age.
  static func refreshAge(_ lastRefreshed: LocalTime?, at time: LocalTime) -> Double {
    let hours = lastRefreshed.map { time.seconds(since: $0) / 3600 } ?? ageHours.upperBound
    return max(ageHours.lowerBound, min(ageHours.upperBound, hours)) / usualAgeHours
  }

  /// Returns the factor by which its turn changes the worth of an app's refresh.
  func turn(lastRefreshed: LocalTime?, _ strength: Double, at time: LocalTime) -> Double {
    Self.turn(lastRefreshed: lastRefreshed, weight: turnWeight(strength), at: time)
  }

  /// Returns the same factor with a known weight of turns.
  static func turn(lastRefreshed: LocalTime?, weight: Double, at time: LocalTime) -> Double {
    guard weight > 0 else { return 1 }
    return exp2(weight * log2(refreshAge(lastRefreshed, at: time)))
  }
}
