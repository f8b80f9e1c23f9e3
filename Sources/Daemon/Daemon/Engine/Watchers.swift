import Control
import Descriptors
import Scheduling
import VarlinkServer

/// A client that is notified of events.
protocol Watching: AnyObject, Sendable {
  /// Whether the client has disconnected.
  var isAbandoned: Bool { get }
  /// Whether many of the sent replies have not been read yet.
  var isBehind: Bool { get }
  /// Sends a reply that is not the last one.
  func replyContinuing(_ reply: EncodedReply)
  /// Calls `body`, on any thread, after all sent replies have been read.
  func whenRead(_ body: @escaping @Sendable () -> Void)
  /// Calls `body` once, on any thread, after the client has disconnected.
  func onDisconnect(_ body: @escaping @Sendable () -> Void)
}

extension ServerCall: Watching {}

/// Calls that watch events. Used on the engine's loop only.
///
/// Events are recorded in the step and sent after it. The reasons of requests are evaluated after it, once for all
/// watchers and each request, however much has changed meanwhile (`ReadQueue`).
final class Watchers {
  private struct Watcher {
    let call: any Watching
    let scope: Scope
    /// The number of the last change of reasons that was sent (`ReasonLog`).
    var lastSentChange = 0
    /// Whether the watcher receives more reasons only after it has read the sent replies.
    var waitsForClient = false
  }

  private var watchers: [Watcher] = []
  /// Events that were not sent yet, the oldest first.
  private var notices: ArraySlice<Recorded> = []
  /// Requests with an event since the last evaluation of their reasons.
  private var requestsWithEvent: ArraySlice<RequestKey> = []
  private var log = ReasonLog()
  /// The next place in the scheduler's table of requests to evaluate, while a pass evaluates all of them once; `nil` if
  /// the pass is complete.
  private var nextPlace: Int?
  /// Whether something has changed since the evaluation of all requests began.
  private var hasStaleReasons = false
  /// Whether a watcher may lack a change of reasons.
  private var mayHaveUnsentReasons = false
  /// Whether the next read is queued.
  private var isQueued = false
  /// Number of evaluations of the reasons of a request.
  private(set) var evaluationCount = 0

  private enum Recorded {
    case notice(Notice, at: Instant)
    case scenarioNote(NoticeInfo)
  }

  /// Adds a call that watches the events in `scope`. Sends it the state of the device, and later the reasons of all
  /// requests that wait. The call is removed after its client has disconnected.
  func add(_ call: any Watching, _ scope: Scope, engine: Engine) {
    Self.send(NoticeInfo.snapshot(engine, scope), to: [call])
    watchers.append(Watcher(call: call, scope: scope))
    // Without events, nothing else removes it.
    call.onDisconnect { [weak engine] in
      guard let engine else { return }
      engine.loop.execute { engine.readers.watchers.removeAbandoned() }
    }
    (hasStaleReasons, mayHaveUnsentReasons) = (true, true)
    queueNextPiece(engine)
  }

  /// Records an event, which is sent after the step to the watchers that may see it. Does nothing without watchers.
  func record(_ notice: Notice, engine: Engine, at now: Instant) {
    guard !watchers.isEmpty else { return }
    notices.append(.notice(notice, at: now))
    queueNextPiece(engine)
  }

  /// Records a note of a scenario that a client plays on this daemon. It is sent after the step to each watcher. Does
  /// nothing without watchers.
  func record(note: String, engine: Engine, at now: Instant) {
    guard !watchers.isEmpty else { return }
    notices.append(.scenarioNote(NoticeInfo(at: now.wall.text, event: "note", text: note)))
    queueNextPiece(engine)
  }

  /// Marks the reasons of all requests as stale, so that they are evaluated again. Called after a change that can
  /// affect them.
  func markReasonsStale(engine: Engine) {
    guard !watchers.isEmpty else { return }
    hasStaleReasons = true
    queueNextPiece(engine)
  }

  /// Sends all recorded events immediately, when the daemon ends.
  func sendAllNotices(_ engine: Engine) {
    while sendNextNotice(engine) {}
  }
}

// MARK: Work between steps, in small pieces

extension Watchers {
  /// Queues the watchers' next piece of work as a read of the daemon, unless it is already queued.
  private func queueNextPiece(_ engine: Engine) {
    guard !isQueued else { return }
    isQueued = true
    engine.readers.queue.put(for: nil) { [unowned engine] in
      self.performNextPiece(engine) ? .more : .finished
    }
    engine.continueReads()
  }

  /// Performs one piece of work, the first of these for which there is any: sends an event; evaluates the reasons of a
  /// request that had an event; sends changed reasons; evaluates the reasons of the next of all requests. Returns
  /// `false` if there is no work.
  private func performNextPiece(_ engine: Engine) -> Bool {
    // Events are sent before the reasons that they have changed. Changed reasons are sent before a pass evaluates
    // further requests.
    let hadWork =
      sendNextNotice(engine) || evaluateNextWithEvent(engine) || sendReasons(engine)
      || evaluateNextInPass(engine)
    // The read ends without work, and the next change queues another one.
    isQueued = hadWork
    return hadWork
  }

  /// Removes the watchers whose clients have disconnected. If none is left, also forgets all events and reasons.
  private func removeAbandoned() {
    watchers.removeAll(where: \.call.isAbandoned)
    guard watchers.isEmpty else { return }
    notices = []
    requestsWithEvent = []
    log = ReasonLog()
    nextPlace = nil
    hasStaleReasons = false
    mayHaveUnsentReasons = false
  }

