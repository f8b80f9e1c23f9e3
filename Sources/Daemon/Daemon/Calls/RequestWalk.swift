import Scheduling

/// A look at many requests, one at a time. Each request that is there all the while is
/// seen once, as it is at that moment; the answer is put together at the end, elsewhere.
struct RequestWalk<Found: Sendable, Reply>: Walk {
  /// What is to be answered, from all that was found; called on any queue.
  typealias Summary = @Sendable ([Found]) throws(Refusal) -> Reply

  private let meant: SelectedRequests
  private let tellsRunningTasks: Bool
  /// What the answer needs of a request; nil where it needs nothing.
  private let visit: (Request, any EngineView) -> Found?
  /// Takes what the answer needs besides, after the last request.
  private let finish: (any EngineView) -> Summary
  /// How many requests are visited in one piece.
  private let visitsAtOnce: Int

  /// How far it has come.
  private struct Place {
    /// The next slot to look at.
    var slot = 0
    /// The tasks of apps among the requests that were visited; one that begins meanwhile is not visited again.
    var visitedTasks: Set<RequestKey> = []
    /// The running tasks that are yet to be visited; nil as long as there are slots to look at.
    var runningTasks: [RequestKey]?
  }

  /// - Parameters:
  ///   - tellsRunningTasks: Tasks of apps that run are visited as well, though their requests are consumed.
  ///   - visitsAtOnce: How many visits take no longer together than what is put up with before others have
  ///     their turn.
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

  /// How many requests that are not meant are passed over at once.
  private static var stride: Int { 64 }

  func read(
    for user: UInt32, _ engine: Engine,
    _ answer: @escaping @Sendable (() throws(Refusal) -> Reply) -> Void
  ) -> ReadQueue.Read {
    var place = Place()
    var found: [Found] = []
    return { [unowned engine] in
      var isLast = false
      // Once for all visits: it is a large value.
      let core = engine.core
      for _ in 0..<visitsAtOnce where !isLast {
        let next = next(after: &place, core)
        if let request = next.request, let one = visit(request, engine) { found.append(one) }
        isLast = next.isLast
      }
      if !isLast { return .more }
      let summary = finish(engine)
      engine.finishElsewhere(for: user) { [found] in
        answer { () throws(Refusal) in try summary(found) }
      }
      return .away
    }
  }

  /// The next request that is meant, if it is near, and whether there is none behind.
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

  /// The same of the tasks that run and have no request any more.
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
