import Control

/// The report on a killed run: first the sentence, then its processes, then its last output.
enum KillReportText {
  /// Returns the lines of a report on a killed run: the sentence, the expiration, the processes, the stack of a thread,
  /// and the last output.
  static func lines(_ report: KillReportInfo, on screen: Screen) -> [String] {
    let sentence = screen.paint(report.sentence.visible, .heading)
    return [screen.wrap(sentence), screen.wrap("Its expiration: \(expirationText(report)).")]
      + processLines(report, on: screen) + stackLines(report, on: screen)
      + outputLines(report, on: screen)
  }

  /// Describes whether the end of the budget was announced, and the reaction of the run; an unknown code is returned as
  /// it is.
  private static func expirationText(_ report: KillReportInfo) -> String {
    switch report.expiration {
    case "notAnnounced": "not announced"
    case "pending": "announced; the signal was blocked and not delivered"
    case "ignored": "announced; the signal was ignored"
    case "caught": "announced and caught; its handler had not finished, or did not exit"
    case "told": "announced to the process of the app, which did not report it"
    case "missing": "no expiration handler was set"
    case "called": "announced; its expiration handler had not returned"
    case "returned": "announced; its expiration handler had returned, and the task was not complete"
    case "notBegun": "announced; the handler of the task had not been called"
    default: report.expiration.visible
    }
  }

  /// Returns the stack of the thread that held the task of the app; empty if it is unknown.
  private static func stackLines(_ report: KillReportInfo, on screen: Screen) -> [String] {
    guard let holder = report.holder, let stack = report.stack else { return [] }
    return ["", screen.paint("Stack of thread \(holder):", .heading)]
      + stack.map { "  " + $0.visible }
  }

  /// Returns a table with a row for each thread. The values of a process are in the row of its first thread.
  private static func processLines(_ report: KillReportInfo, on screen: Screen) -> [String] {
    guard !report.processes.isEmpty else { return ["", "No processes were left to inspect."] }
    var table = Table(
      [
        Table.Column("PID", .right), Table.Column("PARENT", .right),
        Table.Column("THREAD", .right),
      ] + ["NAME", "STATE", "WAITS IN", "COMMAND"].map { Table.Column($0) })
    for process in report.processes {
      for (index, thread) in process.threads.enumerated() {
        let isFirst = index == 0
        table.add([
          Table.Cell(isFirst ? "\(process.pid)" : ""),
          Table.Cell(isFirst ? "\(process.parent)" : ""),
          Table.Cell("\(thread.id)", .dim), Table.Cell(thread.name),
          stateCell(ofLetter: thread.state),
          Table.Cell(thread.waitChannel ?? "-", .dim), Table.Cell(isFirst ? process.command : ""),
        ])
      }
    }
    let rest = report.cutOff ? ["Further threads are not shown."] : []
    return [""] + table.lines(on: screen) + rest
  }

  /// Returns a table cell with the meaning of the kernel's letter for the state of a thread (proc_pid_stat(5)).
  private static func stateCell(ofLetter letter: String) -> Table.Cell {
    switch letter {
    case "R": Table.Cell("running", .warning)
    case "S": Table.Cell("asleep")
    case "D": Table.Cell("uninterruptible", .bad)
    case "T": Table.Cell("stopped", .warning)
    case "t": Table.Cell("traced", .warning)
    case "Z": Table.Cell("zombie", .dim)
    case "X", "x": Table.Cell("dead", .dim)
    case "I": Table.Cell("idle", .dim)
    default: Table.Cell(letter)
    }
  }

  /// Returns the last lines of the run's output below a heading, or a line that there is none.
  private static func outputLines(_ report: KillReportInfo, on screen: Screen) -> [String] {
    guard !report.lastLines.isEmpty else { return ["", "No output."] }
    return ["", screen.paint("Last output:", .heading)]
      + report.lastLines.map { "  " + $0.visible }
  }
}
