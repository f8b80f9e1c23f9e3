import Scheduling

/// The background work of a simulated device.
package struct Workload: Hashable, Sendable {
  package var tasks: [ModelTask]

  package init(tasks: [ModelTask] = []) {
    self.tasks = tasks
  }

  /// What an average run of its refreshes costs, seconds of processor time; nil where there is none.
  package var refreshCPUSeconds: Double? {
    let costs = tasks.filter { $0.terms.asked.kind == .refresh }.map {
      $0.work.usualLength.seconds * $0.work.cpuShare
    }
    return costs.isEmpty ? nil : costs.reduce(0, +) / Double(costs.count)
  }
}

extension Settings {
  /// As these, for opens of which the hour is known and not the minute: nothing is made of minutes that were drawn.
  func withoutMinutes() -> Settings {
    var settings = self
    (settings.energy.comparesAtOpens, settings.energy.patience) = (false, 0)
    return settings
  }

  /// As these, with what the device may spend on refresh set so that about so many run a day, on
  /// battery and on mains.
  package func withRefreshes(perDay count: Int, of workload: Workload) -> Settings {
    guard let cost = workload.refreshCPUSeconds, count > 0 else { return self }
    var settings = self
    settings.energy.secondsPerDay = Double(count) * cost
    settings.energy.countsMains = true
    return settings
  }
}
