/// How a request has waited: when its reasons changed, and what each has cost.
package struct WaitHistory: Hashable, Sendable {
  /// From then on it waited for these reasons; for none while it ran.
  package struct Change: Hashable, Sendable {
    package var at: WallTime
    package var reasons: [Reason]
  }

  /// How long a reason has held. Reasons hold at the same time, so the sum may exceed the wait.
  package struct Cost: Hashable, Sendable {
    package var reason: Reason
    package var duration: Duration
  }

  /// The latest changes, oldest first; Android keeps ten as well.
  package private(set) var changes: [Change] = []
  /// What has cost most first.
  package private(set) var costs: [Cost] = []
  /// Since when costs are counted: the submission, or what is still remembered.
  package let since: WallTime

  static let changesKept = 10

  /// Joins `stretches`, each of which lasts until the next begins, the last until `now`.
  init(_ stretches: [Change], since: WallTime, until now: WallTime) {
    self.since = since
    var held: [Duration] = Reason.allCases.map { _ in .zero }
    for (index, stretch) in stretches.enumerated() {
      if changes.last?.reasons != stretch.reasons { changes.append(stretch) }
      let end = index + 1 < stretches.count ? stretches[index + 1].at : now
      for reason in stretch.reasons { held[reason.rank] += max(.zero, end - stretch.at) }
    }
    changes = changes.suffix(Self.changesKept)
    costs = zip(Reason.allCases, held).filter { $0.1 > .zero }
      .map { Cost(reason: $0, duration: $1) }
      .sorted { ($1.duration, $0.reason) < ($0.duration, $1.reason) }
  }

  /// Since when `reason` has held without a break; nil where it does not hold, or has held for longer
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
