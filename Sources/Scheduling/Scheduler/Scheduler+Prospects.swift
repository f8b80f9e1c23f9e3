// What the forecast says of one request, for people.
extension Scheduler {
  /// Nil where there is no forecast, or the request does not wait for the best moment.
  func prospect(
    of candidate: Candidate, _ combination: Combination
  ) -> Explanation.Prospect? {
    let (request, now) = (candidate.request, candidate.now)
    let device = candidate.deviceAnswer
    guard let bars = bars(for: request, device, at: now) else { return nil }
    let terms = terms(of: request)
    let end = LocalTime(request.lifetimeEnd(settings), zoneSeconds: zoneSeconds)
    let start = max(bars.now, LocalTime(request.window.opens, zoneSeconds: zoneSeconds))
    let permits = combination.decision == .canProceed && device.sums != nil
    var prospect = Explanation.Prospect()
    prospect.threshold = bars.threshold(terms).map {
      joined($0, device: device, all: combination)
    }
    prospect.likely = bars.outlook.likely(
      from: start, until: end, patience: terms.patience
    ).map { wall(of: $0.lowerBound)..<wall(of: $0.upperBound) }
    // Where no moment is likely to be permitted, the best of them means nothing.
    if prospect.likely != nil {
      prospect.optimal = bars.outlook.optimal(from: start, until: end).map {
        (score: min(1, joined($0.score, device: device, all: combination)), at: wall(of: $0.at))
      }
    }
    prospect.hold =
      permits && holds(of: request, at: now).isEmpty ? bars.heldBy(terms) : nil
    return prospect
  }

  /// A score of the device with what the app's policies add, which is the same at every moment.
  private func joined(_ score: Double, device: Combination, all: Combination) -> Double {
    // Without an app nothing is added, and rounding must not make a threshold rise.
    guard let own = device.sums, let whole = all.sums, whole.denominator > 0, own != whole else {
      return score
    }
    return (score * own.denominator + whole.sum - own.sum) / whole.denominator
  }

  private func wall(of moment: LocalTime) -> WallTime {
    WallTime(nanoseconds: (moment - .seconds(zoneSeconds)).nanoseconds)
  }
}
