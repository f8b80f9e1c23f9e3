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
  /// A remote notification for the app itself; of kind push. Of those that wait the newest is delivered alone.
  ///
  /// - Parameter payload: Its JSON, at most `longestPayload` bytes; empty once the run has ended.
  case push(payload: String)
  /// The refresh of an app that submits no requests: it is asked for again and again, at least `interval` apart;
  /// of kind refresh.
  case fetch(interval: Duration)
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
    case continued, healthResearch, push, fetch
  }

  package var category: Category {
    switch self {
    case .continued: .continued
    case .healthResearch: .healthResearch
    case .push: .push
    case .fetch: .fetch
    }
  }

  /// The kind that requests with these terms have.
  package var kind: Kind {
    switch self {
    case .continued: .userInitiated
    case .healthResearch: .processing
    case .push: .push
    case .fetch: .refresh
    }
  }

  /// Of a fetch.
  var interval: Duration? {
    if case .fetch(let interval) = self { interval } else { nil }
  }

  package var continued: ContinuedTerms? {
    if case .continued(let terms) = self { terms } else { nil }
  }

  /// The identifier of all requests of this class, which no app lists; nil where they have one of their own.
  package var reservedIdentifier: String? {
    switch self {
    case .continued, .healthResearch: nil
    case .push: Self.pushIdentifier
    case .fetch: Self.fetchIdentifier
    }
  }

  package static let pushIdentifier = "remote-notification"
  package static let fetchIdentifier = "background-fetch"
  static let reservedIdentifiers = [pushIdentifier, fetchIdentifier]

  /// The longest payload of a remote notification, in bytes; that of Apple's push service.
  package static let longestPayload = 4096

  /// What is kept of it when the run has ended: a message to the app is nobody else's.
  func withoutPayload() -> TaskClass {
    if case .push = self { .push(payload: "") } else { self }
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
      try checkDates(submission, "continued tasks, which start at once")
    case .healthResearch(let protection):
      try SubmissionCheck.checkName(protection, field: "task.protection")
    case .push(let payload):
      guard payload.utf8.count <= Self.longestPayload else {
        throw Refusal(
          field: "task.payload", value: "\(payload.utf8.count) bytes",
          allowed: "at most \(Self.longestPayload) bytes")
      }
      try checkDates(submission, "remote notifications, which are delivered as soon as possible")
    case .fetch(let interval):
      try checkDates(submission, "fetches, which begin by their interval")
      _ = try SubmissionCheck.duration(
        interval, field: "task.interval", in: .zero...Self.longestInterval)
    }
  }

  private static let longestInterval = Duration.days(366)

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
