/// How a run of an app went, as far as the app had it in its hands.
package enum Conduct: Int64, CaseIterable, Sendable {
  /// It ended by itself and well, or stopped well when it was told to.
  case clean
  /// It crashed, or was ended by the warning that its budget was over.
  case blamed
  /// It overran its budget and its grace, and had to be killed.
  case killed

  /// Nil where the end of `run` says nothing of its app: what the system or an operator stopped, what
  /// never began, and what failed and said so.
  init?(of run: Run, _ ending: Ending, at now: Instant) {
    // What an operator's `expire` ends early is no overrun.
    let hasOverrun =
      ending.stopReason == .budget && now.awake - run.started.awake >= run.budget
    switch ending.outcome {
    case .completed: self = .clean
    case .crashed: self = .blamed
    case .expired where ending.exit == 0: self = .clean
    case .expired where hasOverrun && ending.exit != 75: self = .blamed
    case .killed where hasOverrun: self = .killed
    case .retryLater, .failed, .launchFailed, .launchTimeout, .deferred, .expired, .killed,
      .cancelled, .interrupted, .skipped:
      return nil
    }
  }
}
