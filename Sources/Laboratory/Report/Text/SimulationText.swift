import Simulation
import Studies
import Terminal

/// The report of `simulate`, for people.
package enum SimulationText {
  /// Returns the report as lines: a heading, the refreshes, the processing, the figures and the refusals. An empty line
  /// separates the parts, and empty parts are left out.
  package static func lines(_ report: SimulationReport, on screen: Screen) -> [String] {
    let parts = [
      [screen.wrap(heading(report))], refresh(report.refresh, on: screen),
      processing(report.processing, on: screen),
      FiguresText.lines(report.figures, on: screen), refusals(report.refusals),
    ]
    return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  private static func heading(_ report: SimulationReport) -> String {
    "\(report.trace.visible): \(number(report.days, digits: 1)) days from \(minuteText(report.from))"
      + " to \(minuteText(report.to)), apps: \(report.apps), seed \(report.seed)."
  }

  /// Returns the table of refreshes with a row for each span of days; empty if there are no spans.
  private static func refresh(_ spans: [RefreshFigures], on screen: Screen) -> [String] {
    guard !spans.isEmpty else { return [] }
    var table = Table(
      [Table.Column("REFRESH")]
        + ["RUNS", "A DAY", "OK", "OPENS", "FRESH", "BY APP", "OF USE"].map {
          Table.Column($0, .right)
        })
    for span in spans {
      table.add(
        [
          "\(dateText(span.from)) to \(dateText(span.to))", "\(span.runs)",
          number(span.perDay, digits: 1),
          "\(span.success)", "\(span.opens)", percent(span.fresh), percent(span.freshByApp),
          percent(span.useful),
        ].map { Table.Cell($0) })
    }
    return table.lines(on: screen)
  }

  /// Returns a heading and a table of the processing work for each span of days; empty if there are no spans.
  private static func processing(_ spans: [ProcessingReport], on screen: Screen) -> [String] {
    guard !spans.isEmpty else { return [] }
    return spans.flatMap { span in
      ["PROCESSING \(span.from) to \(span.to)"] + table(span).lines(on: screen)
    }
  }

  /// Returns the table of one span of days, which compares Rubato with two simple rules, each in its own row.
  private static func table(_ span: ProcessingReport) -> Table {
    var table = Table(
      [Table.Column("STARTS")]
        + ["DONE", "OF FIT DAYS", "ELSE", "RUNS", "CUT OFF", "LOST", "FLAPS"].map {
          Table.Column($0, .right)
        })
    table.add(row(span.rubato, of: span.fitDays, "Rubato"))
    table.add(row(span.atOnce, of: span.fitDays, "at once"))
    table.add(row(span.afterTwentyMinutes, of: span.fitDays, "after 20 min"))
    return table
  }

  /// Returns the table row of one decider, which is called `name`. `fitDays` is the number of days on which the work
  /// could have been done. The last cell has the number of runs that began in a short interval of power, and of those
  /// that a short loss of power cut off.
  private static func row(
    _ figures: ProcessingFigures, of fitDays: Int, _ name: String
  ) -> [Table.Cell] {
    [
      name, "\(figures.doneOnFitDays) of \(fitDays)", percent(figures.doneShare),
      "\(figures.doneOnOtherDays)", "\(figures.runs)", "\(figures.cutOffs)",
      percent(figures.lostShare), "\(figures.flapStarts) + \(figures.flapStops)",
    ].map { Table.Cell($0) }
  }

  static func refusals(_ messages: [String]) -> [String] {
    messages.map { "refused: \($0.visible)" }
  }

  private static func percent(_ share: Share) -> String {
    share.value.map { "\(DecimalText.fixed($0 * 100, digits: 1)) %" } ?? "-"
  }

  private static func number(_ share: Share, digits: Int) -> String {
    share.value.map { DecimalText.fixed($0, digits: digits) } ?? "-"
  }

  /// Returns the `2026-01-01` of RFC 3339.
  private static func dateText(_ time: String) -> String { String(time.prefix(10)) }

  /// Returns the `2026-01-01 18:00` of RFC 3339.
  static func minuteText(_ time: String) -> String {
    "\(dateText(time)) \(time.dropFirst(11).prefix(5))"
  }
}
