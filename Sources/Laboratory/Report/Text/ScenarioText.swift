import Scheduling
import Simulation
import Studies
import Terminal

/// The results of a scenario, for people.
package enum ScenarioText {
  /// Returns the report as lines: a heading, the figures, translated work requests, the tasks that were
  /// never submitted, the notes of a translation, and the refusals.
  package static func lines(_ report: ScenarioReport, on screen: Screen) -> [String] {
    let parts = [
      [screen.wrap(heading(report))], FiguresText.lines(report.figures, on: screen),
      WorkRequestText.lines(report.workRequests ?? [], on: screen),
      FiguresText.unsubmittedTasks(report.figures), WorkRequestText.notes(report),
      SimulationText.refusals(report.refusals),
    ]
    return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  /// Returns the heading of the report: the scenario's name, the simulated time, the number of apps and the seed.
  private static func heading(_ report: ScenarioReport) -> String {
    let length = DurationText.rough((report.days.value ?? 0) * 86400)
    return "\(report.scenario.visible): \(length) from \(start(report)), apps: \(report.apps),"
      + " seed \(report.seed)."
  }

  /// Returns the beginning of the simulated time on the user's clock, such as `2026-01-01 18:00`.
  private static func start(_ report: ScenarioReport) -> String {
    guard let start = UniversalTime.parse(report.from) else { return report.from }
    return SimulationText.minuteText(UniversalTime.text(start + .seconds(report.zoneSeconds)))
  }
}
