// The wake of an app that observes, or whose transfers have ended: it is owed until the app completes it.
extension Request {
  /// Returns the request after a wake that was not completed, counted as a failure. The wake is still owed: it is
  /// retried soon at first, and after several such wakes in a row at growing intervals.
  func keepingWakeOwed(_ settings: Settings, at now: Instant) -> Request {
    var owed = self
    let unanswered = unansweredWakes + 1
    owed.progress.changes?.unanswered = unanswered
    // A wake for transfers has no watched changes, so that its wakes are counted as attempts.
    if !isObserver { owed.progress.attempts = unanswered }
    owed.progress.failures += 1
    let limit = settings.wakesWithoutCompletion
    let soon = terms.backoff.delay(after: unanswered, settings)
    // The first wake at the limit has the first of the growing delays.
    let growing = Backoff().delay(
      after: unanswered - limit + 1, first: settings.observerBackoff,
      longest: settings.longestObserverBackoff)
    owed.progress.backoffUntil = now.awake + (unanswered < limit ? soon : growing)
    return owed
  }

  /// Whether enough wakes in a row were not completed that their intervals grow.
  func backsOff(_ settings: Settings) -> Bool {
    isWake && unansweredWakes >= settings.wakesWithoutCompletion
  }

  /// The wakes in a row that the app has not completed.
  var unansweredWakes: Int { isObserver ? progress.changes?.unanswered ?? 0 : progress.attempts }

  /// Whether its wake is owed to the app until the app has completed it.
  private var isWake: Bool { isObserver || terms.task?.category == .transferEvents }

  /// The task that a run of it sends to the app, with the changes for an observing app, and with a date for a
  /// notification; `nil` if it is not a task.
  var taskOfRun: TaskClass? {
    guard case .observer = terms.task else { return terms.task?.dated(window.opens) }
    return .observer(changed: progress.changes?.begun?.pathsAndKeys ?? [])
  }
}

extension Run {
  /// Whether the run is a wake of an app that observes.
  var isOfObserver: Bool { task?.category == .observer }
}

extension Ending {
  /// Whether the app had its time and did not complete the wake: it failed, crashed, or was too slow. A stop by the
  /// system or by hand does not count.
  func leavesWakeOwed(_ consequence: Consequence) -> Bool {
    switch consequence {
    case .blamed: true
    case .postponed: !wasByHand || stopReason?.isBudget == true
    case .satisfied, .waits: false
    }
  }
}
