// Rules for the request of a task, which is consumed when the task begins.
extension Request {
  /// Whether the request begins at its date regardless of other work.
  var isExact: Bool { terms.task?.isExact == true || terms.run.isExact }

  /// Whether the request is sent immediately to an app in front, regardless of the device state.
  var reachesAppInFront: Bool { terms.kind == .push || terms.task?.reachesAppInFront == true }

  /// Returns the least time from the beginning of a run to the next run.
  func rest(in every: Duration, _ settings: Settings) -> Duration {
    isExact ? .zero : settings.rest(in: every)
  }

  /// Returns the request of the next fetch, whose window opens an interval from now; `nil` for requests that are no
  /// fetch. The caller sets its sequence.
  func nextFetch(at now: WallTime) -> Request? {
    guard case .fetch(let interval) = terms.task else { return nil }
    var next = self
    next.submitted = now
    // It joins the queue with its own sequence, and not after the run of this fetch.
    next.progress.rejoined = nil
    next.window = Window(opens: now + interval)
    return next
  }

  /// Returns the request to queue after a run of this one ended through no fault of its task; `nil` if none must be
  /// queued.
  ///
  /// - Parameters:
  ///   - present: The request that has its key now; `nil` if there is none.
  ///   - isForceQuit: Whether its app is force-quit, and so gets no remote notifications.
  func waitingAgain(beside present: Request?, isForceQuit: Bool) -> Request? {
    switch terms.task {
    // Work that the user started in front is not restarted without the user.
    case .continued: return nil
    // It is queued anyway.
    case .observer: return nil
    case .fetch:
      // The next fetch comes sooner, unless the app has changed its interval meanwhile.
      guard var next = present, next.terms.task == terms.task else { return nil }
      next.window = window
      return next
    case .push where isForceQuit, .transferEvents where isForceQuit: return nil
    case .push, .transferEvents, .transfer, .healthResearch, .alarm, .notification, .response, nil:
      // A request that was submitted during the run has replaced this one.
      return present == nil ? self : nil
    }
  }
}
