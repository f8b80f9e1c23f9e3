/// Delays starts for the first 300 s after boot (seen in logs), except work that a user asked for: all other work
/// would run at the same time while the user waits.
struct BootDelayPolicy: Policy {
  let name = "Boot Delay"
  let reads: DeviceFields = .machine
  private let weight = 1.0

  /// Returns a hold until the delay after boot has passed; then a score of 1. `nil` for kinds that do not wait after a
  /// boot.
  func verdict(on candidate: Candidate) -> Verdict? {
    guard candidate.rules.waitsAfterBoot else { return nil }
    let isOver = candidate.now.boot.nanoseconds >= candidate.settings.bootDelay.nanoseconds
    return isOver
      ? .proceed(weight: weight, score: 1) : .hold(.bootDelay, .byDefault, weight: weight)
  }

  /// Returns in words how long ago the machine booted, compared with the delay.
  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    verdict.reason == nil
      ? "booted long ago"
      : "booted less than \(Int(bounded: candidate.settings.bootDelay.seconds)) s ago"
  }
}
