/// Vetoes work while the user's data cannot be read, for example in a locked home: it could not succeed.
struct FileProtectionPolicy: Policy {
  let name = "File Protection"
  let reads: DeviceFields = .locked
  private let weight = 0.01

  /// Returns an absolute veto while the user's data is locked; otherwise a score of 1. `nil` if the lock state is
  /// unknown.
  func verdict(on candidate: Candidate) -> Verdict? {
    guard let isLocked = candidate.raw.isLocked else { return nil }
    return isLocked ? .veto(.locked, weight: weight) : .proceed(weight: weight, score: 1)
  }

  /// Returns in words whether the user's data is locked.
  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    verdict.reason == nil ? "the user's data is unlocked" : "the user's data is locked"
  }
}
