import Scheduling

/// The end of a run: the recorded part, and the launcher's further knowledge.
package struct RunEnd: Sendable, Equatable {
  package var id: LaunchID
  package var processExit: ProcessExit
  /// Whether processes outlived the command, and were killed.
  package var hadLeftovers = false
  /// Whether a process is still alive in spite of SIGKILL, as in an uninterruptible wait. The supervisor stays with
  /// it until it ends.
  package var hasSurvivors = false
  /// Size of the run's output, kept or not.
  package var outputBytes: Int64 = 0
  /// Size of the output that could not be stored, as on a full disk.
  package var lostOutputBytes: Int64 = 0

  init(_ id: LaunchID, _ processExit: ProcessExit) {
    self.id = id
    self.processExit = processExit
  }
}
