/// A request whose latest date has passed and that answers with `run` must proceed: only absolute vetoes and its
/// requirements are stronger. A due notification absolutely must proceed.
struct DeadlinePolicy: Policy {
  let name = "Deadline"
  let reads: DeviceFields = []

  /// Returns a forcing verdict for a due notification, and for a request whose latest date has passed and that answers
  /// with `run`; otherwise `nil`.
  func verdict(on candidate: Candidate) -> Verdict? {
    if candidate.request.isExact { return .force(.absolutelyMustProceed) }
    return candidate.stage.mustRun ? .force(.mustProceed) : nil
  }

  /// Returns in words which of the two forces the request.
  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    candidate.request.isExact
      ? "a due notification is shown at its date"
      : "the latest date has passed, and the request asks to run then"
  }
}
