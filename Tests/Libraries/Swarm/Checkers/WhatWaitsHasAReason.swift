import Scheduling
import Stepping

/// Whatever waits can say for what, and not for a moment that has passed. Some requests are asked now
/// and then, and all of them in the calm.
final class WhatWaitsHasAReason: Checker {
  /// How many steps of the present action have been looked at.
  private var looks = 0
  private var action = 0

  func stepped(_ core: Scheduler, in life: Life) {
    if action != life.action { (action, looks) = (life.action, 0) }
    // The same actions where others are left out, so that failures can be shrunk.
    guard action % 16 == 0, looks < 8 else { return }
    looks += 1
    guard life.stepper?.retryAt == nil, !core.isStopping, !life.isStepWanted else { return }
    // Of ten thousand, some are enough.
    for key in life.store.record.requests.keys.sorted().prefix(20) { check(key, core, life) }
  }

  func check(_ key: RequestKey, _ core: Scheduler, _ life: Life) {
    guard let explanation = core.explain(key, at: life.now) else {
      return life.fail(self, "nobody knows \(key.id) of user \(key.owner)")
    }
    // Who waits for a look at the machine starts in a moment.
    if explanation.state == .running || life.asked != nil { return }
    // What is due right now starts in the next step; forecasts are compared every ten minutes.
    let isSoon = core.nextDeadlines().delay(from: life.now).map { $0 <= .minutes(10) } ?? false
    if isSoon,
      explanation.requestForecast != nil || core.nextDeadlines().delay(from: life.now) == .zero
    {
      return
    }
    // Worths are compared at the beginning of a minute, and may have grown by its end.
    if explanation.valuation?.isCompared == true { return }
    if explanation.reasons.isEmpty {
      let wake = core.nextDeadlines().delay(from: life.now).map { "in \($0)" } ?? "never"
      life.fail(
        self,
        "\(key.id) of user \(key.owner) and \(key.app ?? "no app") waits for nothing; it scores"
          + " \(explanation.sums?.score ?? 0), the bar is"
          + " \(explanation.requestForecast?.threshold.map { "\($0)" } ?? "none"), the next look \(wake)"
      )
    }
    if let next = explanation.next, next <= life.now.wall {
      life.fail(
        self,
        "\(key.id) of user \(key.owner) may run since \(UniversalTime.text(next)), and does not")
    }
  }
}