  /// Sends the oldest recorded event to the watchers that may see it. Returns `false` if there is none.
  private func sendNextNotice(_ engine: Engine) -> Bool {
    guard let recorded = notices.popFirst() else { return false }
    removeAbandoned()
    switch recorded {
    case .scenarioNote(let info): Self.send(info, to: watchers.map(\.call))
    case .notice(.device(let values), let now): send(values, at: now, engine)
    case .notice(let notice, let now):
      // The run may end before the request is evaluated.
      if case .started(let run) = notice { log.forget(run.key) }
      let receivers = watchers.filter { $0.scope.sees(notice) }
      Self.send(NoticeInfo(notice, at: now), to: receivers.map(\.call))
      // The reasons of a request that no watcher may see are not evaluated.
      if let key = notice.key, !receivers.isEmpty { requestsWithEvent.append(key) }
    }
    return true
  }

  /// Sends changed values of the device to all watchers; paths and networks only to watchers whose requests name
  /// them.
  private func send(_ values: [DeviceValue], at now: Instant, _ engine: Engine) {
    guard values.contains(where: \.isShownByUser) else {
      return Self.send(NoticeInfo(.device(values), at: now), to: watchers.map(\.call))
    }
    for watcher in watchers {
      let seen = watcher.scope.seen(of: values, engine.core)
      if !seen.isEmpty { Self.send(NoticeInfo(.device(seen), at: now), to: [watcher.call]) }
    }
  }

  /// Encodes an event once, and sends it to each of `calls`. Does nothing if it cannot be encoded.
  private static func send(_ info: NoticeInfo, to calls: [any Watching]) {
    guard let reply = EncodedReply(continuing: Watch.Reply(notice: info)) else { return }
    for call in calls { call.replyContinuing(reply) }
  }

  /// Evaluates the reasons of the next request that had an event; forgets the request if it no longer exists. Returns
  /// `false` if there is none.
  private func evaluateNextWithEvent(_ engine: Engine) -> Bool {
    guard let key = requestsWithEvent.popFirst() else { return false }
    if engine.core.request(key) == nil { log.forget(key) } else { evaluateReasons(key, engine) }
    return true
  }

  /// Evaluates the reasons of the request in the next place of the scheduler's table, if a watcher may see it. After a
  /// change, a pass over all places begins. Returns `false` if no pass is needed.
  private func evaluateNextInPass(_ engine: Engine) -> Bool {
    if nextPlace == nil, hasStaleReasons {
      nextPlace = 0
      hasStaleReasons = false
      // If no watcher is left, this ends the pass.
      removeAbandoned()
    }
    guard let place = nextPlace else { return false }
    nextPlace = place + 1 < engine.core.slotCount ? place + 1 : nil
    if let key = engine.core.request(inSlot: place)?.key, isSeen(key) {
      evaluateReasons(key, engine)
    }
    return true
  }

  /// Returns whether a watcher may see the request.
  private func isSeen(_ key: RequestKey) -> Bool {
    watchers.contains { $0.scope.sees(key) }
  }

  /// Evaluates the reasons why a request waits. If they have changed, records a notice of them. If the request does not
  /// wait, forgets its reasons: its next wait is reported, also if it has the same ones.
  private func evaluateReasons(_ key: RequestKey, _ engine: Engine) {
    let now = engine.now
    evaluationCount += 1
    guard let explanation = engine.core.explain(key, at: now), explanation.state == .waiting else {
      return log.forget(key)
    }
    let isChanged = log.record(key, explanation.reasons) {
      EncodedReply(continuing: Watch.Reply(notice: NoticeInfo(waiting: explanation, at: now)))
    }
    if isChanged { mayHaveUnsentReasons = true }
  }

  /// Sends the next changed reasons to each watcher that reads its replies. Returns `false` if no watcher lacks a
  /// change.
  private func sendReasons(_ engine: Engine) -> Bool {
    guard mayHaveUnsentReasons else { return false }
    // Stays `false` if each watcher has all changes or waits for its client.
    mayHaveUnsentReasons = false
    for index in watchers.indices where !watchers[index].waitsForClient {
      guard let entry = log.next(after: watchers[index].lastSentChange) else { continue }
      mayHaveUnsentReasons = true
      send(entry, toWatcherAt: index, engine)
    }
    return mayHaveUnsentReasons
  }

  /// Sends a change to a watcher. A watcher that does not read receives none: after it has read, it receives the
  /// current reasons.
  private func send(_ entry: ReasonLog.Entry, toWatcherAt index: Int, _ engine: Engine) {
    let watcher = watchers[index]
    if watcher.call.isBehind {
      watchers[index].waitsForClient = true
      watcher.call.whenRead { [weak engine, weak call = watcher.call] in
        guard let engine, let call else { return }
        engine.loop.execute { engine.readers.watchers.resume(call, engine) }
      }
      return
    }
    // Also for a change that the watcher may not see, so that it is not selected again.
    watchers[index].lastSentChange = entry.change
    if let notice = entry.notice, watcher.scope.sees(entry.key) {
      watcher.call.replyContinuing(notice)
    }
  }

  /// Lets a watcher receive reasons again, after it has read the sent replies. Does nothing if the watcher was removed.
  private func resume(_ call: any Watching, _ engine: Engine) {
    guard let index = watchers.firstIndex(where: { $0.call === call }) else { return }
    watchers[index].waitsForClient = false
    mayHaveUnsentReasons = true
    queueNextPiece(engine)
  }
}
