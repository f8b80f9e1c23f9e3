/// Time for which no request of a class or profile can start, unless one of its inputs is touched.
struct RecheckTime: Hashable, Sendable {
  /// Until then it need not be evaluated.
  var ends: WallTime
  /// When it must be evaluated even without an event; `nil` if time alone starts nothing.
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

  /// Returns the time until the first of both ends.
  func joined(_ other: RecheckTime) -> RecheckTime {
    RecheckTime(ends: min(ends, other.ends), wakes: earlier(wakes, other.wakes))
  }
}
