/// Right after boot everything wants to run at once, and the user waits: nothing but what a user
/// asked for starts in the first 300 s (seen in logs).
struct BootDelayPolicy: Policy {
  let name = "Boot Delay"
  let reads: DeviceFields = .machine
  private let weight = 1.0

  func verdict(on candidate: Candidate) -> Verdict? {
    guard candidate.rules.waitsAfterBoot else { return nil }
    let isOver = candidate.now.boot.nanoseconds >= candidate.settings.bootDelay.nanoseconds
    return isOver
      ? .proceed(weight: weight, score: 1) : .hold(.bootDelay, .standing, weight: weight)
  }

  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    verdict.reason == nil
      ? "booted long ago"
      : "booted less than \(Int(bounded: candidate.settings.bootDelay.seconds)) s ago"
  }
}
