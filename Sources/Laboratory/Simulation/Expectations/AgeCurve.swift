import Scheduling

/// How old the last success of a task was over a span of time: it grows from one to the next.
struct AgeCurve {
  /// From one age to another, seconds.
  private var stretches: [ClosedRange<Double>] = []

  /// - Parameters:
  ///   - since: where the age counts from before the first success.
  ///   - successes: in the order of time.
  init(since: WallTime, successes: [WallTime], in range: Range<WallTime>) {
    var last = since
    for moment in successes + [range.upperBound] {
      let from = max(last, range.lowerBound)
      let until = min(moment, range.upperBound)
      if from < until { stretches.append((from - last).seconds...(until - last).seconds) }
      last = moment
    }
  }

  /// The age that was not exceeded in so great a share of the time, seconds; nil where there is none.
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
