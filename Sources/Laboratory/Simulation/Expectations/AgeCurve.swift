import Scheduling

/// The age of a task's last success over a span of time: it grows from one success to the next.
struct AgeCurve {
  /// The intervals of ages, in seconds: the age grew through each of them between two successes.
  private var intervals: [ClosedRange<Double>] = []

  /// Collects the intervals in which the age grows: from each success to the next, as far as they are in `range`. Each
  /// is stored as the range of its ages, in seconds.
  ///
  /// - Parameters:
  ///   - since: The start of the age before the first success.
  ///   - successes: The times in order.
  init(since: WallTime, successes: [WallTime], in range: Range<WallTime>) {
    var lastSuccess = since
    for next in successes + [range.upperBound] {
      let from = max(lastSuccess, range.lowerBound)
      let until = min(next, range.upperBound)
      if from < until {
        intervals.append((from - lastSuccess).seconds...(until - lastSuccess).seconds)
      }
      lastSuccess = next
    }
  }

  /// Returns the age in seconds that was not exceeded in this share of the time, 0 to 1; `nil` if the span of time is
  /// empty. If a success came each day at noon, `quantile(0.5)` is 12 hours.
  func quantile(_ share: Double) -> Double? {
    guard !intervals.isEmpty else { return nil }
    let wholeTime = intervals.map { $0.upperBound - $0.lowerBound }.reduce(0, +)
    let wantedTime = wholeTime * share
    let (lowerBounds, upperBounds) = (
      intervals.map(\.lowerBound).sorted(), intervals.map(\.upperBound).sorted()
    )
    let bounds = (lowerBounds + upperBounds).sorted()
    // Walks through the ages in rising order. `timeBelow` is the time with an age below `reached`. From there to the
    // next bound, each interval that contains these ages adds their difference to that time.
    var (timeBelow, reached) = (0.0, 0.0)
    // The numbers of intervals that begin, and that end, up to `reached`.
    var (begun, ended) = (0, 0)
    for age in bounds {
      while begun < lowerBounds.count, lowerBounds[begun] <= reached { begun += 1 }
      while ended < upperBounds.count, upperBounds[ended] <= reached { ended += 1 }
      let containing = Double(begun - ended)
      let timeBelowAge = timeBelow + (age - reached) * containing
      // If no interval contains the ages from `reached` to `age`, no time was spent there.
      if timeBelowAge >= wantedTime, containing > 0 {
        return reached + (wantedTime - timeBelow) / containing
      }
      (timeBelow, reached) = (timeBelowAge, age)
    }
    // Only rounding errors lead here.
    return bounds.last
  }
}
