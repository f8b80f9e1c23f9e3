// Requests that start at an exact time.
extension SubmissionCheck {
  /// The length of the window of a request at an exact time that is dropped if it is late.
  static let exactWindow = Duration.minutes(1)

  /// Throws a refusal if a submission at an exact time has no time, waits for a change, or has a preference, which would
  /// have no effect.
  func checkExactTime(of submission: Submission) throws(Refusal) {
    let terms = submission.terms
    guard terms.run.isExact else { return }
    guard submission.app == nil, terms.task == nil else {
      throw Refusal(
        .invalid, field: "exact", value: "true",
        message: "exact and app exclude each other; the runs of an app are limited by its use")
    }
    guard submission.earliest != nil || terms.repeats || submission.amendment != nil else {
      throw Refusal(
        .invalid, field: "exact", value: "true",
        message: "exact requires a time; also give earliest, such as '09:00', or on, such as"
          + " 'Mon..Fri 09:00'")
    }
    guard terms.needs.changes.watched.isEmpty else {
      throw Refusal(
        .invalid, field: "exact", value: "true",
        message: "exact and whenChanged exclude each other; a change has no time")
    }
    guard terms.prefers.isEmpty else {
      throw Refusal(
        .invalid, field: "prefers", value: "\(terms.prefers)",
        message: "prefers has no effect at an exact time, which waits only for requirements; use"
          + " requires")
    }
  }
}
