/// The numbers of simultaneous runs that were in effect in the past, to explain why a request has waited. Like the
/// intervals of runs, they are not stored.
struct ConcurrencyTimeline: Sendable {
  /// Numbers that were replaced, and when.
  private struct Past: Sendable {
    var numbers: Concurrency
    var ended: WallTime
  }

  /// The maximum number of remembered changes.
  private static let mostPast = 64

  private var past: [Past] = []

  /// Notes that `numbers` were in effect until `moment`. Beyond the maximum, forgets the oldest ones.
  mutating func end(_ numbers: Concurrency, at moment: WallTime) {
    past.append(Past(numbers: numbers, ended: moment))
    past = past.suffix(Self.mostPast)
  }

  /// Returns the numbers that were in effect at `moment`. For earlier moments than are remembered, returns the oldest
  /// known numbers; `present` for moments after the last change.
  func numbers(at moment: WallTime, present: Concurrency) -> Concurrency {
    past.first { moment < $0.ended }?.numbers ?? present
  }

  /// Returns when numbers were replaced in `range`.
  func changes(in range: Range<WallTime>) -> [WallTime] {
    past.map(\.ended).filter(range.contains)
  }
}
