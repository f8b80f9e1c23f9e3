import Scheduling
import Simulation
import Studies
import Terminal

/// The report of a daemon's recorded past, for people.
package enum PastText {
  /// The maximum number of gaps that are listed.
  private static let mostGaps = 10

  /// Returns the report as lines: a heading, the gaps and the figures. An empty line separates the parts, and empty
  /// parts are left out.
  package static func lines(_ report: PastReport, on screen: Screen) -> [String] {
    let parts = [
      [screen.wrap(heading(report, on: screen))], gaps(report, on: screen),
      FiguresText.lines(report.figures, on: screen),
    ]
    return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  /// Returns the heading of the report: the span of time, the numbers of runs and requests, and the known time.
  private static func heading(_ report: PastReport, on screen: Screen) -> String {
    let runs = report.figures.tasks.reduce(0) { $0 + $1.runs }
    return "\(span(report.from, report.to, screen.clock)): runs: \(runs),"
      + " requests: \(report.figures.tasks.count), known time:"
      + " \(DurationText.rough(report.days * 86_400))."
  }

  /// Returns `23 Nov 22:01 to today 22:01`, or `20:00 to 22:01` on the same day: a time of today has no day, and could
  /// be read as one of the first day.
  private static func span(_ from: String, _ to: String, _ clock: WallClock) -> String {
    let endsLaterToday = clock.day(to) == clock.day(clock.now) && clock.day(from) != clock.day(to)
    return "\(clock.date(from)) to \(endsLaterToday ? "today " : "")\(clock.date(to))"
  }

  /// Returns a line for each of the newest gaps, and one for the number of the others; empty if there are none.
  private static func gaps(_ report: PastReport, on screen: Screen) -> [String] {
    var lines = KeyValueLines()
    for gap in report.gaps.suffix(mostGaps) {
      let (from, to) = (screen.clock.date(gap.from), screen.clock.date(gap.to))
      let times =
        from == to ? "\(from), less than a minute" : span(gap.from, gap.to, screen.clock)
      lines.add("unknown", "\(times): \(words(gap.cause))")
    }
    let rest = report.gaps.count - mostGaps
    if rest > 0 { lines.add("unknown", "\(rest) earlier intervals; --json lists them") }
    return lines.lines(on: screen)
  }

  /// Returns the words for the name of a cause.
  private static func words(_ cause: String) -> String {
    switch PastGap.Cause(rawValue: cause) {
    case .stopped: "no daemon is known to have run"
    case .asleep: "the machine was asleep"
    case .dropped, nil: "not recorded, or no longer kept"
    }
  }
}
