/// The wait of a request: the changes of its reasons, and the duration of each.
package struct WaitHistory: Hashable, Sendable {
  /// A change of the reasons; they are empty during a run.
  package struct Change: Hashable, Sendable {
    package var at: WallTime
    package var reasons: [Reason]
  }

  /// The time for which a reason applied. Reasons overlap, so the sum may exceed the wait.
  package struct Cost: Hashable, Sendable {
    package var reason: Reason
    package var duration: Duration
  }

  /// The latest changes, oldest first; Android also keeps ten.
  package private(set) var changes: [Change] = []
  /// The costs, longest first.
  package private(set) var costs: [Cost] = []
  /// The start of the measured time: the submission, or the oldest remembered moment.
  package let since: WallTime

  package static let changesKept = 10

  /// Joins `reasonsByTime`: each change applies until the next one, the last one until `now`.
  init(_ reasonsByTime: [Change], since: WallTime, until now: WallTime) {
    self.since = since
    // The duration of each reason, by its rank.
    var durations: [Duration] = Reason.allCases.map { _ in .zero }
    for (index, change) in reasonsByTime.enumerated() {
      if changes.last?.reasons != change.reasons { changes.append(change) }
      let isLast = index + 1 == reasonsByTime.count
      let end = isLast ? now : reasonsByTime[index + 1].at
      for reason in change.reasons { durations[reason.rank] += max(.zero, end - change.at) }
    }
    changes = changes.suffix(Self.changesKept)
    let allCosts = zip(Reason.allCases, durations).map { reason, duration in
      Cost(reason: reason, duration: duration)
    }
    costs = allCosts.filter { $0.duration > .zero }.sorted { left, right in
      if left.duration != right.duration { return left.duration > right.duration }
      return left.reason < right.reason
    }
  }

  /// Returns since when `reason` has applied without a break. `nil` if it does not apply, or has applied for longer
  /// than is remembered.
  package func start(of reason: Reason) -> WallTime? {
    var start: WallTime?
    for change in changes.reversed() {
      guard change.reasons.contains(reason) else { return start }
      start = change.at
    }
    return changes.count < Self.changesKept ? start : nil
  }
}
