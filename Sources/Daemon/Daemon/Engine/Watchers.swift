import Control
import Descriptors
import Scheduling
import VarlinkServer

/// Who is told what happens.
protocol Watching: AnyObject, Sendable {
  /// Whether nobody hears it any more.
  var isAbandoned: Bool { get }
  /// Whether much of what was told has not been read yet.
  var isBehind: Bool { get }
  func replyContinuing(_ reply: EncodedReply)
  /// Has `body` called, on whatever thread, once all that was told has been read.
  func whenRead(_ body: @escaping @Sendable () -> Void)
}

extension ServerCall: Watching {}

/// Calls that watch what happens. Used on the engine's loop only.
///
/// What happened is noted in the step and told after it; what requests wait for is reckoned after it,
/// once for all watchers and each request, whatever has changed meanwhile (`ReadQueue`).
final class Watchers {
  private struct Watcher {
    let call: any Watching
    let scope: Scope
    /// The change of reasons up to which it was told.
    var change = 0
    /// Whether it is told of more reasons only once it has read what it was told.
    var isWaiting = false
  }

  private var watchers: [Watcher] = []
  /// What happened and was not told yet, the oldest first.
  private var notices: ArraySlice<Told> = []
  /// What something happened to since its reasons were reckoned.
  private var touched: ArraySlice<RequestKey> = []
  private var log = ReasonLog()
  /// The slot of the next request to reckon; nil where all have been.
  private var slot: Int?
  /// Whether something has changed since the reckoning of all began.
  private var isStale = false
  /// Whether somebody may not have been told of each change of reasons.
  private var hasNews = false
  /// Whether it is in line for being read on.
  private var isInLine = false
  /// How often the reasons of a request were reckoned.
  private(set) var reckonings = 0

  private enum Told {
    case notice(Notice, at: Instant)
    case note(NoticeInfo)
  }

  func add(_ call: any Watching, _ scope: Scope, engine: Engine) {
    Self.tell(NoticeInfo.snapshot(engine, scope), to: [call])
    watchers.append(Watcher(call: call, scope: scope))
    (isStale, hasNews) = (true, true)
    line(up: engine)
  }

  /// Something happened.
  func send(_ notice: Notice, engine: Engine, at now: Instant) {
    guard !watchers.isEmpty else { return }
    notices.append(.notice(notice, at: now))
    line(up: engine)
  }

  /// Tells each watcher what a played story says.
  func send(note: String, engine: Engine, at now: Instant) {
    guard !watchers.isEmpty else { return }
    notices.append(.note(NoticeInfo(at: now.wall.text, event: "note", text: note)))
    line(up: engine)
  }

  /// Requests may wait for something else than before.
  func noteChange(engine: Engine) {
    guard !watchers.isEmpty else { return }
    isStale = true
    line(up: engine)
  }

  /// Tells at once all that happened, for a daemon that ends.
  func tellAllNotices(_ engine: Engine) {
    while tellNotice(engine) {}
  }
}

// MARK: What is done between steps, a little at a time

extension Watchers {
  private func line(up engine: Engine) {
    guard !isInLine else { return }
    isInLine = true
    engine.readers.queue.put(for: nil) { [unowned engine] in
      self.readOn(engine) ? .more : .finished
    }
    engine.continueReads()
  }

  private func readOn(_ engine: Engine) -> Bool {
    isInLine =
      tellNotice(engine) || reckonTouched(engine) || tellReasons(engine) || reckonNext(engine)
    return isInLine
  }

  private func removeAbandoned() {
    watchers.removeAll(where: \.call.isAbandoned)
    guard watchers.isEmpty else { return }
    (notices, touched, log) = ([], [], ReasonLog())
    (slot, isStale, hasNews) = (nil, false, false)
  }

  private func tellNotice(_ engine: Engine) -> Bool {
    guard let told = notices.popFirst() else { return false }
    removeAbandoned()
    switch told {
    case .note(let info): Self.tell(info, to: watchers.map(\.call))
    case .notice(.device(let values), let now): tell(values, at: now, engine)
    case .notice(let notice, let now):
      let listening = watchers.filter { $0.scope.sees(notice) }
      Self.tell(NoticeInfo(notice, at: now), to: listening.map(\.call))
      if let key = notice.key, !listening.isEmpty { touched.append(key) }
    }
    return true
  }

  /// The device is told to all, and paths to those whose requests name them.
  private func tell(_ values: [DeviceValue], at now: Instant, _ engine: Engine) {
    guard values.contains(where: \.isOfPath) else {
      return Self.tell(NoticeInfo(.device(values), at: now), to: watchers.map(\.call))
    }
    for watcher in watchers {
      let seen = watcher.scope.seen(of: values, engine.core)
      if !seen.isEmpty { Self.tell(NoticeInfo(.device(seen), at: now), to: [watcher.call]) }
    }
  }

  private static func tell(_ info: NoticeInfo, to calls: [any Watching]) {
    guard let reply = EncodedReply(continuing: Watch.Reply(notice: info)) else { return }
    for call in calls { call.replyContinuing(reply) }
  }

  /// After something happened to a request: what it waits for now, if it waits; else it is forgotten.
  private func reckonTouched(_ engine: Engine) -> Bool {
    guard let key = touched.popFirst() else { return false }
    if engine.core.request(key) == nil { log.forget(key) } else { reckon(key, engine) }
    return true
  }

  private func reckonNext(_ engine: Engine) -> Bool {
    if slot == nil, isStale {
      (slot, isStale) = (0, false)
      removeAbandoned()
    }
    guard let slot else { return false }
    self.slot = slot + 1 < engine.core.slotCount ? slot + 1 : nil
    if let key = engine.core.request(inSlot: slot)?.key, isSeen(key) { reckon(key, engine) }
    return true
  }

  private func isSeen(_ key: RequestKey) -> Bool {
    watchers.contains { $0.scope.sees(key) }
  }

  private func reckon(_ key: RequestKey, _ engine: Engine) {
    let now = engine.now
    reckonings += 1
    guard let explanation = engine.core.explain(key, at: now), explanation.state == .waiting else {
      return
    }
    let isNew = log.note(key, explanation.reasons) {
      EncodedReply(continuing: Watch.Reply(notice: NoticeInfo(waiting: explanation, at: now)))
    }
    if isNew { hasNews = true }
  }

  /// Tells each watcher of one change that it has not heard of.
  private func tellReasons(_ engine: Engine) -> Bool {
    guard hasNews else { return false }
    hasNews = false
    for index in watchers.indices where !watchers[index].isWaiting {
      guard let entry = log.next(after: watchers[index].change) else { continue }
      hasNews = true
      tell(entry, toWatcherAt: index, engine)
    }
    return hasNews
  }

  /// One that does not read is told of no more: when it has read on, it is told how things are then.
  private func tell(_ entry: ReasonLog.Entry, toWatcherAt index: Int, _ engine: Engine) {
    let watcher = watchers[index]
    guard !watcher.call.isBehind else {
      watchers[index].isWaiting = true
      return watcher.call.whenRead { [weak engine, weak call = watcher.call] in
        guard let engine, let call else { return }
        engine.loop.execute { engine.readers.watchers.goOn(with: call, engine) }
      }
    }
    watchers[index].change = entry.change
    if let notice = entry.notice, watcher.scope.sees(entry.key) {
      watcher.call.replyContinuing(notice)
    }
  }

  private func goOn(with call: any Watching, _ engine: Engine) {
    guard let index = watchers.firstIndex(where: { $0.call === call }) else { return }
    watchers[index].isWaiting = false
    hasNews = true
    line(up: engine)
  }
}
