import Control
import Launch
import Logging
import Scheduling
import Store

// Notices after the commit: to the journal, to watchers, and to calls that wait for an end.
extension Engine {
  /// Logs a notice and sends it to watchers. Updates everything that depends on its run, request or process: waiting
  /// calls, readers of output, the followed timers, and the data of an ended process.
  func announce(_ notice: Notice) {
    log(notice)
    let moment = now
    readers.watchers.record(notice, engine: self, at: moment)
    readers.past.record(notice, self, at: moment)
    switch notice {
    case .started(let run):
      counters.runCounts.noteStart(of: run, latest: read { $0.latestDate(of: run) })
      readers.outputs.queueReaders(of: run, self)
    case .ended(let run, let ending):
      counters.runCounts.noteEnd(
        of: run, ending, at: moment, isOnBattery: read({ $0.device }).raw.isOnBattery)
      noteEnd(of: run, ending)
    case .removed(let key, _):
      // A live run continues without its request. Calls that wait for its end are answered then.
      readers.waiters.answerRemoved(key, live: core.runs.first { $0.key == key }?.id)
      readers.outputs.queueReaders(ofRemoved: key, self)
    case .accepted(let request) where request.terms.timer != nil: updateFollowedTimers()
    case .processEnded(let process):
      programs.launcher.forgetRecorded(.run(process.id))
      programs.apps.forget(process.id)
    case .accepted, .warned, .killing, .frozen, .thawed, .overdue, .device: break
    }
  }

  /// Makes the launcher follow the state of exactly those timers of systemd that requests have replaced. A user can
  /// switch such a timer on again: its work would then run twice, and answers contain a warning (`timerIsOn`).
  func updateFollowedTimers() {
    programs.launcher.follow(timers: Set(core.allRequests.compactMap(\.terms.timer?.name)))
  }

  /// Handles the end of a run, after its commit. Makes the launcher forget the run, records its output, and deletes
  /// surplus output of its user. Answers the calls that wait for the run, and lets readers of its output end. Also
  /// answers the calls that wait for its request, unless the request waits again because of this end.
  private func noteEnd(of run: Run, _ ending: Ending) {
    programs.launcher.forgetRecorded(.run(run.id))
    recordOutputAndDeleteSurplus(of: run)
    readers.waiters.answerCalls(forRun: run)
    readers.outputs.queueReaders(of: run, self)
    // A request with another sequence has replaced the request of the run.
    let isGone = core.request(run.key).map { $0.sequence != run.sequence } ?? true
    let isLastRun = isGone || !ending.requeuesRequest
    if isLastRun { readers.waiters.answerCalls(forRequestOf: run) }
  }

  /// Logs a notice with its request and run as journal fields. Overruns and missed latest dates are warnings.
  private func log(_ notice: Notice) {
    switch notice {
    case .accepted(let request):
      logger.debug("Accepted \(request.key.id)", metadata: .of(request.key))
    case .removed(let key, let reason):
      logger.info("Removed \(key.id): \(reason.full)", metadata: .of(key, reason))
    case .started(let run):
      let late = run.lateText.map { ", \($0)" } ?? ""
      logger.info("Started \(run.key.id) as run \(run.id)\(late)", metadata: .of(run))
    case .warned(let run, .budget): logOverrun(run)
    case .warned(let run, let reason):
      logger.info("Asked \(run.key.id) to stop: \(reason.full)", metadata: .of(run, reason))
    case .killing(let run, let reason):
      logger.notice("Killed \(run.key.id): \(reason.full)", metadata: .of(run, reason))
    case .frozen(let run, let reason):
      logger.info("Froze \(run.key.id): \(reason.full)", metadata: .of(run, reason))
    case .thawed(let run): logger.info("Thawed \(run.key.id)", metadata: .of(run))
    case .ended(let run, let ending): logEnd(run, ending)
    case .overdue(let request): logMissedDate(of: request)
    case .processEnded(let process):
      logger.info("Process \(process.id) of app \(process.app.id) ended")
    case .device(let values):
      let text = values.map(\.assignment).joined(separator: " ")
      logger.debug("Device: \(text)")
    }
  }

