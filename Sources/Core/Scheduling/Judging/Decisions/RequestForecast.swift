extension Explanation.RequestForecast {
  /// Creates the forecast of `evaluation` for people; `nil` if it has none. The likely time and the best moment stay
  /// `nil` while requests do not wait for better moments.
  init?(_ evaluation: Evaluation, _ zoneSeconds: Int) {
    guard let forecast = evaluation.forecast else { return nil }
    let (request, thresholds, terms) = (
      evaluation.candidate.request, forecast.thresholds, forecast.terms
    )
    let end = LocalTime(
      request.lifetimeEnd(evaluation.candidate.settings), zoneSeconds: zoneSeconds)
    let start = max(thresholds.now, LocalTime(request.window.opens, zoneSeconds: zoneSeconds))
    threshold = thresholds.threshold(terms).map { evaluation.scoreWithApp($0) }
    hold = evaluation.forecastHold
    // Other people's days do not predict this user's times.
    guard thresholds.awaitsBetter else { return }
    likely = thresholds.distribution.likely(from: start, until: end, patience: terms.patience)
      .map { $0.lowerBound.wall(zoneSeconds)..<$0.upperBound.wall(zoneSeconds) }
    // If no moment is likely to be permitted, the best of them is meaningless.
    if likely != nil {
      optimal = thresholds.distribution.optimal(from: start, until: end).map {
        (score: min(1, evaluation.scoreWithApp($0.score)), at: $0.at.wall(zoneSeconds))
      }
    }
  }
}

extension Evaluation {
  /// Returns `score`, which contains only the device's policies, combined with the scores of the app's policies. These
  /// are the same at every moment.
  fileprivate func scoreWithApp(_ score: Double) -> Double {
    // Without an app nothing is added, and rounding must not raise a threshold.
    guard let own = device.combination.sums, let all = combinationOfFreeGroup.sums,
      all.denominator > 0, own != all
    else { return score }
    // The weighted sum of the device's policies for `score`, and the weighted sum of the app's policies.
    return (score * own.denominator + all.sum - own.sum) / all.denominator
  }
}

extension LocalTime {
  /// Returns the wall-clock time at which clocks that are `zoneSeconds` ahead of UTC show this local time.
  fileprivate func wall(_ zoneSeconds: Int) -> WallTime {
    WallTime(nanoseconds: (self - .seconds(zoneSeconds)).nanoseconds)
  }
}
