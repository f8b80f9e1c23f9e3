/// A run that an earlier daemon started and whose end it did not record.
package struct RecoverableRun: Sendable, Equatable {
  package var run: Int64
  /// The step that was launched last.
  package var step: Int
  /// Whom it runs as; nil is the daemon's own user.
  package var uid: UInt32?
  /// The unit that was started instead of a command.
  package var unit: String?

  package init(run: Int64, step: Int = 0, uid: UInt32? = nil, unit: String? = nil) {
    self.run = run
    self.step = step
    self.uid = uid
    self.unit = unit
  }
}

/// What has become of it.
package enum RecoveredRun: Sendable, Equatable {
  case alive
  /// Its daemon was its life: it has been warned and has its grace. Its end comes as an event; until
  /// then it can be killed, and nothing else.
  case ending
  case ended(RunEnd)
}
