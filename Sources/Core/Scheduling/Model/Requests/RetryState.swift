/// The past failures of a request with its command. They survive another submission of the same command; otherwise a
/// request that fails and submits itself would start fresh each time.
package struct RetryState: Hashable, Codable, Sendable {
  /// Failed runs in a row, over all windows.
  package var failures = 0
  /// Failed runs in this window.
  package var attempts = 0
  /// Runs in this window that asked for a later retry.
  package var postponements = 0
  /// The time before which it does not start; `nil` if there is none.
  package var backoffUntil: AwakeTime?
  /// The number of crashes of the present step.
  package var crashes = 0
  package var isQuarantined = false

  package init() {}
}

extension Request {
  /// The part of the progress that survives another submission of the same command. Setting it changes no other
  /// progress.
  package var retryState: RetryState {
    get {
      var state = RetryState()
      state.failures = progress.failures
      state.attempts = progress.attempts
      state.postponements = progress.postponements
      state.backoffUntil = progress.backoffUntil
      state.crashes = progress.checkpoint.crashes
      state.isQuarantined = progress.checkpoint.isQuarantined
      return state
    }
    set {
      if newValue == retryState { return }
      // Each change of a boxed property copies it.
      var changed = progress
      changed.failures = newValue.failures
      changed.attempts = newValue.attempts
      changed.postponements = newValue.postponements
      changed.backoffUntil = newValue.backoffUntil
      changed.checkpoint.crashes = newValue.crashes
      changed.checkpoint.isQuarantined = newValue.isQuarantined
      progress = changed
    }
  }
}

extension Command {
  /// Whether both execute the same. The directory, the variables and the signal are ignored: they differ from one
  /// submission to the next.
  func executesSame(as other: Command) -> Bool {
    arguments.exact == other.arguments.exact && unit == other.unit
      && steps.map(\.arguments.exact) == other.steps.map(\.arguments.exact)
  }

  /// Whether `run` executed this command.
  func wasExecuted(by run: Run) -> Bool {
    run.step < stepCount && recordedArguments(ofStep: run.step).exact == run.arguments.exact
  }
}
