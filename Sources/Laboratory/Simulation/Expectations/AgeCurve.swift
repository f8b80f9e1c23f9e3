import Scheduling

/// The age of a task's last success over a span of time: it grows from one success to the next.
struct AgeCurve {
  /// The ages in seconds, from one to another.
  private var stretches: [ClosedRange<Double>] = []

  /// - Parameters:
  ///   - since: The start of the age before the first success.
  ///   - successes: The times in order.
  init(since: WallTime, successes: [WallTime], in range: Range<WallTime>) {
    var last = since
    for moment in successes + [range.upperBound] {
      let from = max(last, range.lowerBound)
      let until = min(moment, range.upperBound)
      if from < until { stretches.append((from - last).seconds...(until - last).seconds) }
      last = moment
    }
  }

  /// Returns the age in seconds that was not exceeded in this share of the time, 0 to 1; `nil` if the span of time is
  /// empty.
  func quantile(_ share: Double) -> Double? {
    guard !stretches.isEmpty else { return nil }
    let whole = stretches.map { $0.upperBound - $0.lowerBound }.reduce(0, +)
    let ages = stretches.flatMap { [$0.lowerBound, $0.upperBound] }.sorted()
    var (passed, last) = (0.0, 0.0)
    for age in ages {
      let open = stretches.count { $0.lowerBound <= last && $0.upperBound > last }
      let grown = passed + (age - last) * Double(open)
      if grown >= whole * share, open > 0 {
        return last + (whole * share - passed) / Double(open)
      }
      (passed, last) = (grown, age)
    }
    return ages.last
  }
}
