/// A request whose latest date has passed and that answers with `run` must proceed: only absolute vetoes and its
/// requirements are stronger. A due notification, and a request at an exact time, absolutely must proceed: only
/// requirements are stronger.
struct DeadlinePolicy: Policy {
  let name = "Deadline"
  let reads: DeviceFields = []

  /// Returns a forcing verdict for a due notification, for a request at an exact time, and for a request whose latest
  /// date has passed and that answers with `run`; otherwise `nil`.
  func verdict(on candidate: Candidate) -> Verdict? {
    if candidate.request.isExact { return .force(.absolutelyMustProceed) }
    return candidate.stage.mustRun ? .force(.mustProceed) : nil
  }

  /// Returns in words the cause that forces the request: a due notification, an exact time, or a latest date.
  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    let request = candidate.request
    if request.terms.task?.notification != nil { return "a due notification is shown at its date" }
    if request.isExact {
      return "the request runs at an exact time, and waits only for its requirements"
    }
    return "the latest date has passed, and the request asks to run then"
  }
}
