/// A live run, with its request as it was when the run began.
struct ActiveRun: Sendable {
  @Apart var run: Run
  /// The request; `nil` if it was not found after a restart.
  @Apart var request: Request?
  /// The last check of its app's quota; `nil` before the first.
  var quotaCheck: QuotaCheck?
  /// Whether a debugger has held its process: it has no time limit, and nothing is learned from it.
  var isDebugged = false

  /// The handlers of a task, as its process has reported them.
  var handlers = TaskHandlers()

  /// The signal before the end of its budget that was sent; `nil` if it was not sent.
  var earlySignalSent: Int32? {
    // The run's own copy is removed when it is sent.
    let isUnsent = run.earlySignal != nil
    return isUnsent ? nil : request?.terms.run.earlySignal
  }

  /// Whether a closed gate freezes it for as long as the gate is closed.
  var freezesWithoutLimit: Bool { request?.terms.run.onClosedGate == .freezeWhenBusy }

  /// The run as a holder of a slot.
  var slotHolder: SlotHolder { SlotHolder(run, of: request, isDebugged: isDebugged) }

  /// Whether another step follows the current one.
  var hasNextStep: Bool { run.step + 1 < (request?.terms.command.stepCount ?? 1) }

  /// Returns the next deadline of the run; `nil` if it has none, as while it is frozen without a limit.
  func nextMoment(_ settings: Settings) -> AwakeTime? {
    run.isFrozen && freezesWithoutLimit ? nil : run.nextMoment(settings)
  }

  /// Whether a deadline of the run has passed at `now`.
  func isDue(at now: AwakeTime, _ settings: Settings) -> Bool {
    nextMoment(settings).map { now >= $0 } ?? false
  }

  /// Returns the transition for a closed gate that freezes the run instead of stopping it: a freeze, or expiration
  /// after its longest freeze by gates is used up.
  func freezeTransition(for reason: StopReason, _ settings: Settings) -> Run.Transition {
    freezesWithoutLimit ? .freeze(reason) : run.freezeTransition(for: reason, settings)
  }
}
