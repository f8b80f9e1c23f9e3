import Scheduling

/// A look at many requests, one at a time. Each request that is there all the while is
/// seen once, as it is at that moment; the answer is put together at the end, elsewhere.
struct RequestWalk<Found: Sendable, Reply>: Walk {
  /// What is to be answered, from all that was found; called on any queue.
  typealias Summary = @Sendable ([Found]) throws(Refusal) -> Reply

  private let meant: SelectedRequests
  /// What the answer needs of a request; nil where it needs nothing.
  private let visit: (Request, any EngineView) -> Found?
  /// Takes what the answer needs besides, after the last request.
  private let finish: (any EngineView) -> Summary
  /// How many requests are visited in one piece.
  private let visitsAtOnce: Int

  /// - Parameter visitsAtOnce: How many visits take no longer together than what is put up with before
  ///   others have their turn.
  init(
    _ meant: SelectedRequests, visitsAtOnce: Int = 1,
    visit: @escaping (Request, any EngineView) -> Found?,
    finish: @escaping (any EngineView) -> Summary
  ) {
    self.meant = meant
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
    var slot = 0
    var found: [Found] = []
    return { [unowned engine] in
      var isLast = false
      // Once for all visits: it is a large value.
      let core = engine.core
      for _ in 0..<visitsAtOnce where !isLast {
        let next = next(after: &slot, core)
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
    after slot: inout Int, _ core: Scheduler
  ) -> (request: Request?, isLast: Bool) {
    if let only = meant.only { return (core.request(only), true) }
    let end = min(slot + Self.stride, core.slotCount)
    while slot < end {
      defer { slot += 1 }
      guard let request = core.request(inSlot: slot), meant.includes(request.key) else {
        continue
      }
      return (request, slot + 1 >= core.slotCount)
    }
    return (nil, slot >= core.slotCount)
  }
}
