import Control
import Terminal

/// How a request came out, for those who wait for it.
enum Outcome {
  /// Waits for the end of a request that was just submitted. It may have ended already.
  static func await(_ request: RequestInfo, _ session: Session) throws(Failure) {
    if let run = request.run, request.state == "running" {
      let ended = try session.call(Wait(run: run), takesLong: true).run
      if !isSentBack(ended) { return try report(ended, id: request.id, session) }
    }
    try report(try end(of: request, session), id: request.id, session)
  }

  /// A run that was sent back to wait is no end.
  private static func isSentBack(_ run: RunInfo?) -> Bool {
    ["deferred", "interrupted", "retryLater"].contains(run?.outcome)
  }

  private static func end(
    of request: RequestInfo, _ session: Session
  ) throws(Failure) -> RunInfo? {
    do throws(Failure) {
      return try session.call(Wait(id: request.id, app: request.app), takesLong: true).run
    } catch {
      guard case .refused(error: ControlError.notFound.rawValue, _) = error else { throw error }
      return try newestRun(of: request, session)
    }
  }

  private static func newestRun(
    of request: RequestInfo, _ session: Session
  ) throws(Failure) -> RunInfo? {
    let runs = try session.call(Runs(id: request.id, app: request.app, limit: 1)).runs
    // Both are RFC 3339 in UTC. A run of an earlier request of this id says nothing about this one.
    return runs.first { ($0.end ?? $0.start ?? "") >= request.submitted }
  }

  /// Waits for the end of a run.
  static func await(run: Int64, owner: Int64?, _ session: Session) throws(Failure) {
    let ended = try session.call(Wait(owner: owner, run: run), takesLong: true).run
    try report(ended, id: "run \(run)", session)
  }

  /// Prints how it came out; it is negative unless the run completed.
  static func report(_ run: RunInfo?, id: String, _ session: Session) throws(Failure) {
    try session.answer(Wait.Reply(run: run)) { _ in [RunCard.sentence(run, id: id)] }
    guard run?.outcome == "completed" else { throw .negative }
  }
}
