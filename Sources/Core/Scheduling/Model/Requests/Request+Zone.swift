// Clocks that are set for summer or winter, or moved to another zone.
extension Request {
  /// Returns the request with its window at the same times of day on clocks `zoneSeconds` ahead of UTC; `nil` if
  /// nothing moves, since it does not repeat by whole days or already follows these clocks.
  func moved(to zoneSeconds: Int, _ settings: Settings) -> Request? {
    guard let period, period.followsCalendar, period.zoneSeconds != zoneSeconds else { return nil }
    var moved = self
    let other = period.moved(to: zoneSeconds)
    moved.period = other
    let rest = rest(in: period.every, settings)
    moved.window = other.window(atLatest: window.atLatest, rest: rest)
    // A latest date other than the one of the period was given for this window only. It moves with the clocks.
    if window.latest != period.window(atLatest: window.atLatest, rest: rest).latest {
      // The end of a rest does not move with them, so that the window can open after the moved date.
      let movedLatest = window.latest.map { $0 + period.shift(to: zoneSeconds) }
      if let movedLatest, movedLatest <= moved.window.opens { return moved }
      moved.window.latest = movedLatest
    }
    return moved
  }
}
