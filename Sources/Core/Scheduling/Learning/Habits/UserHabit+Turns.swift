// Apps that are used alike have worths that differ by chance alone, and whoever always takes the best would
// refresh a few of them all day and the others never. So the more alike a user's apps are, the more it counts
// how long ago each was refreshed.
extension UserHabit {
  static let likenesses = 0.0...1000
  private static let mostTurning = 1.0
  /// Of fewer apps each is refreshed so often that chance makes no difference, and a variance would say little.
  private static let fewestApps = 10.0
  /// Less than this changes nothing that anybody would see.
  private static let leastTurning = 1.0 / 64
  /// A refresh of this age is worth as much as it is without turns.
  private static let usualAgeHours = 12.0
  private static let ageHours = 1.0...720

  /// How alike `opened` and `others` are used: the part of the variance of their opens that chance makes, which of opens
  /// that come by themselves is their mean, divided by what is left of it.
  static func likeness(
    of opened: AppHabit, _ others: some Collection<AppHabit>, at time: LocalTime
  ) -> Double {
    var (count, sum, squares) = (0.0, 0.0, 0.0)
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
    let truth = squares / count - mean * mean - mean
    return truth > 0 ? min(likenesses.upperBound, mean / truth) : likenesses.upperBound
  }

  /// How much turns count: by what power of the age of its last refresh an app's worth rises.
  ///
  /// - Parameter strength: Where apps differ as much by chance as in truth.
  func turning(_ strength: Double) -> Double {
    let turning = min(Self.mostTurning, strength * likeness)
    return turning < Self.leastTurning ? 0 : turning
  }

  /// How long ago an app was refreshed, as turns count it: 1 at the usual age.
  static func refreshAge(_ lastRefreshed: LocalTime?, at time: LocalTime) -> Double {
    let hours = lastRefreshed.map { time.seconds(since: $0) / 3600 } ?? ageHours.upperBound
    return max(ageHours.lowerBound, min(ageHours.upperBound, hours)) / usualAgeHours
  }

  /// By how much its turn raises what a refresh of an app is worth, or lowers it.
  func turn(lastRefreshed: LocalTime?, _ strength: Double, at time: LocalTime) -> Double {
    let turning = turning(strength)
    guard turning > 0 else { return 1 }
    return exp2(turning * log2(Self.refreshAge(lastRefreshed, at: time)))
  }
}
