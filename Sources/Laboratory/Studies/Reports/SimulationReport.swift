import OrderedCollections
import Scheduling
import Simulation

/// The report of a simulation.
package struct SimulationReport: Encodable, Sendable {
  package var trace: String
  package var seed: UInt64
  /// The times in RFC 3339; the trace's local time is taken as UTC.
  package var from: String
  package var to: String
  package var days: Share
  package var apps: Int
  /// Events sent to the scheduler.
  package var events: Int
  /// The refreshes from the first open on, and in the last three of ten days with opens, by which habits are judged.
  /// Empty without opens.
  package var refresh: [RefreshFigures]
  package var byApp: [AppFigures]
  /// The reports of processing; empty if the trace has no power.
  package var processing: [ProcessingReport]
  /// The scheduler's refusals; there should be none.
  package var refusals: [String]
  package var device: FiguresReport.Device
  package var tasks: [FiguresReport.Task]
  /// The figures of `device` and `tasks`, for further processing.
  package var figures: Figures

  private enum CodingKeys: String, CodingKey {
    case trace, seed, from, to, days, apps, events, refresh, byApp, processing, refusals, device
    case tasks
  }

  /// Creates the report of one simulated world.
  ///
  /// - Parameters:
  ///   - model: The usual work, whose daily piece is compared with two simple rules.
  ///   - splits: The first days of parts whose processing is reported separately, counted from 1970.
  package init(
    _ trace: Trace, _ experiment: Experiment, _ log: Log, model: UsualWorkload, splits: [Int]
  ) throws(SimulationError) {
    let timeline = experiment.timeline
    self.trace = trace.name
    seed = experiment.seed
    from = UniversalTime.text(timeline.starts)
    to = UniversalTime.text(timeline.ends)
    // As a share, it is written with at most four decimals.
    days = Share(timeline.days, of: 1)
    apps = timeline.apps.count
    events = log.events
    refresh = Self.reportedRanges(of: timeline).map {
      Freshness(timeline, log.runs, in: $0).figures
    }
    byApp = Self.appRows(timeline, log)
    processing = try ProcessingReport.all(experiment, log, model: model, splits: splits)
    refusals = log.refusals
    figures = Figures(log, in: experiment)
    let report = FiguresReport(figures)
    (device, tasks) = (report.device, report.tasks)
  }

  /// Returns two spans of time: from the first open to the end of the timeline, and the last three of ten days with
  /// opens. Empty if there is no open.
  private static func reportedRanges(of timeline: Timeline) -> [Range<WallTime>] {
    let opens = timeline.opens
    let days = OrderedSet(opens.map { $0.at.day() })
    guard let first = opens.first?.at, let last = days.last, first < timeline.ends else {
      return []
    }
    // Habits are learned in the first seven of ten days, and judged in the others.
    let judgedFrom = WallTime(day: days[days.count * 7 / 10])
    return [first..<timeline.ends, judgedFrom..<WallTime(day: last + 1)]
  }

  /// Returns a row for each task that ran, the one with the most runs first. The processor time is in whole seconds,
  /// and `fresh` is the share of the app's opens that were fresh.
  private static func appRows(_ timeline: Timeline, _ log: Log) -> [AppFigures] {
    let freshness = Freshness(timeline, log.runs, in: timeline.starts..<timeline.ends)
    var rows: OrderedDictionary<[String?], AppFigures> = [:]
    for run in log.runs {
      let key = [run.app, run.id, run.kind.rawValue]
      let opens = run.app.map { freshness.freshShare(of: $0) } ?? Share(0, of: 0)
      var row =
        rows[key]
        ?? AppFigures(
          app: run.app, id: run.id, kind: run.kind.rawValue, runs: 0, success: 0,
          perDay: Share(0, of: timeline.days), cpuSeconds: 0, opens: Int(bounded: opens.whole),
          fresh: opens)
      row.runs += 1
      row.perDay.part += 1
      row.success += run.isSuccess ? 1 : 0
      row.cpuSeconds += run.ending.cpuSeconds ?? 0
      rows[key] = row
    }
    // By falling numbers of runs, then by app and id.
    return rows.values.map(withWholeCPUSeconds).sorted {
      ($1.runs, $0.app ?? "", $0.id) < ($0.runs, $1.app ?? "", $1.id)
    }
  }

  /// Returns the row with its processor time rounded to whole seconds.
  private static func withWholeCPUSeconds(_ row: AppFigures) -> AppFigures {
    var row = row
    row.cpuSeconds = row.cpuSeconds.rounded()
    return row
  }
}
