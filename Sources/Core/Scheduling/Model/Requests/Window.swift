/// The time in which a request can run, on the wall clock.
package struct Window: Hashable, Codable, Sendable {
  /// The time at which the window opens, from which its progress is counted.
  package var opens: WallTime
  /// The latest date; `nil` if there is none.
  package var latest: WallTime?
  package var atLatest: AtLatest

  package init(opens: WallTime, latest: WallTime? = nil, atLatest: AtLatest = .relax) {
    self.opens = opens
    self.latest = latest
    self.atLatest = atLatest
  }

  /// Returns the share of the window that has passed, at least 0; `nil` without a latest date.
  package func progress(at now: WallTime) -> Double? {
    guard let latest else { return nil }
    let length = (latest - opens).seconds
    guard length > 0 else { return now >= latest ? 1 : 0 }
    return max(0, (now - opens).seconds / length)
  }

  /// Returns the moment at which `share` of the window has passed; `nil` without a latest date.
  package func moment(at share: Double) -> WallTime? {
    guard let latest else { return nil }
    let length = Double((latest - opens).nanoseconds)
    return share >= 1 ? latest : opens + .nanoseconds(Int64(bounded: (length * share).rounded()))
  }

  /// Whether `share` of the window has passed. It compares the moment at which the scheduler is woken, not `progress`,
  /// which could round to slightly less.
  package func hasPassed(_ share: Double, at now: WallTime) -> Bool {
    moment(at: share).map { now >= $0 } ?? false
  }

  /// Whether the latest date has passed at `now`; false if there is none.
  package func isOverdue(at now: WallTime) -> Bool {
    latest.map { now >= $0 } ?? false
  }

  /// Whether the request is forced by its latest date.
  package func mustRun(at now: WallTime) -> Bool { atLatest == .run && isOverdue(at: now) }

  /// Whether the window has closed and the request is given up.
  func isDropped(at now: WallTime) -> Bool { atLatest == .drop && isOverdue(at: now) }
}
