/// Time for which no request of a class or profile can start, unless one of its inputs is touched.
struct RecheckTime: Hashable, Sendable {
  /// The moment until which the class or profile need not be evaluated.
  var ends: WallTime
  /// When the scheduler must wake to evaluate the class or profile, even without an event. `nil` if it need not: time
  /// starts nothing without another change.
  var wakes: WallTime?

  init(ends: WallTime, wakes: WallTime?) {
    self.ends = ends
    self.wakes = wakes
  }

  /// Creates the time until `moment`, at which the scheduler wakes. `nil`, and the end of time, mean never.
  init(_ moment: WallTime?) {
    let never = WallTime(nanoseconds: .max)
    self.init(ends: moment ?? never, wakes: moment == never ? nil : moment)
  }

  /// Returns the time until the earlier of the two ends, with the earlier wake.
  func joined(_ other: RecheckTime) -> RecheckTime {
    RecheckTime(ends: min(ends, other.ends), wakes: earlier(wakes, other.wakes))
  }
}
