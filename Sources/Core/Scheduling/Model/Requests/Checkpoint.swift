/// How far the work of a request has come, kept until it completes.
package struct Checkpoint: Hashable, Codable, Sendable {
  /// Steps that completed; the next run begins with the one behind them.
  package var stepsDone = 0
  /// What the command itself recorded last, for its next start.
  package var data: String?
  /// The share that is done, 0 to 1, as the command told it last.
  package var share: Double?
  /// How often the present step crashed. A run that is on record and of which nothing is left, on the
  /// boot that saw its start, counts: it may have taken the daemon with it.
  package var crashes = 0
  /// Crashed as often as it may. Nothing starts it until somebody says so.
  package var isQuarantined = false

  package init() {}

  /// The present step has completed.
  mutating func completeStep() {
    self = Checkpoint(stepsDone: stepsDone + 1)
  }

  mutating func noteCrash(quarantinedAfter limit: Int) {
    crashes += 1
    if crashes >= limit { isQuarantined = true }
  }

  /// So many steps have completed, and nothing is known of the next.
  init(stepsDone: Int) {
    self.stepsDone = stepsDone
  }
}
