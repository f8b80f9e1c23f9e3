import Scheduling
import Simulation

/// The kinds of baselines.
package enum BaselineKind: String, CaseIterable, Codable, Sendable {
  case atOnce, afterTwentyMinutes, cron, timer, delayedTimer, android, windows, appm
  case expectedBenefit, oracle

  /// The short name for people.
  package var title: String {
    switch self {
    case .atOnce: "at once"
    case .afterTwentyMinutes: "after 20 min"
    case .cron: "cron"
    case .timer: "systemd timer"
    case .delayedTimer: "delayed timer"
    case .android: "Android"
    case .windows: "Windows"
    case .appm: "APPM"
    case .expectedBenefit: "expected benefit"
    case .oracle: "oracle"
    }
  }

  /// Creates the baseline, which decides in a world in place of the scheduler.
  ///
  /// - Parameters:
  ///   - refreshesPerDay: The number of refreshes it may start a day, so that all can be compared.
  ///   - hours: The times from midnight at which cron and the timers start due work.
  ///   - seed: Determines the random delays of a timer.
  package func baseline(
    in timeline: Timeline, settings: Settings, refreshesPerDay: Int,
    hours: [Duration] = [.hours(3)], seed: UInt64, at now: Instant
  ) -> BaselineScheduler {
    let rule: any BaselineRule =
      switch self {
      case .atOnce:
        ConditionRule(wait: .zero, settings: settings, refreshesPerDay: refreshesPerDay)
      case .afterTwentyMinutes:
        ConditionRule(wait: .minutes(20), settings: settings, refreshesPerDay: refreshesPerDay)
      case .cron: CronRule(hours: hours, refreshesPerDay: refreshesPerDay)
      case .timer: TimerRule(hours: hours, refreshesPerDay: refreshesPerDay)
      case .delayedTimer:
        TimerRule(
          hours: hours, randomizedDelay: TimerRule.usualDelay, seed: seed,
          refreshesPerDay: refreshesPerDay)
      case .android: AndroidRule(refreshesPerDay: refreshesPerDay)
      case .windows: WindowsRule(refreshesPerDay: refreshesPerDay)
      case .appm: AppmRule(settings: settings, refreshesPerDay: refreshesPerDay)
      case .expectedBenefit: BenefitRule(settings: settings, refreshesPerDay: refreshesPerDay)
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
          in: timeline, settings: settings, refreshesPerDay: refreshesPerDay, hours: hours,
          seed: seed, at: now)
      }, keeping: keeping)
  }
}
