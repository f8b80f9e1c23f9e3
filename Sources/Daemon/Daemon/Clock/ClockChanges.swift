import Scheduling

/// Caches the next change of local time, such as the start of summer time, to avoid a search at every step.
struct ClockChanges {
  private let search: (WallTime, WallTime) -> WallTime?
  /// The searched interval, in which clocks are not set; `nil` if none was searched.
  private var searched: ClosedRange<WallTime>?
  /// The next setting of clocks after that; `nil` if it is unknown.
  private var change: WallTime?

  /// - Parameter search: Returns the first moment after one and up to another at which clocks are set.
  init(
    search: @escaping (WallTime, WallTime) -> WallTime? = { LocalZone().change(after: $0, to: $1) }
  ) {
    self.search = search
  }

  /// Returns the first moment after `now` and up to `end` at which clocks are set; `nil` if there is none.
  mutating func change(after now: WallTime, to end: WallTime) -> WallTime? {
    guard now < end else { return nil }
    if let searched, searched.contains(now) {
      // A found change is the first one after `now`. Without one, the search covers `end` only up to its own end.
      let isAnswerKnown = change != nil || end <= searched.upperBound
      if isAnswerKnown { return change.flatMap { $0 <= end ? $0 : nil } }
    }
    change = search(now, end)
    // The interval ends just before the change.
    searched = now...(change.map { $0 - .nanoseconds(1) } ?? end)
    return change
  }

  /// Called after a change of the system's zone. Clears the cache.
  mutating func forget() {
    searched = nil
  }
}
