/// Time for which no request of a class or profile can start, unless one of its inputs is touched.
struct RecheckTime: Hashable, Sendable {
  /// The moment until which the class or profile need not be evaluated.
  var ends: WallTime
  /// When the class or profile must be evaluated even without an event; `nil` if time alone starts nothing.
  var wakes: WallTime?

  init(ends: WallTime, wakes: WallTime?) {
    self.ends = ends
    self.wakes = wakes
  }

  /// Creates a value that only time ends; `nil`, and the end of time, mean never.
  init(_ moment: WallTime?) {
    let never = WallTime(nanoseconds: .max)
    self.init(ends: moment ?? never, wakes: moment == never ? nil : moment)
  }

  /// Returns the time until the earlier of the two ends, with the earlier wake.
  func joined(_ other: RecheckTime) -> RecheckTime {
    RecheckTime(ends: min(ends, other.ends), wakes: earlier(wakes, other.wakes))
  }
}
