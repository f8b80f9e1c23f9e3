/// The user's switch for what an app does in the background. A row of its own, so that one who also
/// swiped the app away is told of both.
struct BackgroundRefreshPolicy: Policy {
  let name = "Background App Refresh"
  let concernsApp = true
  /// That of the policy that launches an app.
  private let weight = 25.0

  func verdict(on candidate: Candidate) -> Verdict? {
    guard let app = candidate.app, candidate.rules.obeysAppSwitches, !app.refreshIsOn else {
      return nil
    }
    return .veto(.switchedOff, weight: weight)
  }

  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    "Background App Refresh is switched off for the app"
  }
}
