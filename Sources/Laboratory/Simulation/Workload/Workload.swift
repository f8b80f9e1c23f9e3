import Scheduling

/// The background work of a simulated device.
package struct Workload: Hashable, Sendable {
  package var tasks: [ModelTask]

  package init(tasks: [ModelTask] = []) {
    self.tasks = tasks
  }
}

extension Settings {
  /// Returns settings for a trace whose opens are known only to the hour. Their minutes are random, so everything that
  /// the scheduler learns from minutes is switched off: it must have no effect.
  func withoutMinutes() -> Settings {
    var settings = self
    settings.energy.comparesAtOpens = false
    settings.energy.patience = 0
    settings.energy.sequence = 0
    return settings
  }

  /// Returns settings with about `count` refreshes a day, on battery and on mains. The settings are unchanged if
  /// `count` is 0.
  package func withRefreshes(perDay count: Int) -> Settings {
    guard count > 0 else { return self }
    var settings = self
    settings.energy.refreshes = .upTo(count)
    return settings
  }
}
