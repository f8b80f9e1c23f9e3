/// The quality of an app's run, as far as the app is responsible for it.
package enum RunQuality: Int64, CaseIterable, Sendable {
  /// Ended successfully without intervention, or stopped successfully on request.
  case clean
  /// Crashed, or used more memory than available.
  case blamed
  /// Overran its budget and its grace, and was killed.
  case killed

  /// Creates the quality of an ended run. Returns `nil` if its end says nothing about its app: the system or an
  /// operator stopped it, it never began, or it reported its failure.
  init?(of run: Run, _ ending: Ending, at now: Instant) {
    // An early end by an operator's `expire` is no overrun.
    let hasOverrun =
      ending.stopReason == .budget && now.awake >= run.budgetEnds
      || ending.stopReason == .stepLimit
    switch ending.outcome {
    case .completed: self = .clean
    case .crashed, .outOfMemory: self = .blamed
    // It stopped successfully on request.
    case .expired where ending.exit == 0: self = .clean
    case .killed where hasOverrun: self = .killed
    case .retryLater, .failed, .launchFailed, .launchTimeout, .deferred, .expired, .killed,
      .cancelled, .interrupted, .skipped:
      return nil
    }
  }
}
