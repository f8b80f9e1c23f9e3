// Checks of a task with a class, regardless of other requests.
extension TaskClass {
  /// Throws a refusal if `submission` does not fit this class of task: by its command, its kind, its texts, or dates
  /// that do not apply.
  func check(_ submission: Submission) throws(Refusal) {
    if case .transfer(let session, _) = self { return try checkTransfer(submission, of: session) }
    // A notification (the only exact class) runs a command of the daemon; all other classes run none.
    guard submission.terms.command.isTask || isExact else {
      throw Refusal(
        field: "task", value: submission.terms.command.arguments.first ?? "",
        allowed: "a task without a command, of an installed app (`rubatoctl app install`)")
    }
    try checkKind(of: submission)
    switch self {
    case .transfer, .transferEvents: break
    case .continued(let terms):
      if let refusal = ContinuedTerms.objection(to: terms.title, field: "task.title") {
        throw refusal
      }
      if let refusal = ContinuedTerms.objection(to: terms.subtitle, field: "task.subtitle") {
        throw refusal
      }
      try checkDates(submission, "continued tasks, which start immediately")
    case .healthResearch(let protection):
      try SubmissionCheck.checkName(protection, field: "task.protection")
    case .push(let payload):
      guard payload.utf8.count <= TaskCategory.longestPayload else {
        throw Refusal(
          field: "task.payload", value: "\(payload.utf8.count) bytes",
          allowed: "at most \(TaskCategory.longestPayload) bytes")
      }
      try checkDates(submission, "remote notifications, which are delivered as soon as possible")
    case .fetch(let interval):
      try checkDates(submission, "fetches, which begin by their interval")
      try SubmissionCheck.check(
        interval, field: "task.interval", in: .zero...Self.longestInterval)
    case .alarm:
      try checkDates(submission, "alarms, which have the date task.due")
    case .observer:
      guard !submission.terms.needs.changes.isEmpty else {
        throw Refusal(
          field: "whenChanged", value: "", allowed: "the paths and keys that the app observes")
      }
      try checkDates(submission, "observers, which run when something has changed")
    case .notification(let terms): try terms.check(submission)
    case .response(let payload):
      guard payload.utf8.count <= TaskCategory.longestResponse else {
        throw Refusal(
          field: "task.payload", value: "\(payload.utf8.count) bytes",
          allowed: "at most \(TaskCategory.longestResponse) bytes")
      }
      try checkDates(
        submission, "responses to notifications, which are delivered as soon as possible")
    }
  }

  private static let longestInterval = Duration.days(366)

  /// Throws a refusal unless the submission names a kind of this class; a default kind is not enough.
  private func checkKind(of submission: Submission) throws(Refusal) {
    if let kind = submission.terms.namedKind, kinds.contains(kind) { return }
    throw Refusal(
      field: "kind", value: submission.terms.kind.rawValue,
      allowed: "\(kinds.map(\.rawValue).joined(separator: " or ")) for this class of task")
  }

  /// Throws a refusal if `submission` is no transfer of an app in `session`: a command that ends once, after which the
  /// app is woken.
  private func checkTransfer(_ submission: Submission, of session: String) throws(Refusal) {
    try SubmissionCheck.checkName(session, field: "task.session")
    guard session.utf8.count <= Self.longestSession else {
      throw Refusal(
        field: "task.session", value: "\(session.utf8.count) bytes",
        allowed: "at most \(Self.longestSession) bytes")
    }
    guard !submission.terms.command.isTask, submission.app != nil else {
      throw Refusal(
        field: "task", value: TaskCategory.transfer.rawValue,
        allowed: "a transfer with a command, of an installed app (`rubatoctl app install`)")
    }
    try checkKind(of: submission)
    let terms = submission.terms
    let options: [(field: String, isSet: Bool)] = [
      ("every", terms.every != nil), ("on", !terms.calendar.isEmpty),
      ("whenChanged", !terms.needs.changes.isEmpty),
    ]
    if let field = options.first(where: \.isSet)?.field {
      throw Refusal(
        field: field, value: "", allowed: "no value for a transfer, which ends once")
    }
  }

  /// The longest name of a session, in bytes: with its prefix it is an identifier.
  static let longestSession = 128 - sessionPrefix.utf8.count

  /// Throws a refusal if the submission has an earliest or a latest date. `concerned` names the work to which dates do
  /// not apply, for the message.
  private func checkDates(
    _ submission: Submission, _ concerned: String
  ) throws(Refusal) {
    guard submission.earliest != nil || submission.latest != nil else { return }
    let given = submission.earliest != nil ? "earliest" : "latest"
    throw Refusal(
      .invalid, field: given, value: "",
      message: "\(given) does not apply to \(concerned); leave it out")
  }
}
