/// Time for which no request of a class or profile can start, unless one of its inputs is touched. Computed for each
/// class at each check: without references, which would be counted.
struct RecheckTime: Hashable, Sendable {
  /// The moment until which the class or profile need not be evaluated.
  var ends: WallTime
  /// When the scheduler must wake to evaluate the class or profile, even without an event. `nil` if it need not: time
  /// starts nothing without another change.
  var wakes: WallTime?
  /// The earliest moment at which the scheduler must also wake for the price: at the result of the profile's search, or
  /// at this moment if it is later. `nil` if it need not.
  var wakesForPrice: WallTime?

  init(ends: WallTime, wakes: WallTime?, forPrice wakesForPrice: WallTime? = nil) {
    self.ends = ends
    self.wakes = wakes
    self.wakesForPrice = wakesForPrice
  }

  /// Creates the time until `moment`, at which the scheduler wakes. `nil`, and the end of time, mean never.
  init(_ moment: WallTime?) {
    let never = WallTime(nanoseconds: .max)
    self.init(ends: moment ?? never, wakes: moment == never ? nil : moment)
  }

  /// Shortens the time to the earlier of the two ends, with the earlier wakes. Both are of one profile. The generic
  /// `min` would take several times as long.
  mutating func join(_ other: RecheckTime) {
    if other.ends < ends { ends = other.ends }
    if let wake = other.wakes { addWake(wake) }
    if let wake = other.wakesForPrice, wakesForPrice.map({ wake < $0 }) ?? true {
      wakesForPrice = wake
    }
  }

  /// Adds a wake at `moment`.
  mutating func addWake(_ moment: WallTime) {
    if wakes.map({ moment < $0 }) ?? true { wakes = moment }
  }
}