  /// Logs a warning that `run` has exceeded its budget, with a message identifier of its own (see `rubato.catalog`).
  private func logOverrun(_ run: Run) {
    var metadata = Logger.Metadata.of(run, .budget)
    metadata["MESSAGE_ID"] = "6f1d3c0e2b7a4c58a3d19e4470b25c61"
    logger.warning(
      "\(run.key.id) ran longer than its budget of \(run.budget.seconds) s and was asked to stop",
      metadata: metadata)
  }

  /// Logs a warning that `request` is overdue, with a message identifier of its own (see `rubato.catalog`). Its field
  /// `RUBATO_LATEST` is the first missed date: the present window of the request can be a later one.
  private func logMissedDate(of request: Request) {
    var metadata = Logger.Metadata.of(request.key)
    metadata["MESSAGE_ID"] = "0d3b7f2c9a1e4d6f8b52c47e90a6d318"
    metadata["RUBATO_LATEST"] =
      "\(request.progress.missed?.since.text ?? request.window.latest?.text ?? "")"
    logger.warning("\(request.overdueText)", metadata: metadata)
  }

  /// Logs the end of a run. Its outcome and stop reason are journal fields.
  private func logEnd(_ run: Run, _ ending: Ending) {
    var metadata = Logger.Metadata.of(run, ending.stopReason)
    metadata["RUBATO_OUTCOME"] = "\(ending.outcome.rawValue)"
    let exit = ending.exit.map { " (exit \($0))" } ?? ""
    let why = ending.message.map { ": \($0)" } ?? ""
    logger.info("Ended \(run.key.id): \(ending.outcome.rawValue)\(exit)\(why)", metadata: metadata)
  }
}

extension Ending {
  /// Whether a request waits again after this end, which is no failure. Also after the end of a direct child that was
  /// stopped with the daemon.
  var requeuesRequest: Bool {
    switch outcome {
    case .deferred, .interrupted, .retryLater: true
    case .expired, .killed: stopReason == .shutdown
    case .completed, .failed, .crashed, .outOfMemory, .launchFailed, .launchTimeout, .cancelled,
      .skipped:
      false
    }
  }
}

extension Request {
  /// The message that its latest date has passed; the first one, if it has missed several.
  var overdueText: String {
    let latest = progress.missed?.since ?? window.latest
    return "\(key.id) is overdue: not done by its latest date"
      + (latest.map { ", \($0.text)" } ?? "")
  }
}

extension Run {
  /// `due 2026-03-01T02:00:00Z, 7 h 12 min late`; `nil` if the run has no date, or began on time.
  fileprivate var lateText: String? {
    guard let due = task?.due, let lateness, lateness >= .seconds(1) else { return nil }
    return "due \(due.text), \(lateness.notation) late"
  }
}

extension Logger.Metadata {
  /// Returns the journal fields of a request, and of the reason for its event if there is one.
  static func of(_ key: RequestKey, _ reason: StopReason? = nil) -> Logger.Metadata {
    var metadata: Logger.Metadata = [
      "RUBATO_REQUEST": "\(key.id)", "RUBATO_OWNER": "\(key.owner)",
    ]
    if let app = key.app { metadata["RUBATO_APP"] = "\(app)" }
    if let reason { metadata["RUBATO_REASON"] = "\(reason.code)" }
    if let message = reason?.message { metadata["RUBATO_REASON_MESSAGE"] = "\(message)" }
    return metadata
  }

  /// Returns the journal fields of a run, with its request, and its lateness in seconds if it has a due date.
  static func of(_ run: Run, _ reason: StopReason? = nil) -> Logger.Metadata {
    var metadata = of(run.key, reason)
    metadata["RUBATO_RUN"] = "\(run.id)"
    metadata["RUBATO_KIND"] = "\(run.kind.rawValue)"
    if let lateness = run.lateness { metadata["RUBATO_LATE_SECONDS"] = "\(lateness.seconds)" }
    return metadata
  }
}
