/// The user's actions on the app: an app that was swiped away does not run. A push for the app in the foreground, and
/// a due alarm, are delivered immediately, unless a switch is off or a requirement is missing. Requests without an
/// app are not concerned.
struct ApplicationPolicy: Policy {
  let name = "Application"
  let concernsApp = true
  let reads: DeviceFields = .backgroundRefresh

  /// Weight if the policy launches an app, seen in logs as 50 and 25.
  private let weight = 25.0

  /// Returns an absolute veto for a force-quit app and for an observer without consent. Work that an app in front
  /// receives immediately is forced. Otherwise the score is the chance that the app is opened soon; `nil` without an
  /// app or a known chance.
  func verdict(on candidate: Candidate) -> Verdict? {
    guard let app = candidate.app else { return nil }
    if candidate.isObserver {
      // It wakes a force-quit app, which needs its user's consent instead.
      guard app.value.allows(.observe) else { return .veto(.notAllowed, weight: weight) }
    } else if candidate.rules.obeysAppSwitches && app.value.isForceQuit {
      return .veto(.forceQuit, weight: weight)
    }
    // The app counts as in front only if that was observed (`isOnScreen`), or reported by a process that its user has
    // started (`isInFront`). Otherwise an app that the daemon starts could pass every veto by its own report. If a
    // switch is off, an observed app gets nothing immediately; the switches do not apply to observers.
    let isOnScreen =
      app.value.usage.engagement.isOnScreen && (candidate.allowsRefresh || candidate.isObserver)
    if candidate.request.reachesAppInFront && (isOnScreen || candidate.isInFront) {
      return .force(.absolutelyMustProceed)
    }
    return candidate.valuation.map { .proceed(weight: weight, score: Self.toTwentieths($0.chance)) }
  }

  /// Returns `chance` rounded to twentieths: finer values are not known, and apps with equal use then have equal scores
  /// and take turns.
  private static func toTwentieths(_ chance: Double) -> Double {
    (min(1, max(0, chance)) * 20).rounded() / 20
  }

  /// Returns in words the cause of a veto, the meaning of a score, or the cause of a forced run.
  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    switch verdict.reason {
    case .notAllowed: "the user has not allowed the app to observe changes"
    case .forceQuit: "the user swiped the app away; it must be opened again"
    case nil where verdict.decision == .canProceed:
      "the chance that it is opened within the hour"
    // The only other verdict of this policy is `.force`: the app receives the work immediately.
    default: "the app is in the foreground"
    }
  }
}
