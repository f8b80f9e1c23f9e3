/// What the user did to the app: nothing runs for one that was swiped away, and a push for the app on
/// the screen is delivered at once, and so is an alarm that is due, unless a switch is off, or something that it requires is missing.
/// Requests without an app are not concerned.
struct ApplicationPolicy: Policy {
  let name = "Application"
  let concernsApp = true
  let reads: DeviceFields = .backgroundRefresh

  /// Weight where the policy launches an app, seen in logs as 50 and 25.
  private let weight = 25.0

  func verdict(on candidate: Candidate) -> Verdict? {
    guard let app = candidate.app else { return nil }
    if candidate.isObserver {
      // It wakes a force-quit app, which needs its user's consent instead.
      guard app.value.allows(.observe) else { return .veto(.notAllowed, weight: weight) }
    } else if candidate.rules.obeysAppSwitches && app.value.isForceQuit {
      return .veto(.forceQuit, weight: weight)
    }
    // As observed, or said by a process that its user has started: an app that the daemon starts and that only says so
    // would pass every veto.
    let isOnScreen =
      app.value.usage.engagement.isOnScreen && (candidate.allowsRefresh || candidate.isObserver)
    if candidate.request.reachesAppInFront && (isOnScreen || candidate.isInFront) {
      return .insist(.absolutelyMustProceed)
    }
    return candidate.offer.map { .proceed(weight: weight, score: Self.rough($0.chance)) }
  }

  /// In twentieths: finer is not known, and apps that are used alike take turns.
  private static func rough(_ chance: Double) -> Double {
    (min(1, max(0, chance)) * 20).rounded() / 20
  }

  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    switch verdict.reason {
    case .notAllowed: "the user has not allowed the app to observe changes"
    case .forceQuit: "the user swiped the app away; it must be opened again"
    case nil where verdict.decision == .canProceed:
      "the chance that it is opened within the hour"
    default: "the app is in the foreground"
    }
  }
}
