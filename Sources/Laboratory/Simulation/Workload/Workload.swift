import Scheduling

/// The background work of a simulated device.
package struct Workload: Hashable, Sendable {
  package var tasks: [ModelTask]

  package init(tasks: [ModelTask] = []) {
    self.tasks = tasks
  }

  /// The cost of an average refresh in seconds of processor time; `nil` if there are no refreshes.
  package var refreshCPUSeconds: Double? {
    let costs = tasks.filter { $0.terms.asked.kind == .refresh }.map {
      $0.work.usualLength.seconds * $0.work.cpuShare
    }
    return costs.isEmpty ? nil : costs.reduce(0, +) / Double(costs.count)
  }
}

extension Settings {
  /// Returns settings for opens known only to the hour: random minutes must have no effect.
  func withoutMinutes() -> Settings {
    var settings = self
    (settings.energy.comparesAtOpens, settings.energy.patience) = (false, 0)
    return settings
  }

  /// Returns settings whose energy for refreshes allows about `count` refreshes a day, on battery and on mains. The
  /// settings are unchanged if `count` is 0 or the workload has no refreshes.
  package func withRefreshes(perDay count: Int, of workload: Workload) -> Settings {
    guard let cost = workload.refreshCPUSeconds, count > 0 else { return self }
    var settings = self
    settings.energy.secondsPerDay = Double(count) * cost
    settings.energy.countsMains = true
    return settings
  }
}
