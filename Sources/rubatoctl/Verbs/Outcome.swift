import Control
import Terminal

/// How a request came out, for those who wait for it.
enum Outcome {
  /// Waits for the end of a request that was just submitted. It may have ended already.
  static func await(_ request: RequestInfo, _ session: Session) throws(Failure) {
    do throws(Failure) {
      let wait = Wait(id: request.id, app: request.app)
      try report(try session.call(wait, takesLong: true).run, id: request.id, session)
    } catch {
      guard case .refused(error: ControlError.notFound.rawValue, _) = error else { throw error }
      try report(try newestRun(of: request, session), id: request.id, session)
    }
  }

  private static func newestRun(
    of request: RequestInfo, _ session: Session
  ) throws(Failure) -> RunInfo? {
    let runs = try session.call(Runs(id: request.id, app: request.app, limit: 1)).runs
    // Both are RFC 3339 in UTC. A run of an earlier request of this id says nothing about this one.
    return runs.first { ($0.end ?? $0.start ?? "") >= request.submitted }
  }

  /// Prints how it came out; it is negative unless the run completed.
  static func report(_ run: RunInfo?, id: String, _ session: Session) throws(Failure) {
    try session.answer(Wait.Reply(run: run)) { _ in [RunCard.sentence(run, id: id)] }
    guard run?.outcome == "completed" else { throw .negative }
  }
}
