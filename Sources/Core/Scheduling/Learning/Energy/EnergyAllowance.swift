/// What the device may spend on scarce work (refreshes) in a day, in CPU seconds, and the price that
/// makes the day's allowance last the day: one price for all requests. Work is worth starting when its
/// worth, divided by the CPU seconds it is expected to take, is at least the price.
///
/// The price follows what is spent against what has come in. Allowance comes in over the day as the
/// device is used, at each hour its share of a day's uses; a day's allowance come in and not spent
/// divides the price by `octaves` doublings, a day's allowance overspent multiplies it so. In the long
/// run exactly the allowance is spent, on what was worth most.
package struct EnergyAllowance: Hashable, Sendable {
  /// By how many doublings a whole day's allowance moves the price: steep enough that one busy
  /// morning cannot spend the week, flat enough that the price is much the same all day, as it must be
  /// for the best moments to win.
  static let octaves = 2.0
  /// The price stays between 2^-24 and 2^12 of worth a CPU second.
  static let range = -24.0...12.0
  static let halfLifeDays = 14.0
  /// Until a run has shown what one costs.
  static let firstUsualSeconds = 1.0
  /// A run that cost less counts as this: its launch alone costs about as much.
  package static let leastSeconds = 0.02

  /// CPU seconds a day.
  package var secondsPerDay: Double
  /// The logarithm to base 2 of the price as of `settled`.
  var level: Double
  /// When income was last taken in; nil before the first use or charge.
  var settled: LocalTime?
  /// Uses of the device by hour of the day, faded, as of `lastUse`.
  var hours = Array(repeating: Float(0), count: 24)
  var lastUse: LocalTime?
  /// Since when uses are counted; nil before the first, and where an older version counted them.
  var firstUse: LocalTime?
  /// What a run costs, in CPU seconds: the mean over about the last ten.
  package internal(set) var usualSeconds = Self.firstUsualSeconds
  /// What was charged on the calendar day of `settled`, in CPU seconds.
  var spentThatDay = 0.0

  /// The price begins at a worth of 0.3 for a run of the first usual cost: a refresh that will be of
  /// use three times in ten.
  package init(secondsPerDay: Double) {
    precondition(secondsPerDay > 0 && secondsPerDay.isFinite, "an allowance of \(secondsPerDay)")
    self.secondsPerDay = secondsPerDay
    level = log2(0.3 / Self.firstUsualSeconds)
  }

  /// The device is used at `time`, as when an app is opened: allowance comes in when it is used.
  package mutating func noteUse(at time: LocalTime) {
    settle(at: time)
    if let lastUse, time > lastUse {
      let fading = Float(exp2(-(time - lastUse).days / Self.halfLifeDays))
      for hour in hours.indices { hours[hour] *= fading }
    }
    if lastUse == nil { firstUse = time }
    hours[time.hour] += 1
    lastUse = time
  }

  /// A run has really cost `seconds` of CPU time. Not to be called for runs on mains.
  package mutating func charge(seconds: Double, at time: LocalTime) {
    guard seconds.isFinite, seconds >= 0 else { return }
    settle(at: time)
    let cost = max(seconds, Self.leastSeconds)
    usualSeconds += (cost - usualSeconds) / 10
    spentThatDay += cost
    level = Self.bounded(level + Self.octaves * cost / secondsPerDay)
  }

  /// Worth a CPU second that work must reach at `time`, which may lie ahead: then as though nothing
  /// happened until then.
  package func price(at time: LocalTime) -> Double {
    exp2(Self.bounded(level - Self.octaves * income(until: time)))
  }

  /// Whether work of that worth is worth that many CPU seconds; nil stands for the usual.
  package func affords(worth: Double, seconds: Double? = nil, at time: LocalTime) -> Bool {
    worth > 0 && worth >= price(at: time) * max(seconds ?? usualSeconds, Self.leastSeconds)
  }

  /// CPU seconds charged since midnight.
  package func spentToday(at time: LocalTime) -> Double {
    settled?.day == time.day ? spentThatDay : 0
  }

  /// The clock was set back: income that was waited for until then comes in from now on.
  mutating func forgetTheFuture(at time: LocalTime) {
    settled = settled.map { min($0, time) }
    lastUse = lastUse.map { min($0, time) }
    firstUse = firstUse.map { min($0, time) }
  }

  private mutating func settle(at time: LocalTime) {
    level = Self.bounded(level - Self.octaves * income(until: time))
    spentThatDay = spentToday(at: time)
    settled = time
  }

  private static func bounded(_ level: Double) -> Double {
    min(range.upperBound, max(range.lowerBound, level))
  }
}
