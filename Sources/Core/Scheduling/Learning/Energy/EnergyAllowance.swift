/// The amount that the device can spend on scarce work (refreshes) in a day, in CPU seconds, and the price that makes
/// it last the day: one price for all requests. Work can start if its worth, divided by the expected CPU seconds, is at
/// least the price.
///
/// The price follows the difference of spending and income. Income arrives over the day as the device is used, each
/// hour with its share of a day's uses. A day's unspent income divides the price by `octaves` doublings; a day's
/// overspending multiplies it by them. In the long run exactly the allowance is spent, on the work with the greatest
/// worth.
package struct EnergyAllowance: Hashable, Sendable {
  /// The number of doublings by which a whole day's allowance moves the price. It is steep enough that one busy morning
  /// cannot spend the week. It is flat enough that the price stays similar all day, so that the best moments win.
  static let octaves = 2.0
  /// The range of `level`: the price stays between 2^-24 and 2^12 of worth a CPU second.
  static let range = -24.0...12.0
  /// The time in which half of the counted uses are forgotten.
  static let halfLifeDays = 14.0
  /// The usual cost before a run has shown it.
  static let firstUsualSeconds = 1.0
  /// The minimum charged cost of a run: about the cost of its launch.
  package static let leastSeconds = 0.02

  /// CPU seconds a day.
  package var secondsPerDay: Double
  /// The logarithm to base 2 of the price as of `settled`.
  var level: Double
  /// The last settlement of income; `nil` before the first use or charge.
  var settled: LocalTime?
  /// Uses of the device by hour of the day, faded, as of `lastUse`.
  var hours = HourlyCounts()
  var lastUse: LocalTime?
  /// The start of the count of uses; `nil` before the first, or if an older version counted them.
  var firstUse: LocalTime?
  /// The cost of a run, in CPU seconds: the mean over about the last ten.
  package internal(set) var usualSeconds = Self.firstUsualSeconds
  /// The charges on the calendar day of `settled`, in CPU seconds.
  var spentThatDay = 0.0

  /// Creates an allowance of `secondsPerDay` of CPU time. The price begins at a worth of 0.3 for a run of the first
  /// usual cost: a refresh that is useful three times in ten.
  package init(secondsPerDay: Double) {
    precondition(secondsPerDay > 0 && secondsPerDay.isFinite, "an allowance of \(secondsPerDay)")
    self.secondsPerDay = secondsPerDay
    level = log2(0.3 / Self.firstUsualSeconds)
  }

  /// Records a use of the device at `time`, such as an opened app: income arrives with use.
  package mutating func noteUse(at time: LocalTime) {
    // Before the count changes, since the income until now arrives by the earlier uses.
    settle(at: time)
    if let lastUse, time > lastUse {
      hours.fade(by: Float(exp2(-(time - lastUse).days / Self.halfLifeDays)))
    }
    if lastUse == nil { firstUse = time }
    hours[time.hour] += 1
    lastUse = time
  }

  /// Charges a run that has cost `seconds` of CPU time: raises the price, and updates the usual cost. Not called for
  /// runs on mains.
  package mutating func charge(seconds: Double, at time: LocalTime) {
    guard seconds.isFinite, seconds >= 0 else { return }
    settle(at: time)
    let cost = max(seconds, Self.leastSeconds)
    usualSeconds += (cost - usualSeconds) / 10
    spentThatDay += cost
    level = Self.bounded(level + Self.octaves * cost / secondsPerDay)
  }

  /// Counts refreshes from now on, and not their CPU seconds: each costs 1. The price of a refresh stays equal, since
  /// the price of a second, 2 to the power of `level`, is multiplied by the usual seconds.
  mutating func countRefreshes() {
    level = Self.bounded(level + log2(usualSeconds))
    usualSeconds = 1
  }

  /// Returns the worth per CPU second that work must reach at `time`. A future `time` is allowed, as if nothing
  /// happened until then.
  package func price(at time: LocalTime) -> Double {
    exp2(Self.bounded(level - Self.octaves * income(until: time)))
  }

  /// Whether work of that worth is worth that many CPU seconds; `nil` stands for the usual cost.
  package func affords(worth: Double, seconds: Double? = nil, at time: LocalTime) -> Bool {
    worth > 0 && worth >= price(at: time) * max(seconds ?? usualSeconds, Self.leastSeconds)
  }

  /// Returns the CPU seconds charged since midnight.
  package func spentToday(at time: LocalTime) -> Double {
    settled?.day == time.day ? spentThatDay : 0
  }

  /// Moves times in the future back to `time`, after the clock was set back. Income of the skipped time arrives from
  /// now on.
  mutating func forgetTheFuture(at time: LocalTime) {
    settled = settled.map { min($0, time) }
    lastUse = lastUse.map { min($0, time) }
    firstUse = firstUse.map { min($0, time) }
  }

  /// Adds the income until `time`, which lowers the price, and clears the charges of an earlier day.
  private mutating func settle(at time: LocalTime) {
    level = Self.bounded(level - Self.octaves * income(until: time))
    spentThatDay = spentToday(at: time)
    settled = time
  }

  /// Returns the number in `range` that is nearest to `level`.
  private static func bounded(_ level: Double) -> Double {
    min(range.upperBound, max(range.lowerBound, level))
  }
}
