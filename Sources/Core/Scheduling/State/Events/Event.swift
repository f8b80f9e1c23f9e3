/// Names a call that waits for its answer; the shell chooses and resolves it.
package typealias Ticket = UInt64

/// What happens outside.
package enum Event: Hashable, Codable, Sendable {
  case submit(Submission, Ticket)
  /// Removes the request; its live run is expired, unless `keepsRunning`.
  case cancel(RequestKey, keepsRunning: Bool, Ticket)
  case runNow(RequestKey, RunMode, Ticket)
  /// Stops a live run with expiration, grace and kill: by hand, or as if its budget were used up. Its
  /// request waits again.
  case stop(RequestKey, StopReason, Ticket)
  /// What somebody tells of what requests watch; a ticket where they wait to hear that it was taken.
  case changed([ChangeReport], Ticket?)
  /// What a run tells of itself.
  case report(RunID, RunReport, Ticket)
  /// Lets a request run again that crashed too often.
  case unquarantine(RequestKey, Ticket)
  /// Starts nothing of what it covers until it ends.
  case pause(Pause, Ticket)
  case resume(PauseLifting, Ticket)
  /// Somebody knows that these requests have failed.
  case acknowledge([RequestKey], Ticket)
  /// Queues once more what has failed for good.
  case retry(RequestKey, Ticket)
  case registerApp(App, Ticket)
  case removeApp(AppKey, Ticket)
  case app(AppKey, AppEvent, Ticket)
  /// A process says that it is an app's, and is handed tasks from now on.
  case attachApp(AppAttachment, Ticket)
  /// The process of an app has registered its handlers, and takes tasks; for which identifiers, where it says so.
  case finishLaunch(RunID, Ticket, handlers: [String]?)
  /// The connection of the process of an app has ended.
  case detachApp(RunID)
  /// The process of an app asks for time to finish what it has begun, or needs it no more.
  case holdApp(RunID, isHeld: Bool, Ticket)
  /// A debugger holds the process of an app.
  case debugged(RunID)
  /// The process of an app is suspended, and holds locks on these files.
  case foundLocks(RunID, [String])
  /// New values of device fields; a ticket where somebody waits to hear that they were taken.
  case device([DeviceValue], Ticket?)
  /// What the machine itself tells; `isLook` where all was read that does not tell of its changes.
  case measured([Measurement], isLook: Bool)
  /// Let nothing that the machine tells count, for so long or until it is thawed.
  case freezeDevice(for: Duration?, Ticket)
  /// Follow the machine again, also where fields were set by hand.
  case thawDevice(Ticket)
  /// The machine is about to sleep, or is awake again.
  case sleep(isComing: Bool)
  /// How far the user's clocks are ahead of UTC, at the start and whenever that has changed.
  case zone(secondsFromUTC: Int)
  /// The command of a run began.
  case runStarted(RunID)
  /// Nothing of a run, or of the process of an app, is left.
  case runEnded(RunID, ProcessExit)
  /// Nothing of a condition that was being tried is left.
  case checkEnded(CheckID, ProcessExit)
  /// A moment that `nextWake` named has come, or the wall clock was set.
  case time
  /// Start nothing more, since the daemon is about to stop, and expire every run unless they are left
  /// to whoever comes after it.
  case drain(leavesRuns: Bool)
}

extension Event {
  /// The same, to be told again later: an end stays where it was.
  package func told(at moment: Instant) -> Event {
    switch self {
    case .runEnded(let id, let finish): .runEnded(id, finish.told(at: moment))
    case .checkEnded(let id, let finish): .checkEnded(id, finish.told(at: moment))
    default: self
    }
  }

  /// The end of something that a launcher has begun; nil where the scheduler does not know it.
  package init?(end id: LaunchID, _ finish: ProcessExit) {
    switch id {
    case .run(let run): self = .runEnded(run, finish)
    case .check(let check): self = .checkEnded(check, finish)
    case .failureCommand, .observer: return nil
    }
  }
}

extension ProcessExit {
  fileprivate func told(at moment: Instant) -> ProcessExit {
    var finish = self
    finish.told = finish.told ?? moment
    return finish
  }
}

/// What has become of a run while there was no daemon.
package enum FoundRun: Hashable, Codable, Sendable {
  case alive
  /// It could not outlive its daemon, and has the rest of its grace to end in.
  case ending
  case ended(ProcessExit)
}

/// How a run is asked for by hand.
package enum RunMode: String, CaseIterable, Codable, Sendable {
  /// Only if it may run now.
  case ifReady
  /// Past all but absolute vetoes.
  case force
  /// Past those too.
  case forceReally
}
