/// How long nothing of a class, or behind a profile, can start, unless something is touched that it reads.
struct Until: Hashable, Sendable {
  /// Until then it need not be asked.
  var ends: WallTime
  /// When it must be asked although nothing else has happened; nil where time alone starts nothing.
  var wakes: WallTime?

  init(ends: WallTime, wakes: WallTime?) {
    self.ends = ends
    self.wakes = wakes
  }

  /// Until time alone ends it; nil, and the end of time, are never.
  init(_ moment: WallTime?) {
    let never = WallTime(nanoseconds: .max)
    self.init(ends: moment ?? never, wakes: moment == never ? nil : moment)
  }

  /// Until the first of both ends.
  func joined(_ other: Until) -> Until {
    Until(ends: min(ends, other.ends), wakes: earlier(wakes, other.wakes))
  }
}
