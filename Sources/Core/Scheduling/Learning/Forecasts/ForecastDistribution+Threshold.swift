extension ForecastDistribution {
  /// Returns the threshold at `now` for a request whose window closes at `end`. The request accepts a moment if at most
  /// `patience` (see `ForecastSettings.patience(for:)`) of better time is expected until then. The threshold never
  /// rises as `now` passes; its value is `nil` if little time is left. Under 1 us.
  package func threshold(at now: LocalTime, until end: LocalTime, patience: Duration) -> Threshold {
    let worst = worstAccepted(at: now, until: end, patience: patience)
    guard worst + 1 < scores.count else { return Threshold() }
    return Threshold(score: (scores[worst] + scores[worst + 1]) / 2)
  }

  /// Returns the next moment at which the threshold falls, if the forecast stays; `nil` if there is no threshold any
  /// more. About 1 us.
  package func nextChange(
    after now: LocalTime, until end: LocalTime, patience: Duration
  ) -> LocalTime? {
    let worst = worstAccepted(at: now, until: end, patience: patience)
    guard worst + 1 < scores.count else { return nil }
    return times[worst].moment(with: Self.milliseconds(patience), until: end)
  }

  /// Returns the index in `scores`, which are best first, of the worst acceptable score. The best is always acceptable.
  ///
  /// - Parameter patience: The longest expected time with better scores for which a request does not wait.
  func worstAccepted(at now: LocalTime, until end: LocalTime, patience: Duration) -> Int {
    let patience = Self.milliseconds(patience)
    var worst = 0
    // The next worse score is acceptable if so little time with a better one is expected.
    while worst + 1 < scores.count,
      times[worst].milliseconds(from: now, until: end) <= patience
    {
      worst += 1
    }
    return worst
  }

  /// Returns `duration` in whole milliseconds, the unit of `ExpectedTime`.
  private static func milliseconds(_ duration: Duration) -> Int64 {
    duration.nanoseconds / 1_000_000
  }
}

extension ForecastSettings {
  /// Returns the better time that a request with a window of `length` waits for.
  package func patience(for length: Duration) -> Duration {
    max(betterTimeLeft, .seconds(max(0, length.seconds) * betterTimeShare))
  }
}
