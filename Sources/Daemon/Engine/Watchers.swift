import Control
import Scheduling
import VarlinkServer

/// Calls that watch what happens. Used on the engine's queue only.
final class Watchers {
  private struct Watcher {
    var call: ServerCall
    var scope: Scope
    /// The reasons that were last told, by request.
    var reasons: [RequestKey: [Reason]] = [:]
  }

  private var watchers: [Watcher] = []

  func add(_ call: ServerCall, _ scope: Scope, engine: Engine) {
    let snapshot = NoticeInfo.snapshot(engine)
    call.replyContinuing(Watch.Reply(notice: snapshot))
    var watcher = Watcher(call: call, scope: scope)
    tellReasons(to: &watcher, engine: engine, at: engine.now)
    watchers.append(watcher)
  }

  func send(_ notice: Notice, engine: Engine, at now: Instant) {
    watchers.removeAll(where: \.call.isAbandoned)
    guard !watchers.isEmpty else { return }
    let info = NoticeInfo(notice, at: now)
    for index in watchers.indices where watchers[index].scope.sees(notice) {
      watchers[index].call.replyContinuing(Watch.Reply(notice: info))
      if let key = notice.key { follow(key, &watchers[index], engine: engine, at: now) }
    }
  }

  /// After something happened to a request: what it waits for now, if it waits; else it is forgotten.
  private func follow(
    _ key: RequestKey, _ watcher: inout Watcher, engine: Engine, at now: Instant
  ) {
    if let request = engine.core.request(key) {
      tellReasons(of: [request], to: &watcher, engine: engine, at: now)
    } else {
      watcher.reasons[key] = nil
    }
  }

  /// Tells each watcher what a played story says.
  func send(note: String, at now: Instant) {
    for watcher in watchers where !watcher.call.isAbandoned {
      let notice = NoticeInfo(at: now.wall.text, event: "note", text: note)
      watcher.call.replyContinuing(Watch.Reply(notice: notice))
    }
  }

  /// Tells each watcher what waits for something else than before.
  func sendChangedReasons(engine: Engine, at now: Instant) {
    for index in watchers.indices {
      tellReasons(to: &watchers[index], engine: engine, at: now)
    }
  }

  private func tellReasons(to watcher: inout Watcher, engine: Engine, at now: Instant) {
    let scope = watcher.scope
    let requests = engine.core.allRequests.filter { scope.sees($0.key) }
    tellReasons(
      of: requests.sorted { $0.sequence < $1.sequence }, to: &watcher, engine: engine, at: now)
  }

  private func tellReasons(
    of requests: [Request], to watcher: inout Watcher, engine: Engine, at now: Instant
  ) {
    for request in requests {
      guard let explanation = engine.core.explain(request.key, at: now),
        explanation.state == .waiting, watcher.reasons[request.key] != explanation.reasons
      else { continue }
      watcher.reasons[request.key] = explanation.reasons
      guard !explanation.reasons.isEmpty else { continue }
      watcher.call.replyContinuing(Watch.Reply(notice: NoticeInfo(waiting: explanation, at: now)))
    }
  }
}
