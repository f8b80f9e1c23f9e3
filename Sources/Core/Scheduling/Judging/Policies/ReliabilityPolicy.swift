/// An app's record of runs: overruns and crashes lower its score, and an app that was killed repeatedly is barred for
/// a while.
///
/// The block is an absolute veto, as a quota is: an app must not avoid it by a latest date of its own choice. A run
/// forced by an operator passes.
struct ReliabilityPolicy: Policy {
  let name = "Reliability"
  let concernsApp = true
  let holdsOnlyStarts = true
  let reads: DeviceFields = []
  private let weight = 5.0

  /// Returns an absolute veto while the app is blocked; otherwise the share of its clean runs as a score. `nil` if no
  /// app is limited, or if none of its runs was blamed.
  func verdict(on candidate: Candidate) -> Verdict? {
    guard let record = candidate.limitedApp?.value.reliability else { return nil }
    if record.isBarred(at: candidate.now.wall) { return .veto(.unreliable, weight: weight) }
    // Without blame there is no row, and every score is as if this policy did not exist.
    return record.score.map { .proceed(weight: weight, score: $0) }
  }

  /// Returns when the block of the app ends; `nil` if it is not blocked.
  func liftTime(of verdict: Verdict, on candidate: Candidate) -> WallTime? {
    verdict.reason == nil ? nil : candidate.limitedApp?.value.reliability.barredUntil
  }

  /// Returns the end of the block in words, or the number of blamed runs.
  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    guard let record = candidate.limitedApp?.value.reliability else { return "" }
    if verdict.reason != nil, let end = record.barredUntil {
      return "the app's runs were killed too often; it is blocked until"
        + " \(UniversalTime.text(end))"
    }
    let (blamed, all) = (record.blamedRuns, record.conducts.count)
    return "\(blamed) of the app's last \(all) runs overran or crashed"
  }
}
