/// A request whose latest date has passed and that answers with `run` must proceed: only absolute
/// vetoes are stronger.
struct DeadlinePolicy: Policy {
  let name = "Deadline"

  func verdict(on candidate: Candidate) -> Verdict? {
    let window = candidate.request.window
    guard window.atLatest == .run, window.isOverdue(at: candidate.now.wall) else { return nil }
    return .insist(.mustProceed)
  }

  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    "the latest date has passed and the request asked to run then"
  }
}
