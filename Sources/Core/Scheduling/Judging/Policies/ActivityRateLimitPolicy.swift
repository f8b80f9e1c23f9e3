/// Limits the runs of one app in a minute (seen in logs as "ratelimited"; the numbers are Android's).
struct ActivityRateLimitPolicy: Policy {
  let name = "Activity Rate Limit"
  let concernsApp = true
  let holdsOnlyStarts = true
  let reads: DeviceFields = DeviceFields.pluggedIn.union(.user)
  private let weight = 1.0

  /// Returns a hold while the app has started too many runs in its rate window, unless the request is relaxed or the
  /// app is free of limits now. `nil` if no app is limited.
  func verdict(on candidate: Candidate) -> Verdict? {
    guard let app = candidate.limitedApp else { return nil }
    guard end(app, candidate) != nil, !candidate.isRelaxed, !isFree(app, candidate) else {
      return .proceed(weight: weight, score: 1)
    }
    return .hold(.rateLimit, .byDefault, weight: weight)
  }

  /// Returns when the limit on the app's runs ends; `nil` if it is not reached.
  private func end(_ app: Shared<App>, _ candidate: Candidate) -> WallTime? {
    app.value.usage.rate.limitEnd(at: candidate.now.wall, candidate.settings.quotas)
  }

  /// Returns whether the app is free of limits now, for example on mains (see `Candidate.isFreeOfLimits`).
  private func isFree(_ app: Shared<App>, _ candidate: Candidate) -> Bool {
    let tier = app.tier(at: candidate.now.wall, candidate.settings.quotas)
    return candidate.isFreeOfLimits(app, tier)
  }

  /// Returns when the limit on the app's runs ends; `nil` if it is not reached, or if no app is limited.
  func liftTime(of verdict: Verdict, on candidate: Candidate) -> WallTime? {
    candidate.limitedApp.flatMap { end($0, candidate) }
  }

  /// Returns the number of runs that the app started in the rate window, in words.
  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    let window = candidate.settings.quotas.rateWindow.notation
    let runs = candidate.limitedApp?.value.usage.rate.runs ?? 0
    return verdict.reason == nil
      ? "the app started few runs in the last \(window)"
      : "the app started \(runs) runs within \(window)"
  }
}
