import Scheduling
import Stepping

/// Every waiting request can explain why it waits, and not with a moment that has passed. A sample of requests is
/// checked from time to time, and all requests in the calm.
final class WhatWaitsHasAReason: Checker {
  /// The number of checked steps of the present action.
  private var looks = 0
  private var action = 0

  func stepped(_ core: Scheduler, in life: Life) {
    if action != life.action { (action, looks) = (life.action, 0) }
    // The same actions are checked if others are left out, so that failures can be shrunk.
    guard action % 16 == 0, looks < 8 else { return }
    looks += 1
    guard life.stepper?.retryAt == nil, !core.isStopping, !life.isStepWanted else { return }
    // With ten thousand requests, a sample is enough.
    for key in life.store.record.requests.keys.sorted().prefix(20) { check(key, core, life) }
  }

  func check(_ key: RequestKey, _ core: Scheduler, _ life: Life) {
    guard let explanation = core.explain(key, at: life.now) else {
      return life.fail(self, "the scheduler does not know \(key.id) of user \(key.owner)")
    }
    // A run that waits for a poll of the machine starts in a moment.
    if explanation.state == .running || life.asked != nil { return }
    // Requests that are due right now start in the next step. Forecasts are compared every ten minutes.
    let isSoon = core.nextDeadlines().delay(from: life.now).map { $0 <= .minutes(10) } ?? false
    if isSoon,
      explanation.requestForecast != nil || core.nextDeadlines().delay(from: life.now) == .zero
    {
      return
    }
    // Valuations are compared at the beginning of a minute, and may have grown by its end.
    if explanation.valuation?.isCompared == true { return }
    if explanation.reasons.isEmpty {
      let wake = core.nextDeadlines().delay(from: life.now).map { "in \($0)" } ?? "never"
      life.fail(
        self,
        "\(key.id) of user \(key.owner) and \(key.app ?? "no app") waits without a reason; it scores"
          + " \(explanation.sums?.score ?? 0), the bar is"
          + " \(explanation.requestForecast?.threshold.map { "\($0)" } ?? "none"), the next step \(wake)"
      )
    }
    if let next = explanation.next, next <= life.now.wall {
      life.fail(
        self,
        "\(key.id) of user \(key.owner) may run since \(UniversalTime.text(next)), and does not")
    }
  }
}
