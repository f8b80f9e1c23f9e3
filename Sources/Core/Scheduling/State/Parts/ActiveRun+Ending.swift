// Endings of runs, derived from the end of their processes.
extension ActiveRun {
  /// Returns the record of the run's end: outcome, exit, use and message. Called after its last process has ended with
  /// `processExit`, whose use was already added to the use of the earlier steps.
  func ending(_ processExit: ProcessExit, at now: Instant) -> Ending {
    var ending = Ending(at: now.wall, outcome: outcome(processExit), stopReason: run.stopReason)
    ending.exit = processExit.exit
    ending.signal = processExit.signal
    ending.wasKilled = processExit.wasKilled || ending.outcome == .killed
    ending.dumpedCore = processExit.dumpedCore
    ending.cpuSeconds = run.earlierCPUSeconds
    ending.peakMemoryBytes = run.earlierPeakMemoryBytes
    ending.message = processExit.launchFailure ?? processExit.message ?? message
    ending.killReport = processExit.killReport.map(addingHandlers)
    let wasLaunched = ending.stopReason != .launchTimeout
    if ending.outcome == .interrupted, ending.stopReason == nil || !wasLaunched {
      // After a successful step the next one would have begun, if the daemon had not been about to stop.
      let interruption = processExit.isSuccess ? StopReason.shutdown : .interrupted
      ending.stopReason = processExit.wasStoppedOutside ? .stoppedExternally : interruption
    }
    return ending
  }

  /// Returns `report` with the reports about the task's handlers; unchanged for a command, and for a task whose process
  /// was not notified that its time is over.
  private func addingHandlers(to report: KillReport) -> KillReport {
    guard run.isTask, wasNotifiedOfEnd else { return report }
    var completed = report
    completed.note(handlers)
    return completed
  }

  /// Whether the run was warned that its time is over. After a launch that took too long, it was killed without a
  /// warning.
  private var wasNotifiedOfEnd: Bool {
    switch run.phase {
    case .expiring: true
    case .killed(let reason): reason != .launchTimeout
    case .launching, .running, .deferring, .frozen, .ended: false
    }
  }

  /// The explanation of the end for people, if the exit has none: a missing expiration handler, or a step that took too
  /// long. `nil` in all other cases.
  private var message: String? {
    if run.isTask, wasNotifiedOfEnd, handlers.expiration?.state == .missing {
      return Ending.withoutExpirationHandler
    }
    guard run.stopReason == .stepLimit, let limit = run.stepLimit else { return nil }
    return "step \(run.stepName ?? "") took longer than its limit of \(limit.notation)"
  }

  /// Returns the outcome of the run, by its phase at the end and the exit of its processes. A run that was warned can
  /// still complete, unless it was cancelled, replaced or interrupted. A success before the last step completes
  /// nothing.
  private func outcome(_ processExit: ProcessExit) -> Outcome {
    switch run.phase {
    case .expiring(.interrupted, _), .killed(.interrupted): return .interrupted
    // Its daemon died before the launch, and the next daemon finds nothing of it.
    case .expiring(.launchTimeout, _) where processExit.isOfNothing,
      .killed(.launchTimeout) where processExit.isOfNothing:
      return .interrupted
    case .killed(.launchTimeout): return .launchTimeout
    // It was warned, but completed within its grace.
    case .expiring(let reason, _)
    where processExit.isSuccess && !hasNextStep && !isCancellation(reason):
      return .completed
    case .expiring(.launchTimeout, _): return .launchTimeout
    case .killed(let reason): return isCancellation(reason) ? .cancelled : .killed
    case .expiring(let reason, _): return isCancellation(reason) ? .cancelled : .expired
    case .deferring, .frozen:
      return processExit.isSuccess && !hasNextStep ? .completed : .deferred
    case .launching, .running, .ended:
      // After a success, the next step did not begin, since the daemon is about to stop.
      return processExit.isSuccess && hasNextStep ? .interrupted : ownOutcome(processExit)
    }
  }

  /// Returns whether a run was stopped since its request is no longer wanted. Even an exit with 0 then completes
  /// nothing.
  private func isCancellation(_ reason: StopReason) -> Bool {
    reason == .cancelled || reason == .replaced
  }

  /// The exit code of a command that must be tried again later: `EX_TEMPFAIL` of sysexits.h.
  private static let temporaryFailure: Int32 = 75

  /// Returns the outcome of a run that ended without a request to stop, by its exit only.
  private func ownOutcome(_ processExit: ProcessExit) -> Outcome {
    if processExit.launchFailure != nil { return .launchFailed }
    if processExit.isUnexplained || processExit.wasStoppedOutside { return .interrupted }
    if processExit.outOfMemory { return .outOfMemory }
    switch processExit.exit {
    // Killed by its launcher, although no kill of this run is known, as after a commit that failed.
    case 0 where processExit.wasKilled: return .crashed
    case 0: return .completed
    case Self.temporaryFailure: return .retryLater
    case .some: return .failed
    case nil: return .crashed
    }
  }
}

extension ProcessExit {
  /// Whether no process was found, not even one that was killed.
  var isOfNothing: Bool { isUnexplained && !wasKilled }

  /// Whether the process was started, was not killed, and has exited with 0.
  var isSuccess: Bool { exit == 0 && !wasKilled && launchFailure == nil && !isUnexplained }
}

extension Outcome {
  /// Whether the command crashed: it ended without its own intent or a request to stop.
  var isCrash: Bool { self == .crashed || self == .outOfMemory }
}

extension Ending {
  /// Whether the command is to blame, so that the end is reported as a failure: it failed, crashed, or used more time
  /// than it had. A stop by a user or the system is no failure.
  package var isFailure: Bool {
    switch outcome {
    case .failed, .crashed, .outOfMemory, .launchFailed, .launchTimeout: true
    case .killed:
      stopReason?.isBudget == true || stopReason == .stepLimit || stopReason == .notReady
    case .expired: stopReason == .notReady
    case .completed, .retryLater, .deferred, .cancelled, .interrupted, .skipped: false
    }
  }
}
