// The wake of an app that observes, or whose transfers have ended: it is owed until the app says that it is done.
extension Request {
  /// As a wake leaves it that was not completed: it is owed still, at first soon, and behind so many in a row at ever
  /// longer intervals.
  func keepingWakeOwed(_ settings: Settings, at now: Instant) -> Request {
    var owed = self
    let unanswered = unansweredWakes + 1
    owed.progress.changes?.unanswered = unanswered
    if !isObserver { owed.progress.attempts = unanswered }
    owed.progress.failures += 1
    let limit = settings.wakesWithoutCompletion
    let delay =
      unanswered < limit
      ? terms.backoff.delay(after: unanswered, settings)
      : Backoff().delay(
        after: unanswered - limit + 1, first: settings.observerBackoff,
        longest: settings.longestObserverBackoff)
    owed.progress.backoffUntil = now.awake + delay
    return owed
  }

  /// Whether so many wakes in a row were not completed that they come at ever longer intervals.
  func backsOff(_ settings: Settings) -> Bool {
    isWake && unansweredWakes >= settings.wakesWithoutCompletion
  }

  /// The wakes in a row that the app has not completed.
  var unansweredWakes: Int { isObserver ? progress.changes?.unanswered ?? 0 : progress.attempts }

  /// Whether its app is owed what it says until the app has completed it.
  private var isWake: Bool { isObserver || terms.task?.category == .transferEvents }

  /// The task that a run of it is handed: an app that observes hears what has changed, and a notification is dated.
  var taskOfRun: TaskClass? {
    guard case .observer = terms.task else { return terms.task?.dated(window.opens) }
    return .observer(changed: progress.changes?.begun?.what ?? [])
  }
}

extension Run {
  /// Whether it is a wake of an app that observes.
  var isOfObserver: Bool { task?.category == .observer }
}

extension Ending {
  /// Whether the app had its time and has not said that it is done: it has failed, crashed, or was too slow. What the
  /// system or somebody by hand has stopped is not counted.
  func leavesWakeOwed(_ consequence: Consequence) -> Bool {
    switch consequence {
    case .blamed: true
    case .postponed: !wasByHand || stopReason?.isBudget == true
    case .satisfied, .waits: false
    }
  }
}
