// The end of a task with the process of its app.
extension ActiveRun {
  /// Whether the task was delivered to a process that has not called its handler. The wake of an observing app is owed
  /// in any case.
  var awaitsHandler: Bool {
    run.stepBegan != nil && !handlers.hasBegun && !run.isOfObserver
  }

  /// Returns the exit with which this run ends because `process` has ended with `processExit`.
  ///
  /// - Parameter isLost: Whether the process ended, without being stopped, before it called the handler of the task.
  func ownExit(
    in process: AppProcess, _ processExit: ProcessExit, isLost: Bool
  ) -> ProcessExit {
    var own = processExit
    switch run.phase {
    case _ where isLost:
      own = .unexplained
      own.message = "the process of the app ended before it called the handler of the task"
    case .killed(let reason):
      own.wasKilled = true
      if reason == .launchTimeout { own.message = process.slowLaunchText }
    // The process was killed for another run or before it had work, or its user ended it before that.
    case _ where process.state == .ending || process.isUsers && run.stepBegan == nil:
      own = .unexplained
    case _ where processExit.exit == 0:
      // A task is complete only if it reports so.
      own.exit = 1
      own.message = "the process of the app ended before the task was complete"
    default: break
    }
    return own
  }
}
