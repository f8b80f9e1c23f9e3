import Scheduling

/// How a run went: what is recorded of it, and what else its launcher knows.
package struct RunEnd: Sendable, Equatable {
  package var id: LaunchID
  package var finish: ProcessExit
  /// Processes outlived the command, and were killed.
  package var hadLeftovers = false
  /// Something is still there in spite of SIGKILL, as in an uninterruptible wait. Its supervisor
  /// stays with it until it is gone.
  package var hasSurvivors = false
  /// What the run wrote, kept or not.
  package var outputBytes: Int64 = 0
  /// What of it could not be stored, as on a full disk.
  package var lostOutputBytes: Int64 = 0

  init(_ id: LaunchID, _ finish: ProcessExit) {
    self.id = id
    self.finish = finish
  }
}
