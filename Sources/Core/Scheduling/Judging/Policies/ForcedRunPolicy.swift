/// An operator's `run --force`.
struct ForcedRunPolicy: Policy {
  let name = "Forced Run"
  let reads: DeviceFields = []

  func verdict(on candidate: Candidate) -> Verdict? {
    switch candidate.forceLevel {
    case nil: nil
    case .force: .force(.mustProceed, .forced)
    case .forceReally: .force(.absolutelyMustProceed, .forced)
    }
  }

  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    "an operator forces this run"
  }
}
