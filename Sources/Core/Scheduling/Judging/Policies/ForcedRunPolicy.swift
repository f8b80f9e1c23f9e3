/// An operator's `run --force`.
struct ForcedRunPolicy: Policy {
  let name = "Forced Run"
  let reads: DeviceFields = []

  /// Returns a verdict as strong as the operator's force level. It also overrides missing requirements. `nil` if no
  /// operator forces the run.
  func verdict(on candidate: Candidate) -> Verdict? {
    switch candidate.forceLevel {
    case nil: nil
    case .force: .force(.mustProceed, .forced)
    case .forceReally: .force(.absolutelyMustProceed, .forced)
    }
  }

  /// Returns in words that an operator forces the run.
  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    "an operator forces this run"
  }
}
