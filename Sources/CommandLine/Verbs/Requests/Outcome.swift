import Control
import Terminal
import Varlink

/// The outcome of a request, for a caller that waits for it.
enum Outcome {
  /// Returns the number of the user's newest run; 0 without one. Called before a submission: runs are numbered in the
  /// order of their starts, so runs with greater numbers are later. Their dates do not show that, since the clock can
  /// be set back.
  static func newestRunNumber(_ session: Session) throws(Failure) -> Int64 {
    try session.call(Runs(limit: 1)).runs.first?.run ?? 0
  }

  /// Waits for the end of a request that was just submitted, and reports the outcome. The request may have ended
  /// already.
  ///
  /// - Parameter lastRun: The number of the user's newest run before the submission.
  static func await(
    _ request: RequestInfo, after lastRun: Int64, _ waiting: Waiting, _ session: Session
  ) throws(Failure) {
    // The present run is awaited, unless it began before a change: such a request waits, and still has that run.
    let isRunning = request.state == "running"
    let earlierRun = request.run.map { isRunning ? $0 &- 1 : max($0, lastRun) } ?? lastRun
    if !isRunning { try session.reportStoppedClock() }
    let run: RunInfo?
    do throws(Failure) {
      run = try awaitEnd(of: request, after: earlierRun, session)
    } catch {
      // The request has ended and no longer exists; its runs are kept.
      guard error.isNotFound else { throw error }
      run = try newestRun(of: request, session).flatMap { $0.run > earlierRun ? $0 : nil }
    }
    try report(run, id: request.id, waiting, session)
  }

  /// Waits for the end of a run of the request whose number is above `earlierRun`. Prints its output meanwhile, unless
  /// JSON is requested. Returns the ended run; `nil` if the request was removed without one.
  private static func awaitEnd(
    of request: RequestInfo, after earlierRun: Int64, _ session: Session
  ) throws(Failure) -> RunInfo? {
    if session.isJSON {
      return try session.await(
        Wait(id: request.id, app: request.app, owner: request.owner, after: earlierRun)
      ).run
    }
    let output = Logs(
      id: request.id, app: request.app, owner: request.owner, follow: true, after: earlierRun)
    return try awaitEnd(printing: output, session)
  }

  /// Prints the output of runs until one has ended and was not sent back to wait. Returns the last run that ended;
  /// `nil` if none did.
  private static func awaitEnd(
    printing call: Logs, _ session: Session
  ) throws(Failure) -> RunInfo? {
    var ended: RunInfo?
    try session.readOutput(call) { piece in
      Output.write(piece.text)
      guard let run = piece.ended else { return .goOn }
      Output.endText()
      ended = run
      if piece.truncated {
        Output.printError("rubatoctl: the daemon no longer has the beginning of this output")
      }
      return isSentBack(run) ? .goOn : .stop
    }
    return ended
  }

  /// Whether the run was sent back to wait, which is not an end. A stopping daemon sends its direct children back.
  private static func isSentBack(_ run: RunInfo) -> Bool {
    let wasStopped = run.outcome == "expired" || run.outcome == "killed"
    return ["deferred", "interrupted", "retryLater"].contains(run.outcome)
      || wasStopped && run.stopReason == "shutdown"
  }

  /// Returns the newest run of a request; `nil` for a request that never ran and no longer exists. The owner is given,
  /// since without the request its id may mean another user's.
  private static func newestRun(
    of request: RequestInfo, _ session: Session
  ) throws(Failure) -> RunInfo? {
    let call = Runs(id: request.id, app: request.app, owner: request.owner, limit: 1)
    do throws(Failure) {
      return try session.call(call).runs.first
    } catch {
      guard error.isNotFound else { throw error }
      return nil
    }
  }

  /// Waits for the end of a run, with its output printed meanwhile if requested, and reports the outcome.
  static func await(
    run: Int64, owner: Int64?, _ waiting: Waiting, _ session: Session
  ) throws(Failure) {
    let ended =
      waiting.printsOutput && !session.isJSON
      ? try awaitEnd(printing: Logs(run: run, owner: owner, follow: true), session)
      : try session.await(Wait(owner: owner, run: run)).run
    try report(ended, id: "run \(run)", waiting, session)
  }

  /// Prints the outcome of a run, or that there was none. Throws unless the run completed: the exit code of its
  /// command if requested, else `.negative`.
  ///
  /// - Parameter isQueued: Whether the request was queued when the wait began; if not, `run` is its newest run.
  static func report(
    _ run: RunInfo?, id: String, isQueued: Bool = true, _ waiting: Waiting, _ session: Session
  ) throws(Failure) {
    try session.printAnswer(Wait.Reply(run: run), leavesOutputToCommand: waiting.printsOutput) {
      _ in
      let sentence = RunCard.sentence(run, id: id, isQueued: isQueued)
      return [sentence + (waiting.isForced ? RunCard.afterForcedRun(run) : "")]
    }
    guard run?.outcome != "completed" else { return }
    guard waiting.exitsAsCommand, let code = run?.shellCode else { throw .negative }
    throw .command(exitCode: code)
  }
}

extension RunInfo {
  /// The exit code as in a shell: 128 and the number of the signal if one ended the command; `nil` if there is none, or
  /// if it is 0 though the run did not complete.
  fileprivate var shellCode: Int32? {
    if let exit { return exit == 0 ? nil : Int32(truncatingIfNeeded: exit) }
    return signal.map { 128 + Int32(truncatingIfNeeded: $0) }
  }
}

extension Failure {
  /// Whether the daemon does not know the request, run or app that the call names.
  var isNotFound: Bool {
    if case .refused(error: ControlError.notFound.rawValue, _) = self { true } else { false }
  }
}
