/// What an app asks for beside the kind, where its task is of a class of its own. It goes with the
/// request into its run, so that the process which the task is handed to is told of it.
package enum TaskClass: Hashable, Codable, Sendable {
  /// Work that its user has begun and that goes on while the app is not in front; of kind userInitiated.
  case continued(ContinuedTerms)
  /// Work for a study that its user takes part in; of kind processing.
  ///
  /// - Parameter protection: The protection of the files that it reads, as Foundation names it. It is kept for the app;
  ///   on Linux files are not locked with the screen, so that there is nothing to wait for.
  case healthResearch(protection: String)
}

/// What a continued task shows of itself, and what is to happen where it cannot start at once.
package struct ContinuedTerms: Hashable, Codable, Sendable {
  /// What happens where no slot is free, or a gate is closed.
  package enum Strategy: String, CaseIterable, Codable, Sendable {
    /// The request is refused.
    case fail
    /// It waits.
    case queue
  }

  package var title: String
  package var subtitle: String
  package var strategy: Strategy

  package init(title: String, subtitle: String, strategy: Strategy = .queue) {
    self.title = title
    self.subtitle = subtitle
    self.strategy = strategy
  }

  /// The longest title and subtitle, in bytes.
  package static let longestTitle = 1024

  /// What speaks against showing `text`; nil where nothing does.
  static func objection(to text: String, field: String) -> Refusal? {
    if text.utf8.count > longestTitle {
      return Refusal(
        field: field, value: "\(text.utf8.count) bytes", allowed: "at most \(longestTitle) bytes")
    }
    if text.utf8.contains(0) {
      return Refusal(field: field, value: "", allowed: "text without NUL characters")
    }
    return nil
  }
}

extension TaskClass {
  /// The class without its terms, as the store and the interface spell it.
  package enum Category: String, CaseIterable, Sendable {
    case continued, healthResearch
  }

  package var category: Category {
    switch self {
    case .continued: .continued
    case .healthResearch: .healthResearch
    }
  }

  /// The kind that requests with these terms have.
  package var kind: Kind {
    switch self {
    case .continued: .userInitiated
    case .healthResearch: .processing
    }
  }

  package var continued: ContinuedTerms? {
    if case .continued(let terms) = self { terms } else { nil }
  }

  /// What a task of research must have among its entitlements.
  package static let healthEntitlement = "com.apple.developer.backgroundtasks.healthresearch"

  /// What must be true of them whatever else there is.
  func check(_ submission: Submission) throws(Refusal) {
    guard submission.command.isTask else {
      throw Refusal(
        field: "task", value: submission.command.arguments.first ?? "",
        allowed: "it without a command, for an app that is installed (`rubatoctl app install`)")
    }
    guard submission.kind == kind else {
      throw Refusal(
        field: "kind", value: (submission.kind ?? .maintenance).rawValue,
        allowed: "\(kind.rawValue) for this class of task")
    }
    switch self {
    case .continued(let terms):
      if let refusal = ContinuedTerms.objection(to: terms.title, field: "task.title") {
        throw refusal
      }
      if let refusal = ContinuedTerms.objection(to: terms.subtitle, field: "task.subtitle") {
        throw refusal
      }
      try checkDates(submission)
    case .healthResearch(let protection):
      try SubmissionCheck.checkName(protection, field: "task.protection")
    }
  }

  /// A continued task starts at once, or as soon as there is a slot.
  private func checkDates(_ submission: Submission) throws(Refusal) {
    guard submission.earliest != nil || submission.latest != nil else { return }
    let given = submission.earliest != nil ? "earliest" : "latest"
    throw Refusal(
      .invalid, field: given, value: "",
      message: "\(given) does not apply to continued tasks, which start at once; leave it out")
  }
}
