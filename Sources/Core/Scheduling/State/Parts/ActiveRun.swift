/// A run that lives, with the request as it was when the run began.
struct ActiveRun: Sendable {
  var run: Run
  /// Nil where the request was not found again after a restart.
  var request: Request?
  /// When it has used up its app's quota; nil where nothing is charged.
  var quotaEnds: AwakeTime?
  /// A debugger has held its process: it is not bounded in time, and nothing is learned of it.
  var isDebugged = false

  /// The handlers of a task, as its process has reported them.
  var handlers = TaskHandlers()

  /// The signal at 90 % of its budget, if it has had it.
  var earlySignalSent: Int32? {
    run.earlySignal == nil ? request?.terms.run.earlySignal : nil
  }

  /// Whether there is a step behind the present one.
  var hasNextStep: Bool { run.step + 1 < (request?.terms.command.stepCount ?? 1) }
}
