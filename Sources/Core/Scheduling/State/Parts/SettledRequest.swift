/// A request after the end of a run: done, retried or given up.
struct SettledRequest {
  enum Fate {
    /// It is queued again.
    case waits
    /// It has succeeded, and is removed.
    case isDone
    /// It has failed permanently, and is removed from the queue.
    case isGivenUp
    /// It was already removed during the run.
    case wasGone
  }

  private(set) var request: Request
  private(set) var fate = Fate.waits
  /// Whether the run was the last try in its window, which has failed; the request waits for the next window.
  private(set) var hasFailedWindow = false
  /// The retry state that the run leaves to a later request of the same key.
  private(set) var stateLeft: RetryState

  private init(_ request: Request, fate: Fate = .waits, stateLeft: RetryState) {
    (self.request, self.fate, self.stateLeft) = (request, fate, stateLeft)
  }

  /// Decides the fate of the request of a run that ended with `ending`: it waits again, is done, or is given up. If it
  /// no longer exists, only the state left to the next request is decided. Returns `nil` if no request is known.
  ///
  /// - Parameter request: The present request of the run's key, which may have been submitted during the run, even by
  ///   the run itself; `nil` if there is none.
  init?(
    _ request: Request?, after entry: ActiveRun, _ ending: Ending, _ settings: Settings,
    at now: Instant
  ) {
    guard let known = request ?? entry.request else { return nil }
    self.init(known, entry, ending, settings, at: now)
    if request == nil { fate = .wasGone }
  }

  /// Decides the fate of `request` by the consequence that `ending` of the run `entry` has for it.
  private init(
    _ request: Request, _ entry: ActiveRun, _ ending: Ending, _ settings: Settings,
    at now: Instant
  ) {
    let consequence = ending.consequence(isWhole: !entry.hasNextStep)
    if entry.run.isForced, consequence != .satisfied, !ending.wasByHand {
      // A forced run is additional: it changes nothing, unless it succeeds or a user has stopped it.
      self.init(request, stateLeft: request.retryState)
      return
    }
    if entry.run.isOfObserver, ending.leavesWakeOwed(consequence) {
      // The app has not completed the wake for the changes, and is woken again for them.
      self.init(waiting: request.keepingWakeOwed(settings, at: now))
      return
    }
    switch consequence {
    case .satisfied: self.init(satisfied: request, entry, settings, at: now)
    case .blamed:
      // Only abnormal ends are retried, as the request asks; an exit with a failure is final.
      let isFinal = ending.outcome == .failed && request.terms.run.retryOn == .abnormal
      self.init(blamed: request, by: entry, isFinal: isFinal, settings, at: now)
    case .postponed: self.init(waiting: request.postponed(settings, at: now))
    case .waits: self.init(waiting: request.withoutBackoff)
    }
  }

  /// Queues `request` again, as it is.
  private init(waiting request: Request) {
    self.init(request, stateLeft: request.retryState)
  }

