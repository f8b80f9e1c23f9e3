/// A request whose latest date has passed and that answers with `run` must proceed: only absolute
/// vetoes are stronger, and what it requires.
struct DeadlinePolicy: Policy {
  let name = "Deadline"
  let reads: DeviceFields = []

  func verdict(on candidate: Candidate) -> Verdict? {
    candidate.stage.insists ? .insist(.mustProceed) : nil
  }

  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    "the latest date has passed, and the request asks to run then"
  }
}
