// Requests that wake the machine.
extension SubmissionCheck {
  /// Throws a refusal if a submission that wakes the machine belongs to an app, waits for a change, or is never late
  /// because it has no date.
  func checkWaking(of submission: Submission) throws(Refusal) {
    let terms = submission.terms
    guard terms.run.wakesMachine else { return }
    guard submission.app == nil, terms.task == nil else {
      throw Refusal(
        .invalid, field: "wake", value: "true",
        message: "wake and `app` exclude each other; the runs of an app are limited by its use")
    }
    guard terms.needs.changes.watched.isEmpty else {
      throw Refusal(
        .invalid, field: "wake", value: "true",
        message: "wake and `whenChanged` exclude each other; nothing changes while the machine"
          + " sleeps")
    }
    // A command without a kind has the default latest date, and a change can keep the one from before.
    let hasDate = submission.latest != nil || submission.amendment != nil || terms.namedKind == nil
    guard hasDate || terms.repeats || terms.run.isExact else {
      throw Refusal(
        .invalid, field: "wake", value: "true",
        message: "wake requires a date from which the request is late; also give `latest`, such as"
          + " '06:00', or `every`, such as '1d'")
    }
  }
}
