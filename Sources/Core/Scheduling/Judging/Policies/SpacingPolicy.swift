/// Spaces the runs of one app, also on mains: Apple documents a rate limit between launches of an app; its developers
/// see a quarter of an hour for refreshes.
struct SpacingPolicy: Policy {
  let name = "Spacing"
  let concernsApp = true
  let holdsOnlyStarts = true
  let reads: DeviceFields = []
  private let weight = 1.0

  /// Returns an absolute veto until the least time since the app's last run has passed; then a score of 1. `nil` for
  /// kinds without a spacing, and if no app is limited.
  func verdict(on candidate: Candidate) -> Verdict? {
    guard candidate.rules.spacing > .zero, let end = end(candidate) else { return nil }
    return end > candidate.now.wall
      ? .veto(.spacing, weight: weight) : .proceed(weight: weight, score: 1)
  }

  /// Returns when the least time since the app's last run has passed: long ago, if it never ran. `nil` if no app is
  /// limited.
  private func end(_ candidate: Candidate) -> WallTime? {
    guard let app = candidate.limitedApp else { return nil }
    return Usage.spacingEnd(after: app.value.usage.lastSpaced, by: candidate.rules.spacing)
      ?? WallTime(nanoseconds: 0)
  }

  /// Returns when the least time since the app's last run has passed; `nil` if no app is limited.
  func liftTime(of verdict: Verdict, on candidate: Candidate) -> WallTime? { end(candidate) }

  /// Returns in words how long ago the app ran, compared with the spacing of the kind.
  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    let distance = candidate.rules.spacing.notation
    return verdict.reason == nil
      ? "the app ran longer than \(distance) ago, or never"
      : "the app ran less than \(distance) ago"
  }
}
