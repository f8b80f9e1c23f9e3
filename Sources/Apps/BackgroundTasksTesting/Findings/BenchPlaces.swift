import BackgroundTasks

/// The places in the code of an app that register handlers and submit requests, by identifier.
struct BenchPlaces {
  private var handlers: [String: BenchFailure.Location] = [:]
  private var submissions: [String: BenchFailure.Location] = [:]

  /// Notes the registration of a handler. An unknown place changes nothing.
  mutating func note(handler identifier: String, at place: BenchFailure.Location?) {
    if let place { handlers[identifier] = place }
  }

  /// Notes a submission. An unknown place changes nothing.
  mutating func note(submission identifier: String, at place: BenchFailure.Location?) {
    if let place { submissions[identifier] = place }
  }

  /// Returns the place that registers the handler of a task; `nil` if it is unknown.
  func handler(of identifier: String) -> BenchFailure.Location? { handlers[identifier] }

  /// Returns the place that owes a failure: the last submission of the task, or the registration of its handler. If
  /// one is unknown, returns the other; `nil` if both are.
  func place(of identifier: String, for kind: BenchFailure.Kind) -> BenchFailure.Location? {
    let (handler, submission) = (handlers[identifier], submissions[identifier])
    return kind.concernsSubmission ? submission ?? handler : handler ?? submission
  }
}

extension BenchFailure.Kind {
  /// Whether the cause is in the submission of a request, and not in its handler.
  fileprivate var concernsSubmission: Bool {
    switch self {
    case .runsTooOften, .starves, .putOff, .tooLate, .needsNetwork, .drainsBattery: true
    case .completedTwice, .neverCompleted, .completedAfterExpiration, .tookRealTime, .brokenRule,
      .noHandler, .notListed, .untimely, .noProgress, .exceedsBudget, .leftBehind, .blocksMain,
      .chainEnds, .readsBeforeUnlock, .crashed, .exited, .blocked:
      false
    }
  }
}

extension BenchFailure.Location {
  /// Libraries that call the scheduler for an app.
  private static let libraries = ["AppLifecycle", "BackgroundTasksTesting", "BackgroundWork"]

  /// The place of a call of the app; `nil` if it is unknown, or is in a library that calls the scheduler for the app.
  init?(_ caller: Caller) {
    let module = "\(caller.fileID)".prefix { $0 != "/" }
    guard caller.line > 0, !Self.libraries.contains(String(module)) else { return nil }
    self.init(
      fileID: "\(caller.fileID)", filePath: "\(caller.filePath)", line: Int(caller.line))
  }
}
