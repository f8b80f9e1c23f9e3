import Scheduling

/// How a run went.
package struct RunEnd: Sendable, Equatable {
  /// The run.
  package var run: Int64
  /// The command's exit code; nil where a signal ended it, or nobody knows.
  package var exit: Int32?
  /// The signal that ended the command; nil where it exited, or nobody knows.
  package var signal: Int32?
  /// The signal left a core dump.
  package var dumpedCore = false
  /// The command had not ended by itself when the kill was ordered, or when its supervisor died.
  package var killed = false
  /// The kernel ended it, because it used more memory than there is for it.
  package var outOfMemory = false
  /// Somebody else stopped it, such as an administrator or the shutdown of the machine.
  package var wasStoppedOutside = false
  /// What it was found doing, where it was killed.
  package var killReport: KillReport?
  /// Nobody knows how the command ended: its supervisor was killed, and the run with it.
  package var isUnexplained = false
  /// Processes outlived the command, and were killed.
  package var hadLeftovers = false
  /// Something is still there in spite of SIGKILL, as in an uninterruptible wait. Its supervisor
  /// stays with it until it is gone.
  package var hasSurvivors = false
  /// User and system time of everything the run started.
  package var cpuSeconds: Double?
  /// With a memory controller the peak of the whole run, else that of its largest process.
  package var peakMemoryBytes: Int64?
  /// What the run wrote, kept or not.
  package var outputBytes: Int64 = 0
  /// What of it could not be stored, as on a full disk.
  package var lostOutputBytes: Int64 = 0

  package init(run: Int64) {
    self.run = run
  }
}
