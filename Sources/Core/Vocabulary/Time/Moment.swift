/// A moment in a request: a date, or a delay from now.
package enum Moment: Hashable, Codable, Sendable {
  case at(WallTime)
  case after(Duration)

  /// Returns the date itself, or `now` plus the delay.
  package func resolved(from now: WallTime) -> WallTime {
    switch self {
    case .at(let time): time
    case .after(let delay): now + delay
    }
  }
}
