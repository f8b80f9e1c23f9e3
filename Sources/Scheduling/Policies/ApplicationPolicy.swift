/// What the user did to the app: nothing runs for one that was swiped away or switched off, and a
/// push for the app on the screen is delivered at once. Requests without an app are not concerned.
struct ApplicationPolicy: Policy {
  let name = "Application"
  let concernsApp = true

  /// Weight where the policy launches an app, seen in logs as 50 and 25.
  private let weight = 25.0

  func verdict(on candidate: Candidate) -> Verdict? {
    guard let app = candidate.app else { return nil }
    if candidate.rules.obeysAppSwitches {
      if app.isForceQuit { return .veto(.forceQuit, weight: weight) }
      if !app.refreshIsOn { return .veto(.switchedOff, weight: weight) }
    }
    let isDelivery = app.isForeground && candidate.request.kind == .push
    return isDelivery ? .insist(.absolutelyMustProceed) : nil
  }

  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    switch verdict.reason {
    case .forceQuit: "the user swiped the app away; it waits until the app is opened again"
    case .switchedOff: "Background App Refresh is switched off for the app"
    default: "the app is in the foreground"
    }
  }
}
