/// A live run, with its request as it was when the run began.
struct ActiveRun: Sendable {
  var run: Run
  /// The request; `nil` if it was not found after a restart.
  var request: Request?
  /// When the run has used up its app's quota; `nil` if nothing is charged.
  var quotaEnds: AwakeTime?
  /// Whether a debugger has held its process: it has no time limit, and nothing is learned from it.
  var isDebugged = false

  /// The handlers of a task, as its process has reported them.
  var handlers = TaskHandlers()

  /// The signal at 90 % of its budget; `nil` if it was not sent.
  var earlySignalSent: Int32? {
    run.earlySignal == nil ? request?.terms.run.earlySignal : nil
  }

  /// The run as a holder of a slot.
  var slotHolder: SlotHolder { SlotHolder(run, of: request, isDebugged: isDebugged) }

  /// Whether another step follows the current one.
  var hasNextStep: Bool { run.step + 1 < (request?.terms.command.stepCount ?? 1) }
}
