// What becomes of the request of a task, which is consumed when the task begins.
extension Request {
  /// The next fetch, an interval after this one has begun; nil for other requests. Its sequence is its caller's to give.
  func nextFetch(at now: WallTime) -> Request? {
    guard case .fetch(let interval) = task else { return nil }
    var next = self
    next.submitted = now
    next.window = Window(opens: now + interval)
    return next
  }

  /// The request that waits after a run of this one which was not to blame for its end; nil where none does.
  ///
  /// - Parameters:
  ///   - present: What has its name now.
  ///   - isForceQuit: Its app is, which gets no remote notifications then.
  func waitingAgain(beside present: Request?, isForceQuit: Bool) -> Request? {
    switch task {
    // What its user has begun in front is not begun again without its user.
    case .continued: return nil
    case .fetch:
      // The next one comes sooner, unless the app has asked for something else meanwhile.
      guard var next = present, next.task == task else { return nil }
      next.window = window
      return next
    case .push where isForceQuit: return nil
    case .push, .healthResearch, nil: return present == nil ? self : nil
    }
  }
}
