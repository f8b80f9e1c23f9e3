import Scheduling

/// A read of many requests, one at a time. Each request that exists throughout is visited once, in its state at
/// that moment. The answer is assembled at the end, on another queue.
struct RequestWalk<Found: Sendable, Reply>: Walk {
  /// Makes the answer from everything found; called on any queue.
  typealias Summary = @Sendable ([Found]) throws(Refusal) -> Reply

  private let selected: SelectedRequests
  private let includesRunningTasks: Bool
  /// Returns the part of a request that the answer needs; `nil` if it needs nothing.
  private let visit: (Request, any EngineView) -> Found?
  /// Collects the other values that the answer needs, after the last request.
  private let makeSummary: (any EngineView) -> Summary
  /// Number of requests that are visited in one piece.
  private let visitsPerPiece: Int

  /// The current position.
  private struct Position {
    /// The next place to visit in the scheduler's table of requests.
    var place = 0
    /// The tasks of apps among the visited requests. A task that begins meanwhile is not visited again.
    var visitedTasks: Set<RequestKey> = []
    /// The running tasks that remain to be visited; `nil` while there are places to visit.
    var runningTasks: [RequestKey]?
  }

  /// Prepares the read of the requests `selected`: `visit` is called for each request, then `summary` once for the
  /// answer.
  ///
  /// - Parameters:
  ///   - includesRunningTasks: Whether running tasks of apps are also visited, though their requests are consumed.
  ///   - visitsPerPiece: The number of visits in one piece; together they must not delay other work for too long.
  init(
    _ selected: SelectedRequests, includesRunningTasks: Bool = false, visitsPerPiece: Int = 1,
    visit: @escaping (Request, any EngineView) -> Found?,
    summary: @escaping (any EngineView) -> Summary
  ) {
    self.selected = selected
    self.includesRunningTasks = includesRunningTasks
    self.visitsPerPiece = visitsPerPiece
    self.visit = visit
    makeSummary = summary
  }

  /// The number of places that are searched in one piece for the next selected request.
  private static var placesPerPiece: Int { 64 }

  /// Returns the read, which visits up to `visitsPerPiece` requests in each piece. The last piece collects the other
  /// values and continues on another queue, which assembles the answer.
  func read(
    for user: UInt32, _ engine: Engine,
    _ answer: @escaping @Sendable (() throws(Refusal) -> Reply) -> Void
  ) -> ReadQueue.Read {
    var position = Position()
    var found: [Found] = []
    return { [unowned engine] in
      var isLast = false
      for _ in 0..<visitsPerPiece where !isLast {
        let next = engine.read { self.nextRequest(after: &position, $0) }
        if let request = next.request, let part = visit(request, engine) { found.append(part) }
        isLast = next.isLast
      }
      if !isLast { return .more }
      let summary = makeSummary(engine)
      engine.continueOnOtherThread(for: user) { [found] in
        answer { () throws(Refusal) in try summary(found) }
      }
      return .onOtherThread
    }
  }

  /// Returns the next selected request and moves `position` behind it; no request if the next `placesPerPiece` places
  /// contain none. `isLast` shows that nothing remains to be visited.
  private func nextRequest(
    after position: inout Position, _ core: Scheduler
  ) -> (request: Request?, isLast: Bool) {
    if let only = selected.only {
      // The request of a running task is consumed, so it is not in the table.
      let request = core.request(only)
      return (request ?? (includesRunningTasks ? core.runningTask(only) : nil), true)
    }
    let end = min(position.place + Self.placesPerPiece, core.slotCount)
    while position.place < end {
      let place = position.place
      position.place += 1
      guard let request = core.request(inSlot: place), selected.includes(request.key) else {
        continue
      }
      // The task can begin before the running tasks are visited, after the table.
      if includesRunningTasks, request.terms.command.isTask {
        position.visitedTasks.insert(request.key)
      }
      let isLastPlace = position.place >= core.slotCount
      return (request, isLastPlace && !includesRunningTasks)
    }
    if position.place < core.slotCount { return (nil, false) }
    // All queued requests are visited; running tasks without one follow.
    return includesRunningTasks ? nextTask(after: &position, core) : (nil, true)
  }

  /// Returns the next selected task that runs and has no request any more; no request if that task has ended meanwhile.
  /// `isLast` shows that no task remains to be visited.
  private func nextTask(
    after position: inout Position, _ core: Scheduler
  ) -> (request: Request?, isLast: Bool) {
    // The list is made at the first call, after the last place of the table.
    var tasks =
      position.runningTasks
      ?? core.runningTasks.filter { selected.includes($0) && !position.visitedTasks.contains($0) }
    // From the end, since the order of the answer is made later.
    let next = tasks.popLast()
    position.runningTasks = tasks
    return (next.flatMap { core.runningTask($0) }, tasks.isEmpty)
  }
}
