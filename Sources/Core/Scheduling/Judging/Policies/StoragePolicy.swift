/// Space on disk: no work starts with a full disk, since a run must be recorded.
struct StoragePolicy: Policy {
  let name = "Storage"
  let reads: DeviceFields = .storage
  private let weight = 1.0

  /// Returns an absolute veto for a full disk, and a hold for a low one if the request waits for more space. `nil` if
  /// the space is unknown.
  func verdict(on candidate: Candidate) -> Verdict? {
    let ground = candidate.ground(ofUnmet: .storageNotLow)
    switch candidate.raw.storage {
    case nil: return nil
    case .ok: return .proceed(weight: weight, score: 1)
    case .full: return .veto(.storage, ground ?? .byDefault, weight: weight)
    case .low:
      return ground.map { .hold(.storage, $0, weight: weight) }
        ?? .proceed(weight: weight, score: 0.5)
    }
  }

  /// Returns the state of the storage in words, and for a hold the ground on which more space is needed.
  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    let state = "storage \(candidate.raw.storage?.rawValue ?? "unknown")"
    return verdict.decision == .mustNotProceed
      ? "storage not low: \(verdict.ground.words); \(state)" : state
  }
}
