import Scheduling
import Simulation

/// The kinds of baselines.
package enum BaselineKind: String, CaseIterable, Codable, Sendable {
  case atOnce, afterTwentyMinutes, cron, timer, android, oracle

  /// The short name for people.
  package var title: String {
    switch self {
    case .atOnce: "at once"
    case .afterTwentyMinutes: "after 20 min"
    case .cron: "cron"
    case .timer: "systemd timer"
    case .android: "Android"
    case .oracle: "oracle"
    }
  }

  /// Creates the baseline.
  ///
  /// - Parameters:
  ///   - refreshesPerDay: The number of refreshes it may start a day, so that all can be compared.
  ///   - hours: The times from midnight at which cron and the timer start due work.
  package func baseline(
    in timeline: Timeline, settings: Settings, refreshesPerDay: Int,
    hours: [Duration] = [.hours(3)], at now: Instant
  ) -> BaselineScheduler {
    let rule: any BaselineRule =
      switch self {
      case .atOnce:
        ConditionRule(wait: .zero, settings: settings, refreshesPerDay: refreshesPerDay)
      case .afterTwentyMinutes:
        ConditionRule(wait: .minutes(20), settings: settings, refreshesPerDay: refreshesPerDay)
      case .cron: CronRule(hours: hours, refreshesPerDay: refreshesPerDay)
      case .timer: TimerRule(hours: hours, refreshesPerDay: refreshesPerDay)
      case .android: AndroidRule(refreshesPerDay: refreshesPerDay)
      case .oracle:
        OracleRule(timeline, settings: settings, refreshesPerDay: refreshesPerDay)
      }
    return BaselineScheduler(rule, settings: settings, at: now)
  }
}

extension Experiment {
  /// Simulates the world with this baseline in place of the scheduler, and returns its log.
  package func log(
    of kind: BaselineKind, refreshesPerDay: Int, hours: [Duration] = [.hours(3)],
    keeping: Log.Retention = .runs
  ) throws(SimulationError) -> Log {
    try log(
      of: { now in
        kind.baseline(
          in: timeline, settings: settings, refreshesPerDay: refreshesPerDay, hours: hours, at: now)
      }, keeping: keeping)
  }
}
