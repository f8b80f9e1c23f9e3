/// Identifies a call that waits for its answer; the shell chooses and resolves it.
package typealias Ticket = UInt64

/// An external event. Large rare parts are stored outside of it (`indirect`), since an event is copied several times.
package enum Event: Hashable, Codable, Sendable {
  indirect case submit(Submission, Ticket)
  /// Several submissions of one user, all with one answer.
  case submitAll(SubmissionBatch, Ticket)
  /// Removes the request; its live run is expired, unless `keepsRunning`.
  case cancel(RequestKey, keepsRunning: Bool, Ticket)
  case runNow(RequestKey, RunMode, Ticket)
  /// Stops a live run with expiration, grace and kill: by hand, or as if its budget were used up. Its request waits
  /// again.
  case stop(RequestKey, StopReason, Ticket)
  /// Reports about watched keys or paths; with a ticket if the caller waits for the confirmation.
  case changed([ChangeReport], Ticket?)
  /// A report from a run.
  case report(RunID, RunReport, Ticket)
  /// Releases a request from quarantine, in which it was put because it crashed too often.
  case unquarantine(RequestKey, Ticket)
  /// Prevents starts of the covered requests until the pause ends.
  case pause(Pause, Ticket)
  case resume(PauseLifting, Ticket)
  /// Sets the width of a group; `nil` restores the usual one.
  case setWidth(Int?, GroupKey, Ticket)
  /// Sets the numbers of slots of a class of kinds; those that are `nil` stay, or are reset to the policy's numbers.
  case setSlots(SlotNumbers, KindRules.ConcurrencyClass, isReset: Bool, Ticket)
  /// Acknowledges the failures of these requests.
  case acknowledge([RequestKey], Ticket)
  /// Queues a permanently failed request again.
  case retry(RequestKey, Ticket)
  indirect case registerApp(App, Ticket)
  case removeApp(AppKey, Ticket)
  case app(AppKey, AppEvent, Ticket)
  /// A process attaches as the process of an app, and receives tasks from now on.
  case attachApp(AppAttachment, Ticket)
  /// An app process has registered its handlers and accepts tasks; `handlers` lists the identifiers, if reported.
  case finishLaunch(RunID, Ticket, handlers: [String]?)
  /// The connection of an app process has ended.
  case detachApp(RunID)
  /// An app process requests time to finish its work, or no longer needs it.
  case holdApp(RunID, isHeld: Bool, Ticket)
  /// A debugger has attached to the process of an app.
  case debugged(RunID)
  /// A suspended app process holds locks on these files.
  case foundLocks(RunID, [String])
  /// New values of device fields; with a ticket if the caller waits for the confirmation.
  case device([DeviceValue], Ticket?)
  /// Measured values; `isFullPoll` if every unreported value was polled.
  case measured([Measurement], isFullPoll: Bool)
  /// Ignores measured values for this time, or until the device is thawed.
  case freezeDevice(for: Duration?, Ticket)
  /// Follows the machine again, also for fields that were overridden.
  case thawDevice(Ticket)
  /// The machine is about to sleep, or is awake again.
  case sleep(isComing: Bool)
  /// Seconds by which the user's clocks are ahead of UTC; sent at the start and after each change.
  case zone(secondsFromUTC: Int)
  /// The command of a run has started.
  case runStarted(RunID)
  /// No part of a run, or of an app process, is left.
  case runEnded(RunID, ProcessExit)
  /// No part of a condition check is left.
  case checkEnded(CheckID, ProcessExit)
  /// A deadline that `nextDeadlines` returned has come, or the wall clock was set.
  case time
  /// Starts nothing more, since the daemon is about to stop, and expires every run unless the runs are left to the next
  /// daemon.
  case drain(leavesRuns: Bool)

  /// The names of the parts of `measured` in recordings.
  private enum MeasuredCodingKeys: String, CodingKey {
    case _0
    case isFullPoll = "isLook"
  }
}

extension Event {
  /// Returns the event for a possible later delivery after a failed commit. The end of a run or of a check gets
  /// `moment` as its time, unless it has a time already. Otherwise the run would seem to have ended at the delivery.
  /// Events of other cases stay the same.
  package func dated(at moment: Instant) -> Event {
    switch self {
    case .runEnded(let id, let processExit): .runEnded(id, processExit.dated(at: moment))
    case .checkEnded(let id, let processExit): .checkEnded(id, processExit.dated(at: moment))
    default: self
    }
  }

  /// Creates the event for the end of a launched process; `nil` if the scheduler does not know the process.
  package init?(end id: LaunchID, _ processExit: ProcessExit) {
    switch id {
    case .run(let run): self = .runEnded(run, processExit)
    case .check(let check): self = .checkEnded(check, processExit)
    case .failureCommand, .observer: return nil  // The daemon starts these without the scheduler.
    }
  }
}

extension ProcessExit {
  /// Returns this exit with `moment` as the time of the end, unless it has one already.
  fileprivate func dated(at moment: Instant) -> ProcessExit {
    var processExit = self
    processExit.reportedAt = processExit.reportedAt ?? moment
    return processExit
  }
}

/// State of a run that was started by an earlier daemon.
package enum FoundRun: Hashable, Codable, Sendable {
  case alive
  /// Ending: it could not outlive its daemon, and can use the rest of its grace to end.
  case ending
  case ended(ProcessExit)
}

/// Mode of a manual start.
package enum RunMode: String, CaseIterable, Codable, Sendable {
  /// Only if it may run now.
  case ifReady
  /// Despite all but absolute vetoes.
  case force
  /// Despite absolute vetoes also.
  case forceReally
}
