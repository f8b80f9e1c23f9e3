import Scheduling

/// The state of a task that the app has received, on a bench.
struct HeldTask {
  let run: Int64
  let identifier: String
  let process: Int64
  /// The time since the start of the bench at which it was delivered.
  let deliveredAt: Duration
  /// The number of its handlers that are being called.
  var executing = 0
  /// The number of parts of its limited work that are running or wait for a thread.
  var working = 0
  /// The number of its handlers that continue, themselves or in Swift tasks that they have begun.
  var flows = 0
  /// Whether the code that continues is no longer waited for.
  var continuesUnawaited = false
  /// Whether its code was woken and has shown no activity since.
  var isSilentSinceWake = false
  /// The number of times that the app has completed it.
  var completions = 0
  /// The success of its postponed completion; `nil` if none is postponed.
  var postponedSuccess: Bool?
  /// The end of its work; `nil` if the test has not set a duration.
  var workEnds: Duration?
  /// The first value of `workEnds`.
  var plannedEnd: Duration?
  /// The start and the deadline of its longest sleep; `nil` if it has not slept.
  private(set) var longestSleep: Range<Duration>?
  /// The time since the start of the bench at which the variant of the test expires it; `nil` if it does not.
  var expiresEarly: Duration?
  /// The time since the start of the bench at which it expired; `nil` if it has not.
  var expired: Duration?
  /// Whether the task expired before the end of its work, at which its completion was to apply, and its handler can
  /// still answer.
  var hasInterruptedWork = false
  /// Whether the task was notified of its expiration, and its answer may come from a queue that is not followed.
  var owesAnswer = false
  /// Whether the task expired without an expiration handler.
  var lacksExpirationHandler = false
  /// Whether the test itself completes it (`Bench.drives`).
  var isCompletedByTest = false
  /// Whether the bench has stopped waiting for it.
  var isGivenUp = false
  /// The ending; `nil` until it has ended.
  var ending: Ending?

  /// Returns the time that its work needs from its delivery on: the duration that the test has set, or a sleep that
  /// is longer than half of the budget. `nil` if it is unknown, as for work with many short sleeps.
  func need(budget: Duration) -> Duration? {
    if let plannedEnd { return plannedEnd - deliveredAt }
    guard let sleep = longestSleep, sleep.length > budget / 2 else { return nil }
    return sleep.upperBound - deliveredAt
  }

  /// Notes a sleep of its code that begins now.
  mutating func noteSleep(until deadline: Duration, at now: Duration) {
    let sleep = now..<max(now, deadline)
    if let longest = longestSleep, longest.length >= sleep.length { return }
    longestSleep = sleep
  }

  /// The need to wait for it in real time.
  enum Activity {
    case settled
    /// Code on queues or threads continues, and is waited for until its end.
    case trailing
    /// It has done enough, and may still become active.
    case lingering
    case busy
  }

  /// Returns whether the bench must wait for the task in real time before virtual time may pass: not at all
  /// (`.settled`), a moment for code that may still become active (`.lingering`), or up to its patience (`.busy`).
  ///
  /// - Parameter isAsleep: Whether its code continues only if virtual time passes.
  func activity(isAsleep: Bool) -> Activity {
    if isGivenUp { return .settled }
    // A handler is being called (`executing`), or limited work is running (`working`).
    if executing > 0 || working > 0 { return .busy }
    // The answer to an expiration is a completion, which may come from a queue that the bench does not follow.
    let mayAnswerExpiration = hasInterruptedWork || owesAnswer
    if mayAnswerExpiration, completions == 0, ending == nil { return .lingering }
    let isComplete = completions > 0 || postponedSuccess != nil
    let needsNoActivity = isCompletedByTest || ending != nil || isComplete || isAsleep
    if !needsNoActivity {
      // The bench has waited for the answer to its expiration. Now only its grace must pass in virtual time.
      let answerWasAwaited = expired != nil && continuesUnawaited
      return answerWasAwaited ? .settled : .busy
    }
    // From here on, only code that continues after the call of the handler matters.
    if continuesUnawaited { return .settled }
    let mayBecomeActive = isSilentSinceWake || flows > 0 && !isAsleep
    return mayBecomeActive ? .lingering : .settled
  }

  /// Whether its postponed completion applies at this time since the start of the bench.
  func completes(by elapsed: Duration) -> Bool {
    postponedSuccess != nil && (workEnds ?? .zero) <= elapsed
  }

  /// Whether the variant of the test expires it at this time since the start of the bench.
  func isDueEarly(at elapsed: Duration) -> Bool {
    guard let expiresEarly else { return false }
    return expiresEarly <= elapsed
  }
}

extension Range<Duration> {
  fileprivate var length: Duration { upperBound - lowerBound }
}
