import BackgroundTasks

/// The behaviour of a handler and the outcome of its task. Both must be the same on a bench and with a daemon.
package enum AppCase: String, CaseIterable, Sendable {
  case completes = "case-completes"
  case fails = "case-fails"
  case completesTwice = "case-completes-twice"
  case completesLater = "case-completes-later"
  case submitsFirst = "case-submits-first"
  case submitsAfterwards = "case-submits-afterwards"
  case cancelsTheNext = "case-cancels-the-next"
  case seesWhatIsPending = "case-sees-what-is-pending"
  case submitsTooMany = "case-submits-too-many"
  case registersLate = "case-registers-late"
  // The time of these tasks expires.
  case answersItsExpiration = "case-answers-its-expiration"
  case succeedsInItsExpiration = "case-succeeds-in-its-expiration"
  case hasNoExpirationHandler = "case-has-no-expiration-handler"
  case ignoresItsExpiration = "case-ignores-its-expiration"

  package static let app = "com.example.feed"
  package static let refresh = "com.example.feed.refresh"
  package static let clean = "com.example.feed.clean"

  /// The visible result of a task that ran once.
  package struct Row: Hashable, Sendable {
    /// In the words of `rubatoctl runs`.
    package var outcome: String
    package var stopReason: String?
    /// Whether a request of the task is queued afterwards.
    package var isQueued: Bool

    package init(_ outcome: String, _ stopReason: String? = nil, isQueued: Bool = false) {
      (self.outcome, self.stopReason, self.isQueued) = (outcome, stopReason, isQueued)
    }
  }

  /// Whether the task expires as soon as its handler has returned.
  package var isExpired: Bool {
    switch self {
    case .answersItsExpiration, .succeedsInItsExpiration, .hasNoExpirationHandler,
      .ignoresItsExpiration:
      true
    default: false
    }
  }

  package var expected: Row {
    switch self {
    case .completes, .completesTwice, .completesLater, .cancelsTheNext: Row("completed")
    case .submitsFirst, .submitsAfterwards, .seesWhatIsPending, .submitsTooMany:
      Row("completed", isQueued: true)
    case .fails: Row("failed")
    case .registersLate: Row("crashed")
    case .answersItsExpiration: Row("expired", "budget")
    case .succeedsInItsExpiration: Row("completed", "budget")
    case .hasNoExpirationHandler, .ignoresItsExpiration: Row("killed", "budget")
    }
  }

  // MARK: Its handler

  package func handle(_ task: BGTask) {
    nonisolated(unsafe) let shared = task
    switch self {
    case .completes: task.setTaskCompleted(success: true)
    case .fails: task.setTaskCompleted(success: false)
    case .completesTwice:
      task.setTaskCompleted(success: true)
      task.setTaskCompleted(success: false)
    case .completesLater: Task { shared.setTaskCompleted(success: true) }
    case .submitsFirst: task.setTaskCompleted(success: submit(Self.refresh) == nil)
    case .submitsAfterwards:
      task.setTaskCompleted(success: true)
      _ = submit(Self.refresh)
    case .cancelsTheNext:
      _ = submit(Self.refresh)
      BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: Self.refresh)
      task.setTaskCompleted(success: true)
    case .seesWhatIsPending:
      _ = submit(Self.refresh)
      BGTaskScheduler.shared.getPendingTaskRequests { pending in
        shared.setTaskCompleted(success: pending.map(\.identifier) == [Self.refresh])
      }
    case .submitsTooMany:
      _ = submit(Self.refresh)
      // At most one refresh of an app can be queued.
      task.setTaskCompleted(success: submit(Self.clean) == .tooManyPendingTaskRequests)
    case .registersLate:
      BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.clean, using: nil) { _ in }
    case .answersItsExpiration:
      task.expirationHandler = { shared.setTaskCompleted(success: false) }
    case .succeedsInItsExpiration:
      task.expirationHandler = { shared.setTaskCompleted(success: true) }
    case .hasNoExpirationHandler: break
    case .ignoresItsExpiration: task.expirationHandler = {}
    }
  }

  /// Submits a request. Returns the code of the refusal; `nil` if the request was accepted.
  private func submit(_ identifier: String) -> BGTaskScheduler.Error.Code? {
    let request = BGAppRefreshTaskRequest(identifier: identifier)
    request.earliestBeginDate = Date(timeIntervalSinceNow: 86_400)
    do {
      try BGTaskScheduler.shared.submit(request)
      return nil
    } catch {
      return (error as? BGTaskScheduler.Error)?.code
    }
  }
}
