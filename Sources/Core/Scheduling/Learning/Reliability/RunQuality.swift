/// How a run of an app went, as far as the app had it in its hands.
package enum RunQuality: Int64, CaseIterable, Sendable {
  /// It ended by itself and well, or stopped well when it was told to.
  case clean
  /// It crashed, or used more memory than there was for it.
  case blamed
  /// It overran its budget and its grace, and had to be killed.
  case killed

  /// Nil where the end of `run` says nothing of its app: what the system or an operator stopped, what
  /// never began, and what failed and said so.
  init?(of run: Run, _ ending: Ending, at now: Instant) {
    // What an operator's `expire` ends early is no overrun.
    let hasOverrun =
      ending.stopReason == .budget && now.awake >= run.budgetEnds
      || ending.stopReason == .stepLimit
    switch ending.outcome {
    case .completed: self = .clean
    case .crashed, .outOfMemory: self = .blamed
    case .expired where ending.exit == 0: self = .clean
    case .killed where hasOverrun: self = .killed
    case .retryLater, .failed, .launchFailed, .launchTimeout, .deferred, .expired, .killed,
      .cancelled, .interrupted, .skipped:
      return nil
    }
  }
}
