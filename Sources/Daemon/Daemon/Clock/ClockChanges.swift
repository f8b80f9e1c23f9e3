import Scheduling

/// Remembers until when clocks are not set, so that it is not looked up at every step.
struct ClockChanges {
  private let search: (WallTime, WallTime) -> WallTime?
  /// From its first to its last moment clocks are known not to be set.
  private var quiet: ClosedRange<WallTime>?
  /// When they are set after that, where that is known.
  private var change: WallTime?

  /// - Parameter search: the first moment after one and up to another at which clocks are set.
  init(
    search: @escaping (WallTime, WallTime) -> WallTime? = { LocalZone().change(after: $0, to: $1) }
  ) {
    self.search = search
  }

  /// The first moment after `now` and up to `end` at which clocks are set; nil where there is none.
  mutating func change(after now: WallTime, to end: WallTime) -> WallTime? {
    guard now < end else { return nil }
    if let quiet, quiet.contains(now), change != nil || end <= quiet.upperBound {
      return change.flatMap { $0 <= end ? $0 : nil }
    }
    change = search(now, end)
    quiet = now...(change.map { $0 - .nanoseconds(1) } ?? end)
    return change
  }

  /// The system's zone is another one.
  mutating func forget() {
    quiet = nil
  }
}
