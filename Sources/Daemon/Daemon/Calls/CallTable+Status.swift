import Control
import Scheduling
import VarlinkServer

/// The daemon's own part of `status`.
struct StatusSource: Sendable {
  var stateDirectory: String
  /// Warnings about the daemon.
  var warnings: [String] = []
  /// Notices of the opening of the database. They name requests of all users, and quote stored values.
  var databaseNotices: [String] = []
  /// Path of the database; empty if it is in no file.
  var database = ""

  /// Returns the notices of the opening of the database. For callers other than administrators, one sentence without
  /// names and values replaces them.
  ///
  /// - Parameter commands: The commands that reach the daemon.
  func databaseWarnings(for caller: Caller, _ commands: AdvisedCommands) -> [String] {
    if caller.isPrivileged || databaseNotices.isEmpty { return databaseNotices }
    return [
      commands.completed(
        "the database was damaged when rubatod started; compare with `rubatoctl list`, and submit"
          + " missing requests again")
    ]
  }
}

extension CallTable {
  /// Adds `Status`. It returns the state of the daemon, its warnings, the numbers of requests and runs, and the ids of
  /// requests that need attention.
  mutating func addStatus(_ source: StatusSource) {
    addWalk(Status.self) { _, caller, view throws(Refusal) in
      let scope = Scope(ofAllSeenBy: caller)
      let runs = view.core.runs.filter { scope.sees($0.key) }
      let runningSequences = Set(runs.map(\.sequence))
      var waitingCount = 0
      // Only if the daemon stops at logout, a request beyond today needs a user who lingers.
      let endOfToday = view.lingering?.endsAtLogout == true ? view.endOfToday : nil
      return RequestWalk(SelectedRequests(in: scope), visitsPerPiece: 256) { request, view in
        // Called for each request that the caller may see.
        let isRunning = runningSequences.contains(request.sequence)
        if !isRunning { waitingCount += 1 }
        return RequestState(
          request, isRunning: isRunning, at: view.now.wall,
          timerIsOn: view.timerIsOn(of: request) == true,
          needsLinger: endOfToday.map { request.outlasts($0) } == true)
      } summary: { [runCount = runs.count] view in
        // Called once after the last request. The returned closure assembles the reply on another thread, from
        // constants only.
        let now = view.now.wall.text
        let waiting = waitingCount
        let failed = view.core.failedRequests.filter { scope.sees($0.key) }.map(\.key.id)
        let isSimulated = view.clock.isSimulated
        let warnings =
          view.deviceWarnings(scope) + view.clockWarnings + view.failureWarnings(scope)
          + source.databaseWarnings(for: caller, view.tasks.commands) + source.warnings
        let pauses = view.pauses(seenBy: caller)
        let history = RetentionInfo(view)
        let storeError = view.storeError
        let launcher = view.runsOutliveDaemon ? "units" : "direct"
        // These messages quote files that not every user may read.
        let tasks = caller.isPrivileged ? view.tasks : TaskStatus()
        return { unsortedStates in
          let states = unsortedStates.sorted { $0.sequence < $1.sequence }
          return Status.Reply(
            version: Version.text, now: now, simulated: isSimulated,
            stateDirectory: source.stateDirectory, history: history, waiting: Int64(waiting),
            running: Int64(runCount),
            overdue: states.filter(\.isOverdue).map(\.id),
            skipped: states.filter(\.isSkipped).map(\.id), failed: failed,
            failing: states.filter(\.isFailing).map(\.id),
            retrying: states.filter(\.isRetrying).map(\.id),
            quarantined: states.filter(\.isQuarantined).map(\.id),
            pauses: pauses,
            warnings: warnings + tasks.warnings(declared: states.filter(\.isDeclared).map(\.id))
              + states.compactMap(\.doubledTimer)
              + (states.contains(where: \.needsLinger) ? [Lingering.warning] : []),
            invalidFiles: tasks.invalidFiles, storeError: storeError, launcher: launcher)
        }
      }
    }
  }
}

/// The state of a request in `status`, apart from its existence.
private struct RequestState: Sendable {
  let id: String
  let sequence: Int64
  let isOverdue, isSkipped, isFailing, isRetrying, isQuarantined, isDeclared: Bool
  /// Whether the request can be due while its user is logged out, when this daemon is stopped.
  let needsLinger: Bool
  /// The unit of a timer that was switched on again next to the request in its place; `nil` if none was.
  let doubledTimer: String?

  /// The number of failures in a row from which on a request is reported as failing, and no longer as retrying.
  private static let failuresOfFailing = 3

  /// Describes `request` for `status`; `nil` if `status` reports nothing about it, as for nearly all requests.
  init?(
    _ request: Request, isRunning: Bool, at now: WallTime, timerIsOn: Bool, needsLinger: Bool
  ) {
    self.needsLinger = needsLinger
    id = request.key.id
    sequence = request.sequence
    isSkipped = request.skippedWindows != nil
    // A request that has skipped a window is reported only as skipped.
    isOverdue = !isRunning && !isSkipped && request.overdueSince(at: now) != nil
    isQuarantined = request.progress.checkpoint.isQuarantined
    // A failed or skipped window is not tried again, only the next one.
    let hasFailedWindow = request.failedWindow != nil || request.awaitsWindowAfterFailure
    isFailing = request.progress.failures >= Self.failuresOfFailing || hasFailedWindow
    isRetrying = request.progress.failures > 0 && !isFailing && !isQuarantined
    isDeclared = request.terms.declaration != nil
    doubledTimer = request.terms.timer.flatMap { timer in
      guard timerIsOn else { return nil }
      return "\(timer.name) is on again, so \(request.key.id) runs twice:"
        + " `rubatoctl adopt \(timer.name)` disables it,"
        + " `rubatoctl release \(timer.name)` keeps it instead"
    }
    // Any failure makes a request failing, retrying or quarantined.
    let isReported =
      isOverdue || isSkipped || request.progress.failures > 0 || isQuarantined || isDeclared
    guard isReported || doubledTimer != nil || needsLinger else { return nil }
  }
}

extension RetentionInfo {
  /// Describes how long the daemon keeps the records of runs, and how much of their output. Direct output is of runs
  /// that are children of the daemon; its limit is for each user. The journal can keep the output instead.
  fileprivate init(_ view: any EngineView) {
    let settings = view.core.settings
    self.init(
      seconds: settings.history.seconds, runs: Int64(settings.historyRuns),
      directOutputBytes: Int64(settings.directOutput), usesJournal: view.outputIsInJournal)
  }
}

extension EngineView {
  /// Warnings about a corrected clock. They are shown for a week, to explain the changed dates.
  fileprivate var clockWarnings: [String] {
    guard let correction = core.clockCorrection, now.wall - correction.at < .days(7) else {
      return []
    }
    let requests = correction.requests == 1 ? "1 request" : "\(correction.requests) requests"
    return [
      "the clock was far ahead; when it was corrected at \(correction.at.text), \(requests)"
        + " got a new window from then"
    ]
  }
}
