import Control
import Terminal
import Varlink

/// How a request came out, for those who wait for it.
enum Outcome {
  /// Waits for the end of a request that was just submitted. It may have ended already.
  ///
  /// - Parameter kept: It had been submitted before.
  static func await(
    _ request: RequestInfo, kept: Bool, _ waiting: Waiting, _ session: Session
  ) throws(Failure) {
    let after = try lastRun(before: request, kept: kept, session)
    let run: RunInfo?
    do throws(Failure) {
      run = try end(of: request, after: after, session)
    } catch {
      guard error.isNotFound else { throw error }
      run = try newestRun(of: request, session)
    }
    try report(run, id: request.id, waiting, session)
  }

  private static func end(
    of request: RequestInfo, after: Int64, _ session: Session
  ) throws(Failure) -> RunInfo? {
    if session.isJSON {
      return try session.await(
        Wait(id: request.id, app: request.app, owner: request.owner, after: after)
      ).run
    }
    let output = Logs(
      id: request.id, app: request.app, owner: request.owner, follow: true, after: after)
    return try end(printing: output, session)
  }

  /// Prints what runs write, until one has ended and was not sent back to wait.
  private static func end(
    printing call: Logs, _ session: Session
  ) throws(Failure) -> RunInfo? {
    var ended: RunInfo?
    try session.readOutput(call) { piece in
      Output.write(piece.text)
      guard let run = piece.ended else { return .goOn }
      Output.endText()
      ended = run
      if piece.truncated { Output.printError("rubatoctl: older output was dropped") }
      return isSentBack(run) ? .goOn : .stop
    }
    return ended
  }

  /// A run that was sent back to wait is no end.
  private static func isSentBack(_ run: RunInfo) -> Bool {
    ["deferred", "interrupted", "retryLater"].contains(run.outcome)
  }

  /// The last run that says nothing about the request; 0 where there is none.
  private static func lastRun(
    before request: RequestInfo, kept: Bool, _ session: Session
  ) throws(Failure) -> Int64 {
    if request.state == "running", let run = request.run { return run &- 1 }
    let runs = try runs(of: request, limit: 20, session)
    return runs.first { kept || !isRun($0, of: request) }?.run ?? 0
  }

  /// A run of an earlier request of this id says nothing about this one. Both are RFC 3339 in UTC.
  private static func isRun(_ run: RunInfo, of request: RequestInfo) -> Bool {
    (run.start ?? run.end ?? "") >= request.submitted
  }

  /// Its newest runs; none of what never ran and is gone. Asked for by its owner: once it has gone, its id alone may mean
  /// another user's.
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

  /// Nil where it never ran.
  private static func newestRun(
    of request: RequestInfo, _ session: Session
  ) throws(Failure) -> RunInfo? {
    try runs(of: request, limit: 1, session)
      .first { ($0.end ?? $0.start ?? "") >= request.submitted }
  }

  /// Waits for the end of a run.
  static func await(
    run: Int64, owner: Int64?, _ waiting: Waiting, _ session: Session
  ) throws(Failure) {
    let ended =
      waiting.printsOutput && !session.isJSON
      ? try end(printing: Logs(run: run, owner: owner, follow: true), session)
      : try session.await(Wait(owner: owner, run: run)).run
    try report(ended, id: "run \(run)", waiting, session)
  }

  /// Prints how it came out; it is negative unless the run completed.
  static func report(
    _ run: RunInfo?, id: String, _ waiting: Waiting, _ session: Session
  ) throws(Failure) {
    try session.answer(Wait.Reply(run: run), besideOutput: waiting.printsOutput) { _ in
      [RunCard.sentence(run, id: id)]
    }
    guard run?.outcome != "completed" else { return }
    guard waiting.exitsAsCommand, let code = run?.shellCode else { throw .negative }
    throw .command(exitCode: code)
  }
}

extension RunInfo {
  /// The exit code as a shell has it, 128 and the number of the signal where one ended the command; nil where it has none,
  /// and where it exited with 0 and has not completed for all that.
  fileprivate var shellCode: Int32? {
    if let exit { return exit == 0 ? nil : Int32(truncatingIfNeeded: exit) }
    return signal.map { 128 + Int32(truncatingIfNeeded: $0) }
  }
}

extension Failure {
  var isNotFound: Bool {
    if case .refused(error: ControlError.notFound.rawValue, _) = self { true } else { false }
  }
}
