/// What the command hears that a request names for its failures.
package struct FailureReport: Hashable, Sendable {
  /// The run that failed, with its ending; of a request whose latest date has passed the record of that.
  package var run: Run
  /// The run that wrote something last.
  package var lastRun: RunID
  /// Failed runs in this window.
  package var attempts: Int
  /// Whether nobody tries it again.
  package var isFinal: Bool

  package init(run: Run, lastRun: RunID, attempts: Int, isFinal: Bool) {
    (self.run, self.lastRun) = (run, lastRun)
    (self.attempts, self.isFinal) = (attempts, isFinal)
  }

  /// From here on, ids are those of such commands: far above all else that is launched, and recorded nowhere.
  package static let firstCommand: RunID = 1 << 50
}
