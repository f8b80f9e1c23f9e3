/// Memory pressure: a warning halves the score, as logs show for level 1 of 2; at critical, kinds with a
/// load limit wait unless they are relaxed.
struct MemoryPressurePolicy: Policy {
  let name = "Memory Pressure"
  let reads: DeviceFields = .memory
  private let weight = 5.0

  /// Returns a hold at critical pressure for kinds with a load limit, unless the request is relaxed; otherwise a score
  /// that falls with the pressure. `nil` if the pressure is unknown.
  func verdict(on candidate: Candidate) -> Verdict? {
    switch candidate.raw.memory {
    case nil: nil
    case .normal: .proceed(weight: weight, score: 1)
    case .warning: .proceed(weight: weight, score: 0.5)
    case .critical:
      candidate.rules.highestLoad == nil || candidate.isRelaxed
        ? .proceed(weight: weight, score: 0) : .hold(.memory, .byDefault, weight: weight)
    }
  }

  /// Returns the memory pressure in words.
  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    "memory pressure \(candidate.raw.memory?.rawValue ?? "unknown")"
  }
}