  /// Decides the fate of `request` after a run that did its work: a standing request waits for its next window or
  /// change, and a request that is not standing is done. A request that was submitted during the run waits for its own
  /// run.
  private init(
    satisfied request: Request, _ entry: ActiveRun, _ settings: Settings, at now: Instant
  ) {
    guard request.sequence == entry.run.sequence || request.keepsTime(with: entry.request) else {
      // Submitted during the run: it waits for its own run, with a clean retry state.
      var next = request
      next.retryState = RetryState()
      next.progress.windowFailure = nil
      next.progress.changes?.unanswered = nil
      // If its command is the same, that has already run for the earlier changes.
      let hasSameCommand =
        entry.request?.terms.command.executesSame(as: request.terms.command) == true
      if hasSameCommand, request.isObserver { next.progress.missed = nil }
      // Its time without a success began with a request before it.
      if hasSameCommand, next.progress.awaitedSince != nil {
        next.progress.awaitedSince = now.wall
        next.progress.notified = nil
      }
      self.init(waiting: hasSameCommand ? next.awaitingNextChange() : next)
      return
    }
    // The window as it was when the run began: clocks may have been set meanwhile.
    let opened = min(request.window.opens, entry.request?.window.opens ?? request.window.opens)
    let started = entry.run.started.wall
    let isBeforeWindow = request.period != nil && started < opened
    // It repeated when the run began. Its last predecessor may have ended during the run: one more run is for that end.
    let isReleasedAgain = entry.request?.isStanding == true && request.allPredecessorsHaveEnded
    guard request.isStanding || isBeforeWindow || isReleasedAgain else {
      self.init(request, fate: .isDone, stateLeft: RetryState())
      return
    }
    var satisfied = request
    satisfied.progress.failures = 0
    satisfied.progress.windowFailure = nil
    satisfied.progress.checkpoint = Checkpoint()
    satisfied.progress.lastSuccess = now.wall
    satisfied.progress.missed = nil
    satisfied.progress.notified = nil
    satisfied.progress.awaitedSince = nil
    satisfied.progress.changes?.unanswered = nil
    if request.isObserver {
      self.init(waiting: satisfied.awaitingNextChange())
      return
    }
    if request.isDependent {
      // A run that was forced before the release is an additional one.
      self.init(
        waiting: request.awaitsPredecessors
          ? satisfied.withoutBackoff : satisfied.awaitingNextPredecessors(at: now.wall))
      return
    }
    // A run that was forced before the window is an additional one, which moves no other run. If the clock was set back
    // during the run, the run counts as begun now.
    self.init(
      waiting: isBeforeWindow
        ? satisfied.withoutBackoff : satisfied.renewed(after: min(started, now.wall), settings))
  }

  /// Decides the fate of `request` after a failed run: it is tried again after a delay. If no try is left, a standing
  /// request waits for its next window, and a request that is not standing is given up. The progress of the work is
  /// kept.
  ///
  /// - Parameter isFinal: Whether no other try is wanted, even if some are left.
  private init(
    blamed request: Request, by entry: ActiveRun, isFinal: Bool, _ settings: Settings,
    at now: Instant
  ) {
    var failed = request
    failed.progress.failures += 1
    failed.progress.attempts += 1
    failed.progress.backoffUntil = now.awake + failed.delay(settings)
    let hasNoTryLeft = isFinal || failed.progress.attempts > request.terms.retries
    // A quarantined request is kept, since a user can release it.
    guard hasNoTryLeft, !failed.progress.checkpoint.isQuarantined else {
      self.init(waiting: failed)
      return
    }
    if !request.isStanding, request.sequence == entry.run.sequence {
      self.init(failed, fate: .isGivenUp, stateLeft: failed.retryStateAfterGivingUp)
      return
    }
    // A request that was submitted during the last try has not been tried itself. Nor has another command that replaced
    // the failed one meanwhile. An unopened window is not given up.
    let hasSameCommand =
      entry.request?.terms.command.executesSame(as: request.terms.command) ?? true
    let givesUpWindow = request.isStanding && hasSameCommand && now.wall >= request.window.opens
    let lastStart = entry.run.started.wall
    self.init(
      waiting: givesUpWindow
        ? failed.renewed(givenUpAt: now.wall, lastStart: lastStart, settings) : failed)
    hasFailedWindow = givesUpWindow
  }
}

extension Request {
  /// Returns whether this request and `executed` are periodic, with the same intervals from the same time of day, or
  /// repeat after the same requests.
  func keepsTime(with executed: Request?) -> Bool {
    if isDependent, isStanding {
      return executed?.terms.needs.predecessors == terms.needs.predecessors
    }
    guard let period, let old = executed?.period else { return false }
    return period.keepsTime(with: old)
  }

  /// Returns the request with one more postponement, which is no failure, and waiting for the delay after it.
  func postponed(_ settings: Settings, at now: Instant) -> Request {
    var postponed = self
    postponed.progress.postponements += 1
    postponed.progress.backoffUntil = now.awake + postponed.delay(settings)
    return postponed
  }
}
