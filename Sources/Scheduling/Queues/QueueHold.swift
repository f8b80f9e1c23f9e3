/// What keeps all requests of a queue waiting for the sake of their app: it is the same for all.
struct QueueHold: Hashable, Sendable {
  /// Until then something else than the price does, unless the app changes.
  var ends = WallTime(nanoseconds: .min)
  /// Whether they are not worth their price.
  var awaitsPrice = false

  /// The same, and something else until `end`; nil where that is not known.
  func holding(until end: WallTime?) -> Self? {
    end.map { Self(ends: max(ends, $0), awaitsPrice: awaitsPrice) }
  }
}

/// What is known of an app while its queue is held: it has not changed since.
struct HeldApp: Sendable {
  var owner: UInt32 = 0
  var habit = AppHabit()
  var lastRefreshed: LocalTime?
}
