import Scheduling

/// A read of many requests, one at a time. Each request that exists throughout is visited once, in its state at
/// that moment. The answer is assembled at the end, on another queue.
struct RequestWalk<Found: Sendable, Reply>: Walk {
  /// Makes the answer from everything found; called on any queue.
  typealias Summary = @Sendable ([Found]) throws(Refusal) -> Reply

  private let meant: SelectedRequests
  private let tellsRunningTasks: Bool
  /// Returns the part of a request that the answer needs; `nil` if it needs nothing.
  private let visit: (Request, any EngineView) -> Found?
  /// Collects the other values that the answer needs, after the last request.
  private let finish: (any EngineView) -> Summary
  /// Number of requests that are visited in one piece.
  private let visitsAtOnce: Int

  /// The current position.
  private struct Place {
    /// The next slot to visit.
    var slot = 0
    /// The tasks of apps among the visited requests. A task that begins meanwhile is not visited again.
    var visitedTasks: Set<RequestKey> = []
    /// The running tasks that remain to be visited; `nil` while there are slots to visit.
    var runningTasks: [RequestKey]?
  }

  /// Prepares the read of the requests `meant`: `visit` is called for each request, then `finish` once for the answer.
  ///
  /// - Parameters:
  ///   - tellsRunningTasks: Whether running tasks of apps are also visited, though their requests are consumed.
  ///   - visitsAtOnce: The number of visits in one piece; together they must not delay other work for too long.
  init(
    _ meant: SelectedRequests, tellsRunningTasks: Bool = false, visitsAtOnce: Int = 1,
    visit: @escaping (Request, any EngineView) -> Found?,
    finish: @escaping (any EngineView) -> Summary
  ) {
    self.meant = meant
    self.tellsRunningTasks = tellsRunningTasks
    self.visitsAtOnce = visitsAtOnce
    self.visit = visit
    self.finish = finish
  }

  /// Number of unselected requests that are skipped in one piece.
  private static var stride: Int { 64 }

  /// Returns the read, which visits up to `visitsAtOnce` requests in each piece. The last piece collects the other
  /// values and continues on another queue, which assembles the answer.
  func read(
    for user: UInt32, _ engine: Engine,
    _ answer: @escaping @Sendable (() throws(Refusal) -> Reply) -> Void
  ) -> ReadQueue.Read {
    var place = Place()
    var found: [Found] = []
    return { [unowned engine] in
      var isLast = false
      for _ in 0..<visitsAtOnce where !isLast {
        let next = engine.read { self.next(after: &place, $0) }
        if let request = next.request, let one = visit(request, engine) { found.append(one) }
        isLast = next.isLast
      }
      if !isLast { return .more }
      let summary = finish(engine)
      engine.continueOnOtherThread(for: user) { [found] in
        answer { () throws(Refusal) in try summary(found) }
      }
      return .away
    }
  }

  /// Returns the next selected request and moves `place` behind it; no request if the next `stride` slots contain none.
  /// `isLast` shows that nothing remains to be visited.
  private func next(
    after place: inout Place, _ core: Scheduler
  ) -> (request: Request?, isLast: Bool) {
    if let only = meant.only {
      return (core.request(only) ?? (tellsRunningTasks ? core.runningTask(only) : nil), true)
    }
    let end = min(place.slot + Self.stride, core.slotCount)
    while place.slot < end {
      defer { place.slot += 1 }
      guard let request = core.request(inSlot: place.slot), meant.includes(request.key) else {
        continue
      }
      if tellsRunningTasks, request.terms.command.isTask { place.visitedTasks.insert(request.key) }
      return (request, place.slot + 1 >= core.slotCount && !tellsRunningTasks)
    }
    guard place.slot >= core.slotCount else { return (nil, false) }
    return tellsRunningTasks ? nextTask(after: &place, core) : (nil, true)
  }

  /// Returns the next selected task that runs and has no request any more; no request if that task has ended meanwhile.
  /// `isLast` shows that no task remains to be visited.
  private func nextTask(
    after place: inout Place, _ core: Scheduler
  ) -> (request: Request?, isLast: Bool) {
    var tasks =
      place.runningTasks
      ?? core.runningTasks.filter { meant.includes($0) && !place.visitedTasks.contains($0) }
    let next = tasks.popLast()
    place.runningTasks = tasks
    return (next.flatMap { core.runningTask($0) }, tasks.isEmpty)
  }
}
