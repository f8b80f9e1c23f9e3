import Scheduling

/// A run that an earlier daemon started and whose end it did not record.
package struct RecoverableRun: Sendable, Equatable {
  package var run: RunID
  /// The last launched step.
  package var step: Int
  /// The user of the run; `nil` for the daemon's own user.
  package var uid: UInt32?
  /// The unit that was started instead of a command; `nil` for a command.
  package var unit: String?

  package init(run: RunID, step: Int = 0, uid: UInt32? = nil, unit: String? = nil) {
    self.run = run
    self.step = step
    self.uid = uid
    self.unit = unit
  }
}
