import Scheduling
import Simulation

/// The report of one world of a scenario.
package struct ScenarioReport: Encodable, Sendable {
  package var scenario: String
  package var seed: UInt64
  /// The times in RFC 3339, in UTC.
  package var from: String
  package var to: String
  package var days: Share
  package var apps: Int
  /// Events sent to the scheduler.
  package var events: Int
  /// The scheduler's refusals; there should be none.
  package var refusals: [String]
  package var device: FiguresReport.Device
  package var tasks: [FiguresReport.Task]
  /// The translated tasks; `nil` if no task is translated.
  package var workRequests: [WorkRequestFigures]?
  /// The notes as members of the object; `nil` if no task is translated.
  private var corrected: [String]?
  private var lost: [String]?
  /// The differences of translated tasks.
  package var notes: TranslationNotes
  /// The offset of the clocks from UTC at the start.
  package var zoneSeconds: Int
  /// The figures of `device` and `tasks`, for further processing.
  package var figures: Figures

  private enum CodingKeys: String, CodingKey {
    case scenario, seed, from, to, days, apps, events, refusals, device, tasks
    case workRequests, corrected, lost
  }

  /// - Parameter notes: The differences of translated tasks.
  package init(
    _ scenario: String, _ experiment: Experiment, _ log: Log,
    notes: TranslationNotes = TranslationNotes()
  ) {
    let timeline = experiment.timeline
    self.notes = notes
    self.scenario = scenario
    seed = experiment.seed
    from = UniversalTime.text(timeline.starts)
    to = UniversalTime.text(timeline.ends)
    zoneSeconds = timeline.zoneSeconds
    // As a share, it is written with at most four decimals.
    days = Share(timeline.days, of: 1)
    apps = timeline.apps.count
    events = log.events
    refusals = log.refusals
    figures = Figures(log, in: experiment)
    let report = FiguresReport(figures)
    (device, tasks) = (report.device, report.tasks)
    // Only translated work requests have constraints.
    guard experiment.workload.tasks.contains(where: { $0.constraints != nil }) else { return }
    workRequests = WorkRequestFigures.all(in: experiment, log, figures)
    (corrected, lost) = (notes.corrected, notes.lost)
  }
}
