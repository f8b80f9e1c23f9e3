// Clocks that are set for summer or winter, or moved to another zone.
extension Request {
  /// Returns the request with its window at the same times of day on other clocks; `nil` if it does not follow them.
  func moved(to zoneSeconds: Int, _ settings: Settings) -> Request? {
    guard let period, period.followsCalendar, period.zoneSeconds != zoneSeconds else { return nil }
    var moved = self
    let other = period.moved(to: zoneSeconds)
    moved.period = other
    let rest = rest(in: period.every, settings)
    moved.window = other.window(atLatest: window.atLatest, rest: rest)
    // The latest date was given for this window.
    if window.latest != period.window(atLatest: window.atLatest, rest: rest).latest {
      moved.window.latest = window.latest.map { $0 + period.shift(to: zoneSeconds) }
    }
    return moved
  }
}
