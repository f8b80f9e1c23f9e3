/// The outcome of a run.
package enum Outcome: String, CaseIterable, Codable, Sendable {
  /// Exit 0, also after a warning.
  case completed
  /// Exit 75 (EX_TEMPFAIL): try again later.
  case retryLater
  /// Any other exit.
  case failed
  /// Ended by a signal that the daemon did not send.
  case crashed
  /// Ended by the kernel, because it used more memory than available.
  case outOfMemory
  /// The command could not be executed.
  case launchFailed
  /// The command did not begin in time.
  case launchTimeout
  /// Deferred at the request of the daemon.
  case deferred
  /// Warned, and stopped within its grace, before its work was complete.
  case expired
  /// Did not stop within its grace.
  case killed
  /// Ended because its request was cancelled or replaced.
  case cancelled
  /// Ended because the daemon or the machine failed during the run.
  case interrupted
  /// Not run at all: its latest date passed before it was complete.
  case skipped
}

/// The end of a run.
package struct Ending: Hashable, Codable, Sendable {
  package var at: WallTime
  package var outcome: Outcome
  package var stopReason: StopReason?
  /// The exit code; `nil` if a signal ended it or it did not begin.
  package var exit: Int32?
  package var signal: Int32?
  package var wasKilled: Bool
  /// Whether the signal left a core dump.
  package var dumpedCore = false
  /// Processor time of all processes of the run; `nil` if unknown.
  package var cpuSeconds: Double?
  package var peakMemoryBytes: Int64?
  /// Additional information for users; `nil` if there is none.
  package var message: String?
  /// The state of the run at its kill; `nil` if it was not killed.
  package var killReport: KillReport?

  package init(at: WallTime, outcome: Outcome, stopReason: StopReason? = nil) {
    self.at = at
    self.outcome = outcome
    self.stopReason = stopReason
    wasKilled = false
  }

  /// The message of a task whose time was over, and whose app had set no expiration handler.
  package static let withoutExpirationHandler = "the task had no expiration handler"

  /// The end of the run in a clause such as `it failed`, with further information.
  package var happened: String {
    let happened = LastEnd(outcome, stopReason).happened
    switch (outcome, message) {
    case (_, nil): return happened
    case (.killed, Self.withoutExpirationHandler?):
      return "its time ended, and it was killed because it had no expiration handler"
    case (.expired, Self.withoutExpirationHandler?):
      return
        "its time ended, and it is complete and unsuccessful because it had no expiration handler"
    case (.launchTimeout, let message?): return "its launch did not finish in time: \(message)"
    case (_, let message?): return "\(happened): \(message)"
    }
  }

  /// The recorded code of a kill for an overrun, or for a slow launch: Apple's watchdog code.
  package static let overrunCode = "0x8badf00d"
}

/// The launcher's report after the last process of a run has exited.
package struct ProcessExit: Hashable, Codable, Sendable {
  package var exit: Int32?
  package var signal: Int32?
  package var wasKilled = false
  package var cpuSeconds: Double?
  package var peakMemoryBytes: Int64?
  /// Whether the result is unknown, because the process that watched the command died.
  package var isUnexplained = false
  /// The reason why the command could not be executed; `nil` if it was executed.
  package var launchFailure: String?
  package var dumpedCore = false
  /// Whether the kernel ended it for its memory.
  package var outOfMemory = false
  /// Whether the run was stopped from outside, for example by an administrator or the shutdown of the machine.
  package var wasStoppedOutside = false
  package var killReport: KillReport?
  /// The time of its first report; `nil` if that is now. A report that could not be recorded is repeated.
  package var reportedAt: Instant?
  /// The reason for its classification; `nil` if exit and signal explain it.
  package var message: String?
  /// The last line that a condition wrote; `nil` if it wrote none.
  package var lastWords: String?

  /// The names in recordings.
  private enum CodingKeys: String, CodingKey {
    case exit, signal, wasKilled, cpuSeconds, peakMemoryBytes, isUnexplained, launchFailure
    case dumpedCore, outOfMemory, wasStoppedOutside, killReport
    case reportedAt = "told"
    case message, lastWords
  }

  package init(exit: Int32? = nil, signal: Int32? = nil) {
    self.exit = exit
    self.signal = signal
  }

  /// The exit of a process that vanished without a result.
  package static var unexplained: ProcessExit {
    var processExit = ProcessExit()
    processExit.isUnexplained = true
    return processExit
  }

  /// The exit of a process that its launcher has killed.
  package static var killed: ProcessExit {
    var processExit = ProcessExit(signal: 9)
    processExit.wasKilled = true
    return processExit
  }
}
