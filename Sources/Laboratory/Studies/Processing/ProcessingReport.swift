import Scheduling
import Simulation

/// The daily work over a span of days: Rubato compared with two simple rules.
package struct ProcessingReport: Hashable, Encodable, Sendable {
  /// The first and last day, as `2026-01-01`.
  package var from: String
  package var to: String
  package var days: Int
  /// Days on which the device was powered and idle for ten minutes without a break.
  package var fitDays: Int
  package var rubato: ProcessingFigures
  /// Starts when there are power and idleness.
  package var atOnce: ProcessingFigures
  /// Starts after twenty minutes of both.
  package var afterTwentyMinutes: ProcessingFigures

  /// Returns a report for the whole time and, with `splits`, one for each part; the two simple rules are simulated
  /// here. Empty if the daily work was never submitted or the device never had power.
  ///
  /// - Parameters:
  ///   - log: The log of the scheduler in this world.
  ///   - splits: The first day of each part except the first part, counted from 1970.
  static func all(
    _ experiment: Experiment, _ log: Log, model: UsualWorkload, splits: [Int]
  ) throws(SimulationError) -> [ProcessingReport] {
    let timeline = experiment.timeline
    let time = FitTime(timeline)
    let dailyTask = experiment.workload.tasks.firstIndex { $0.id == UsualWorkload.pieceID }
    guard let dailyTask, let arrival = log.arrivals[dailyTask], !time.poweredTimes.isEmpty else {
      return []
    }
    let firstDay = arrival.day(model.dayBegins)
    let lastDay = max(firstDay, timeline.ends.day(model.dayBegins))
    // The two rules are compared by the daily work only.
    var withoutRefreshes = experiment
    withoutRefreshes.workload.tasks.removeAll { $0.terms.asked.kind == .refresh }
    let baselines = try [BaselineKind.atOnce, .afterTwentyMinutes].map {
      [withoutRefreshes] kind throws(SimulationError) in
      try withoutRefreshes.log(of: kind, refreshesPerDay: 1).pieceRuns(dayBegins: model.dayBegins)
    }
    // The first day of each part, and the day after the last part.
    let splitsInside = splits.filter { firstDay < $0 && $0 <= lastDay }.sorted()
    let bounds = [firstDay] + splitsInside + [lastDay + 1]
    let parts = zip(bounds, bounds.dropFirst()).map { $0..<$1 }
    // A single part is the whole time.
    let spans = [firstDay..<lastDay + 1] + (parts.count > 1 ? parts : [])
    return spans.map { span in
      ProcessingReport(
        span, time, model.dayBegins, log.pieceRuns(dayBegins: model.dayBegins), baselines)
    }
  }

  /// Creates the report of one span of days.
  ///
  /// - Parameter baselines: The runs of the rules `atOnce` and `afterTwentyMinutes`, in this order.
  private init(
    _ span: Range<Int>, _ time: FitTime, _ dayBegins: Duration, _ runs: [PieceRun],
    _ baselines: [[PieceRun]]
  ) {
    let fitDays = time.days(with: FitTime.fitLength, dayBegins).filter { span.contains($0) }
    let figures = ([runs] + baselines).map { runs in
      ProcessingFigures(
        runs.filter { span.contains($0.day) }, fitDays: fitDays, power: time.poweredTimes)
    }
    from = String(UniversalTime.text(WallTime(day: span.lowerBound)).prefix(10))
    to = String(UniversalTime.text(WallTime(day: span.upperBound - 1)).prefix(10))
    days = span.count
    self.fitDays = fitDays.count
    rubato = figures[0]
    atOnce = figures[1]
    afterTwentyMinutes = figures[2]
  }
}
