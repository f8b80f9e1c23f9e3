import Scheduling
import Stepping

/// Checks that a request at an exact time waits only for its requirements. A sample of requests is checked from time to
/// time, as in `WhatWaitsHasAReason`.
final class ExactTimesAreKept: Checker {
  /// The reasons that no submission can require.
  private static let forbidden: Set<Reason> = [
    .quiet, .concurrencyLimit, .lowPower, .thermal, .load, .memory, .locked, .bootDelay, .sleep,
    .spacing, .rateLimit, .quota, .betterMoment, .unstableConditions, .price,
  ]

  /// Requests at an exact time.
  private var exact: Set<RequestKey> = []

  func commits(_ changes: [Change], to record: Record, in life: Life) {
    for change in changes {
      switch change {
      case .putRequest(let request) where request.terms.run.isExact: exact.insert(request.key)
      case .putRequest(let request): exact.remove(request.key)
      case .removeRequest(let key): exact.remove(key)
      default: break
      }
    }
  }

  func stepped(_ core: Scheduler, in life: Life) {
    guard life.action % 16 == 0, life.stepper?.retryAt == nil, !core.isStopping else { return }
    for key in exact.sorted().prefix(4) {
      guard let explanation = core.explain(key, at: life.now) else { continue }
      if let reason = explanation.reasons.first(where: Self.forbidden.contains) {
        life.fail(self, "\(key.id) is at an exact time, and waits for \(reason)")
      }
    }
  }
}
