/// The progress of a request's work, kept until it completes.
package struct Checkpoint: Hashable, Codable, Sendable {
  /// The number of completed steps; the next run begins with the step after them.
  package var stepsDone = 0
  /// The data that the command recorded last, for its next start; `nil` if there is none.
  package var data: String?
  /// The completed share, 0 to 1, as the command reported it last; `nil` if unknown.
  package var share: Double?
  /// The number of crashes of the present step. A recorded run that has vanished during the boot of its start counts as
  /// a crash, since it may have taken the daemon with it.
  package var crashes = 0
  /// Whether the request has crashed as often as allowed. It then starts only after a user releases it.
  package var isQuarantined = false

  package init() {}

  /// Counts the present step as completed, and removes its data, its share and its crashes.
  mutating func completeStep() {
    self = Checkpoint(stepsDone: stepsDone + 1)
  }

  /// Counts a crash of the present step; from `limit` crashes on, the request is quarantined.
  mutating func noteCrash(quarantinedAfter limit: Int) {
    crashes += 1
    if crashes >= limit { isQuarantined = true }
  }

  /// Creates a checkpoint after `stepsDone` steps, without data of the next one.
  init(stepsDone: Int) {
    self.stepsDone = stepsDone
  }
}
