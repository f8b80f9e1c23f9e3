/// The user's switches for background work of apps: one for all apps, and one for each. A separate row, so that a
/// user who also swiped the app away sees both reasons.
struct BackgroundRefreshPolicy: Policy {
  let name = "Background App Refresh"
  let concernsApp = true
  let reads: DeviceFields = .backgroundRefresh
  /// The weight of the policy that launches an app.
  private let weight = 25.0

  /// Returns an absolute veto if one of the switches is off, for kinds that obey the switches; otherwise `nil`.
  /// Observers are exempt: an observer needs its user's consent instead.
  func verdict(on candidate: Candidate) -> Verdict? {
    guard candidate.app != nil, candidate.rules.obeysAppSwitches, !candidate.allowsRefresh,
      !candidate.isObserver
    else {
      return nil
    }
    return .veto(.switchedOff, weight: weight)
  }

  /// Returns a sentence with the switches that are off: the switch for all apps, the switch of the app, or both.
  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    let isOfApp = candidate.app?.value.refreshIsOn == false
    let whose =
      switch (candidate.raw.allowsRefresh, isOfApp) {
      case (false, true): "for all apps, and for the app"
      case (false, false): "for all apps"
      default: "for the app"
      }
    return "Background App Refresh is switched off \(whose)"
  }
}
