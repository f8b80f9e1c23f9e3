import Control
import Terminal
import Varlink

/// The outcome of a request, for a caller that waits for it.
enum Outcome {
  /// Waits for the end of a request that was just submitted, and reports the outcome. The request may have ended
  /// already.
  ///
  /// - Parameter kept: Whether the submission has kept a request that was queued before.
  static func await(
    _ request: RequestInfo, kept: Bool, _ waiting: Waiting, _ session: Session
  ) throws(Failure) {
    let earlierRun = try newestEarlierRun(before: request, kept: kept, session)
    if request.state != "running" { try session.reportStoppedClock() }
    let run: RunInfo?
    do throws(Failure) {
      run = try awaitEnd(of: request, after: earlierRun, session)
    } catch {
      // The request has ended and no longer exists; its runs are kept.
      guard error.isNotFound else { throw error }
      run = try newestRun(of: request, session)
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

  /// Whether the run was sent back to wait, which is not an end.
  private static func isSentBack(_ run: RunInfo) -> Bool {
    ["deferred", "interrupted", "retryLater"].contains(run.outcome)
  }

  /// Returns the number of the newest run that is not awaited; 0 if there is none. Runs are numbered in the order of
  /// their starts, so a wait for a run above this number ignores the ends of all earlier runs.
  private static func newestEarlierRun(
    before request: RequestInfo, kept: Bool, _ session: Session
  ) throws(Failure) -> Int64 {
    // The present run is awaited, so that each run with a smaller number is an earlier one.
    if request.state == "running", let run = request.run { return run &- 1 }
    // Newest first. If an earlier request was kept, each of its runs is an earlier one.
    let runs = try runs(of: request, limit: 20, session)
    return runs.first { kept || !belongs($0, to: request) }?.run ?? 0
  }

  /// Whether the run belongs to this request and not to an earlier one of its id. Both times are RFC 3339 in UTC.
  private static func belongs(_ run: RunInfo, to request: RequestInfo) -> Bool {
    (run.start ?? run.end ?? "") >= request.submitted
  }

  /// Returns the newest runs of a request; empty for a request that never ran and no longer exists. The owner is
  /// given, since without the request its id may mean another user's.
  private static func runs(
    of request: RequestInfo, limit: Int64, _ session: Session
  ) throws(Failure) -> [RunInfo] {
    let call = Runs(id: request.id, app: request.app, owner: request.owner, limit: limit)
    do throws(Failure) {
      return try session.call(call).runs
    } catch {
      guard error.isNotFound else { throw error }
      return []
    }
  }

  /// Returns the newest run of a request; `nil` if the request has not run since its submission.
  private static func newestRun(
    of request: RequestInfo, _ session: Session
  ) throws(Failure) -> RunInfo? {
    try runs(of: request, limit: 1, session)
      .first { ($0.end ?? $0.start ?? "") >= request.submitted }
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
