// What becomes of the request of a task, which is consumed when the task begins.
extension Request {
  /// Whether it begins at its date whatever else there is.
  var isExact: Bool { terms.task?.isExact == true }

  /// Whether an app in front is handed it at once, whatever the device says.
  var reachesAppInFront: Bool { terms.kind == .push || terms.task?.reachesAppInFront == true }

  /// How long after the beginning of a run of an interval the next may begin at the earliest.
  func rest(in every: Duration, _ settings: Settings) -> Duration {
    isExact ? .zero : settings.rest(in: every)
  }

  /// The next fetch, an interval after this one has begun; nil for other requests. Its sequence is its caller's to give.
  func nextFetch(at now: WallTime) -> Request? {
    guard case .fetch(let interval) = terms.task else { return nil }
    var next = self
    next.submitted = now
    next.progress.rejoined = nil
    next.window = Window(opens: now + interval)
    return next
  }

  /// The request that waits after a run of this one which was not to blame for its end; nil where none does.
  ///
  /// - Parameters:
  ///   - present: What has its name now.
  ///   - isForceQuit: Its app is, which gets no remote notifications then.
  func waitingAgain(beside present: Request?, isForceQuit: Bool) -> Request? {
    switch terms.task {
    // What its user has begun in front is not begun again without its user.
    case .continued: return nil
    // It waits anyway.
    case .observer: return nil
    case .fetch:
      // The next one comes sooner, unless the app has asked for something else meanwhile.
      guard var next = present, next.terms.task == terms.task else { return nil }
      next.window = window
      return next
    case .push where isForceQuit, .transferEvents where isForceQuit: return nil
    case .push, .transferEvents, .transfer, .healthResearch, .alarm, .notification, .response, nil:
      return present == nil ? self : nil
    }
  }
}
