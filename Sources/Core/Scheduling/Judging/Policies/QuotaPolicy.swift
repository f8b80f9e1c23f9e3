/// Limits an app's background work by its use: an app that is never opened does not run.
///
/// An absolute veto: an app must not get more by a latest date of its own choice. A run forced by an operator passes.
struct QuotaPolicy: Policy {
  let name = "Quota"
  let concernsApp = true
  let holdsOnlyStarts = true
  let reads: DeviceFields = DeviceFields.pluggedIn.union(.user)
  private let weight = 1.0

  /// Returns an absolute veto for an app that is never opened, or has used up its quota. `nil` if no app is limited,
  /// such as for commands without an app.
  func verdict(on candidate: Candidate) -> Verdict? {
    guard let app = candidate.limitedApp else { return nil }
    let tier = tier(of: app, candidate)
    if tier == .never {
      return .veto(
        app.value.usage.engagement.wasEverOpened ? .appUnused : .neverOpened, weight: weight)
    }
    return hasQuota(app, tier, candidate)
      ? .proceed(weight: weight, score: 1) : .veto(.quota, weight: weight)
  }

  /// Returns the tier of `app` whose quota applies to the request. A push is also delivered to an unused app, as to a
  /// rare one: pushes do not depend on the app's use.
  private func tier(of app: Shared<App>, _ candidate: Candidate) -> Tier {
    let tier = app.tier(at: candidate.now.wall, candidate.settings.quotas)
    let isDelivered =
      candidate.request.terms.kind == .push && app.value.usage.engagement.wasEverOpened
    return tier == .never && isDelivered ? .rare : tier
  }

  /// Returns whether the app has quota left or is free of quotas now, or whether the request is expedited and the app
  /// has expedited time left.
  private func hasQuota(_ app: Shared<App>, _ tier: Tier, _ candidate: Candidate) -> Bool {
    let (now, quotas) = (candidate.now, candidate.settings.quotas)
    if app.isInQuota(tier, at: now, quotas) || candidate.isFreeOfLimits(app, tier) {
      return true
    }
    return candidate.request.terms.isExpedited
      && app.value.usage.hasExpedited(tier, at: now, quotas)
  }

  /// Returns when the app has quota again; `nil` if `verdict` is no veto of the quota, or if the moment is unknown.
  func liftTime(of verdict: Verdict, on candidate: Candidate) -> WallTime? {
    guard verdict.reason == .quota, let app = candidate.limitedApp else { return nil }
    let moment = app.value.usage.firstMomentInQuota(
      tier(of: app, candidate), at: candidate.now, candidate.settings.quotas)
    // The end of time stands for an unknown moment.
    return moment < WallTime(nanoseconds: .max) ? moment : nil
  }

  /// Returns in words why the app has no quota, or its tier if quota is left.
  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    guard let app = candidate.limitedApp else { return "" }
    switch verdict.reason {
    case .neverOpened: return "the app has not been opened since it was registered"
    case .appUnused: return "the app has not been opened for a long time"
    case .quota: return "the app is \(tier(of: app, candidate)) and has used up its quota"
    default: return "the app is \(tier(of: app, candidate)) and has quota left"
    }
  }
}
