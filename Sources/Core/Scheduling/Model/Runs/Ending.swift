/// How a run came out.
package enum Outcome: String, CaseIterable, Codable, Sendable {
  /// Exit 0, also after a warning.
  case completed
  /// Exit 75 (EX_TEMPFAIL): try again later.
  case retryLater
  /// Any other exit.
  case failed
  /// Ended by a signal that nobody here sent.
  case crashed
  /// Ended by the kernel, because it used more memory than there is for it.
  case outOfMemory
  /// The command could not be executed.
  case launchFailed
  /// The command did not begin in time.
  case launchTimeout
  /// Asked to defer, and did.
  case deferred
  /// Warned, and stopped within its grace, before it was done.
  case expired
  /// Did not stop within its grace.
  case killed
  /// Ended because its request was cancelled or replaced.
  case cancelled
  /// The daemon or the machine died under it.
  case interrupted
  /// No run at all, but its end: its latest date passed before it was done.
  case skipped
}

/// The end of a run.
package struct Ending: Hashable, Codable, Sendable {
  package var at: WallTime
  package var outcome: Outcome
  package var stopReason: StopReason?
  /// The exit code; nil where a signal ended it or nothing began.
  package var exit: Int32?
  package var signal: Int32?
  package var wasKilled: Bool
  /// The signal left a core dump.
  package var dumpedCore = false
  /// Processor time of all that the run started; nil where unknown.
  package var cpuSeconds: Double?
  package var peakMemoryBytes: Int64?
  /// What else there is to say, for people.
  package var message: String?
  /// What it was found doing, where it was killed.
  package var killReport: KillReport?

  package init(at: WallTime, outcome: Outcome, stopReason: StopReason? = nil) {
    self.at = at
    self.outcome = outcome
    self.stopReason = stopReason
    wasKilled = false
  }

  /// The message of a task whose time was over, and whose app had set no expiration handler.
  package static let withoutExpirationHandler = "the task had no expiration handler"

  /// What became of the run, in a clause such as `it failed`, with what else is known.
  package var happened: String {
    let happened = LastEnd(outcome, stopReason).happened
    switch (outcome, message) {
    case (_, nil): return happened
    case (.killed, Self.withoutExpirationHandler?):
      return "its time was over, and it was killed because it had no expiration handler"
    case (.expired, Self.withoutExpirationHandler?):
      return
        "its time was over, and it is complete and unsuccessful because it had no expiration handler"
    case (.launchTimeout, let message?): return "its launch did not finish in time: \(message)"
    case (_, let message?): return "\(happened): \(message)"
    }
  }

  /// What a kill for an overrun, or for a launch that takes too long, is recorded as: Apple's watchdog code.
  package static let overrunCode = "0x8badf00d"
}

/// What the launcher found when the last process of a run was gone.
package struct ProcessExit: Hashable, Codable, Sendable {
  package var exit: Int32?
  package var signal: Int32?
  package var wasKilled = false
  package var cpuSeconds: Double?
  package var peakMemoryBytes: Int64?
  /// Nobody knows how the command ended, because what watched it died.
  package var isUnexplained = false
  /// Set where the command could not be executed: why.
  package var launchFailure: String?
  package var dumpedCore = false
  /// The kernel ended it for its memory.
  package var outOfMemory = false
  /// Somebody else stopped it, such as an administrator or the shutdown of the machine.
  package var wasStoppedOutside = false
  package var killReport: KillReport?
  /// When it was told first; nil where that is now. It is told again where it could not be recorded.
  package var told: Instant?
  /// Why it counts as it does, where exit and signal do not say so.
  package var message: String?
  /// The last line that a condition wrote.
  package var lastWords: String?

  package init(exit: Int32? = nil, signal: Int32? = nil) {
    self.exit = exit
    self.signal = signal
  }

  /// Of what vanished, and left nothing that says how.
  package static var unexplained: ProcessExit {
    var finish = ProcessExit()
    finish.isUnexplained = true
    return finish
  }

  /// Of what its launcher has killed.
  package static var killed: ProcessExit {
    var finish = ProcessExit(signal: 9)
    finish.wasKilled = true
    return finish
  }
}
