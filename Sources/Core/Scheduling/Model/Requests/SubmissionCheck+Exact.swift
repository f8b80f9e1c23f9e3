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
        message: "exact and `app` exclude each other; the runs of an app are limited by its use")
    }
    let hasEarliest = submission.earliest != nil || submission.amendment?.keepsEarliest == true
    // The time of a repeated request is the beginning of each interval, or the date of a calendar.
    guard hasEarliest || terms.repeats else {
      throw Refusal(
        .invalid, field: "exact", value: "true",
        message: "exact requires a time; also give `earliest`, such as '09:00', or `on`, such as"
          + " 'Mon..Fri 09:00'")
    }
    if terms.every != nil, let flex = terms.flex {
      throw Refusal(
        .invalid, field: "flex", value: flex.notation,
        message:
          "flex and `exact` exclude each other with `every`: the end of an interval is no exact"
          + " time; leave out one of them")
    }
    guard terms.needs.changes.watched.isEmpty else {
      throw Refusal(
        .invalid, field: "exact", value: "true",
        message: "exact and `whenChanged` exclude each other; a change has no time")
    }
    guard terms.prefers.isEmpty else {
      throw Refusal(
        .invalid, field: "prefers", value: "\(terms.prefers)",
        message: "prefers has no effect at an exact time, which waits only for requirements; use"
          + " `requires`")
    }
  }
}
