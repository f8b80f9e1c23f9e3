/// Right after boot everything wants to run at once, and the user waits: nothing but what a user
/// asked for starts in the first 300 s (seen in logs).
struct ThunderingHerdPolicy: Policy {
  let name = "Thundering Herd"
  let reads: DeviceFields = .machine
  private let weight = 1.0

  func verdict(on candidate: Candidate) -> Verdict? {
    guard candidate.rules.waitsAfterBoot else { return nil }
    let isOver = candidate.now.boot.nanoseconds >= candidate.settings.herdTime.nanoseconds
    return isOver
      ? .proceed(weight: weight, score: 1) : .hold(.herd, .standing, weight: weight)
  }

  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    verdict.reason == nil
      ? "booted long ago"
      : "booted less than \(Int(bounded: candidate.settings.herdTime.seconds)) s ago"
  }
}
