import Scheduling

/// The age of a task's last success over a span of time: it grows from one success to the next.
struct AgeCurve {
  /// The intervals of ages, in seconds: the age grew through each of them between two successes.
  private var intervals: [ClosedRange<Double>] = []

  /// - Parameters:
  ///   - since: The start of the age before the first success.
  ///   - successes: The times in order.
  init(since: WallTime, successes: [WallTime], in range: Range<WallTime>) {
    var last = since
    for moment in successes + [range.upperBound] {
      let from = max(last, range.lowerBound)
      let until = min(moment, range.upperBound)
      if from < until { intervals.append((from - last).seconds...(until - last).seconds) }
      last = moment
    }
  }

  /// Returns the age in seconds that was not exceeded in this share of the time, 0 to 1; `nil` if the span of time is
  /// empty.
  func quantile(_ share: Double) -> Double? {
    guard !intervals.isEmpty else { return nil }
    let whole = intervals.map { $0.upperBound - $0.lowerBound }.reduce(0, +)
    let ages = intervals.flatMap { [$0.lowerBound, $0.upperBound] }.sorted()
    // Walks through the ages in rising order. `timeBelow` is the time with an age below `reached`.
    var (timeBelow, reached) = (0.0, 0.0)
    for age in ages {
      let growing = Double(
        intervals.count { $0.lowerBound <= reached && $0.upperBound > reached })
      let timeBelowAge = timeBelow + (age - reached) * growing
      if timeBelowAge >= whole * share, growing > 0 {
        return reached + (whole * share - timeBelow) / growing
      }
      (timeBelow, reached) = (timeBelowAge, age)
    }
    return ages.last
  }
}
