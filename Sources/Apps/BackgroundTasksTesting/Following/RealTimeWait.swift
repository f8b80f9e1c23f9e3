/// The wait of a bench for the code of its app, in real time.
struct RealTimeWait {
  /// A wait that ends with an activity of the app, or when its time is over.
  struct Waiter {
    let number: Int
    /// The start of the wait. The time until its end is extended by each activity.
    let began: ContinuousClock.Instant
    let limit: Duration
    var deadline: ContinuousClock.Instant
    /// Whether the bench waits as long as a task is at work, so that other activities need not end the wait.
    let isForWork: Bool
    /// Whether the wait is extended if the machine has not let all threads run.
    let letsThreadsRun: Bool
    let continuation: CheckedContinuation<Bool, Never>

    /// Returns the rest of a wait after activity. Other tests may have occupied the threads of this process, so each
    /// activity adds a moment beyond the limit, up to ten times the limit.
    static func rest(of limit: Duration, after passed: Duration) -> Duration {
      let rest = limit - passed
      if passed >= limit * 10 { return rest }
      let moment = min(limit, .seconds(1))
      return max(rest, moment)
    }
  }

  /// The activity count: the number of times that the app has shown activity.
  private(set) var activityCount = 0
  private(set) var waiter: Waiter?
  /// The earliest time at which a timer checks the waiter; `nil` if no timer is set.
  private var timer: ContinuousClock.Instant?

  /// Stores a waiter, to be resumed at the next activity.
  ///
  /// - Parameter activityCount: The number of activities when the caller decided to wait.
  /// - Returns: Whether the caller waits; `false` if there has been activity since. And the delay after which a timer
  ///   must check the waiter; `nil` if one that is set is early enough.
  mutating func wait(
    _ waiter: Waiter, activityCount: Int
  ) -> (waits: Bool, checkDelay: Duration?) {
    if activityCount != self.activityCount { return (false, nil) }
    self.waiter = waiter
    if let timer, timer <= waiter.deadline { return (true, nil) }
    timer = waiter.deadline
    return (true, ContinuousClock.now.duration(to: waiter.deadline))
  }

  /// Counts an activity of the app, so that a wait for an activity before it does not begin.
  mutating func countActivity() { activityCount += 1 }

  /// Extends the wait after an activity that does not end it.
  mutating func extend() {
    guard let waiter else { return }
    let now = ContinuousClock.now
    let rest = Waiter.rest(of: waiter.limit, after: waiter.began.duration(to: now))
    self.waiter?.deadline = max(waiter.deadline, now + rest)
  }

  /// The state of the waiter when a timer fires.
  enum Check {
    case none
    /// The waiter waits for this rest of its time.
    case waits(Duration)
    case isDue(number: Int, letsThreadsRun: Bool)
  }

  /// Returns the state of the waiter, and notes the timer that the caller must set if it still waits.
  mutating func check() -> Check {
    timer = nil
    guard let waiter else { return .none }
    let rest = ContinuousClock.now.duration(to: waiter.deadline)
    guard rest > .zero else {
      return .isDue(number: waiter.number, letsThreadsRun: waiter.letsThreadsRun)
    }
    timer = waiter.deadline
    return .waits(rest)
  }

  /// Removes the waiter and returns its continuation, to be resumed by the caller; `nil` if there is none.
  ///
  /// - Parameter number: The number of the waiter to remove; `nil` for any waiter.
  mutating func removeWaiter(number: Int? = nil) -> CheckedContinuation<Bool, Never>? {
    if let number, waiter?.number != number { return nil }
    defer { waiter = nil }
    return waiter?.continuation
  }
}
