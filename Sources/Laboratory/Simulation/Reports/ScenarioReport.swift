import Scheduling

/// What came of one world of a scenario.
package struct ScenarioReport: Encodable, Sendable {
  package var scenario: String
  package var seed: UInt64
  /// RFC 3339, in UTC.
  package var from: String
  package var to: String
  package var days: Share
  package var apps: Int
  /// Events that the scheduler was told.
  package var events: Int
  /// What the scheduler refused; there should be nothing.
  package var refusals: [String]
  package var device: FiguresReport.Device
  package var tasks: [FiguresReport.Task]
  /// How far clocks are ahead of UTC at the start.
  package var zoneSeconds: Int
  /// What `device` and `tasks` say, for those who go on with it.
  package var figures: Figures

  private enum CodingKeys: String, CodingKey {
    case scenario, seed, from, to, days, apps, events, refusals, device, tasks
  }

  package init(_ scenario: String, _ experiment: Experiment, _ log: Log) {
    let timeline = experiment.timeline
    self.scenario = scenario
    seed = experiment.seed
    from = UniversalTime.text(timeline.starts)
    to = UniversalTime.text(timeline.ends)
    zoneSeconds = timeline.zoneSeconds
    days = Share(timeline.days, of: 1)
    apps = timeline.apps.count
    events = log.events
    refusals = log.refusals
    figures = Figures(log, in: experiment)
    let told = FiguresReport(figures)
    (device, tasks) = (told.device, told.tasks)
  }
}
