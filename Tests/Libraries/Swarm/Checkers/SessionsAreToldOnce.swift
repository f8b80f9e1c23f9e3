import Scheduling

/// When the last request and run of a transfer session have ended, a wake for the app is stored once, in the same
/// commit. There is no wake if the app was removed, is force-quit, or asked for no wake.
final class SessionsAreToldOnce: Checker {
  private struct Session: Hashable, Comparable {
    var app: AppKey
    var name: String

    init?(_ key: RequestKey, _ name: String?) {
      guard let name, let app = key.app else { return nil }
      (self.app, self.name) = (AppKey(owner: key.owner, id: app), name)
    }

    static func < (left: Self, right: Self) -> Bool {
      (left.app.owner, left.app.id, left.name) < (right.app.owner, right.app.id, right.name)
    }
  }

  func commits(_ changes: [Change], to record: Record, in life: Life) {
    var after = record
    var begun: Set<Session> = []
    for change in changes {
      after.apply(change)
      if case .putRequest(let request) = change,
        let session = Session(request.key, request.terms.task?.transferSession)
      {
        begun.insert(session)
      }
    }
    let before = open(in: record)
    let told = told(by: changes, beside: record)
    let quiet = quiet(in: record).union(quiet(in: after))
    for session in told.intersection(quiet).sorted() {
      life.fail(
        self,
        "the end of session \(session.name) of \(session.app.id) is reported to an app that wants no wake"
      )
    }
    for session in before.subtracting(open(in: after)).sorted() where !told.contains(session) {
      // A wake in the queue, also one that was queued again, reports all sessions that have ended.
      if waits(for: session, record) || waits(for: session, after) { continue }
      if quiet.contains(session) || hasNobody(session, record, changes) { continue }
      life.fail(
        self, "session \(session.name) of \(session.app.id) has ended, and its app is not woken")
    }
    for session in told.sorted() where !before.contains(session) && !begun.contains(session) {
      life.fail(self, "the end of session \(session.name) of \(session.app.id) is reported again")
    }
  }

  /// The sessions with a waiting request or a live run.
  private func open(in record: Record) -> Set<Session> {
    let waiting = record.requests.values.compactMap {
      Session($0.key, $0.terms.task?.transferSession)
    }
    let running = record.liveRuns.values.filter { $0.stopReason != .gate(.forceQuit) }
    return Set(waiting).union(running.compactMap { Session($0.key, $0.task?.transferSession) })
  }

  /// The sessions whose transfers ask for no wake.
  private func quiet(in record: Record) -> Set<Session> {
    let tasks =
      record.requests.values.map { ($0.key, $0.terms.task) }
      + record.liveRuns.values.map { ($0.key, $0.task) }
    let quiet = tasks.filter { $0.1.map { !$0.sendsLaunchEvents } ?? false }
    return Set(quiet.compactMap { Session($0.0, $0.1?.transferSession) })
  }

  private func told(by changes: [Change], beside record: Record) -> Set<Session> {
    let runs = Set(record.liveRuns.values.map(\.sequence))
    let sessions = changes.compactMap { change -> Session? in
      // A wake that did not reach the app in time is queued again; it is not a new wake.
      guard case .putRequest(let request) = change, !runs.contains(request.sequence),
        record.requests[request.key]?.sequence != request.sequence
      else { return nil }
      return events(of: request)
    }
    return Set(sessions)
  }

  private func events(of request: Request) -> Session? {
    guard case .transferEvents(let name) = request.terms.task else { return nil }
    return Session(request.key, name)
  }

  private func waits(for session: Session, _ record: Record) -> Bool {
    record.requests.values.contains { events(of: $0) == session }
  }

  private func hasNobody(_ session: Session, _ record: Record, _ changes: [Change]) -> Bool {
    let known = record.apps[session.app]
    if known?.installation == nil || known?.isForceQuit == true { return true }
    return changes.contains { change in
      switch change {
      case .removeApp(let key): key == session.app
      case .putApp(let app): app.key == session.app && app.isForceQuit
      default: false
      }
    }
  }
}
