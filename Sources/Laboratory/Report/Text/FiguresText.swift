import Simulation
import Studies
import Terminal

/// The figures of a simulated world, or of many, for people.
package enum FiguresText {
  /// Returns the figures as lines: the tasks, the device, the stops and the waits. An empty line separates the parts,
  /// and empty parts are left out.
  package static func lines(_ figures: Figures, on screen: Screen) -> [String] {
    let parts = [
      tasks(figures, on: screen), device(figures, on: screen),
      stops(figures, on: screen),
      waits(figures, on: screen),
    ]
    return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  /// Returns a table of the tasks that ran or were submitted, the one with the most runs first; empty if there are
  /// none. AGE, 95 % and WORST describe the age of the last success over the whole time.
  private static func tasks(_ figures: Figures, on screen: Screen) -> [String] {
    // A submitted task without runs has a time without success.
    let submittedTasks = figures.tasks.filter { $0.runs > 0 || $0.successGaps.sum > 0 }
    guard !submittedTasks.isEmpty else { return [] }
    let titles = ["RUNS", "OK", "AGE", "95 %", "WORST", "AT OPEN", "CUT", "KILLS", "LOST"]
    var table = Table(titles.map { Table.Column($0, .right) } + [Table.Column("TASK")])
    // By falling numbers of runs, then by name.
    let ranked = submittedTasks.sorted { ($1.runs, $0.task) < ($0.runs, $1.task) }
    for task in ranked {
      table.add(
        [
          "\(task.runs)", "\(task.successes)",
          duration(task.successGaps.ageQuantile(permille: 500)),
          duration(task.successGaps.ageQuantile(permille: 950)), duration(task.successGaps.most),
          duration(task.ageAtOpen.median), "\(task.expirations.total)", "\(task.kills)",
          task.lostMilliseconds == 0 ? "-" : duration(task.lostMilliseconds),
          task.task.description,
        ].map { Table.Cell($0) })
    }
    return table.lines(on: screen)
  }

  /// Returns a line for each task that was never submitted.
  static func unsubmittedTasks(_ figures: Figures) -> [String] {
    figures.tasks.filter { $0.runs == 0 && $0.successGaps.sum == 0 }.map { task in
      "\(task.task) was never submitted: its time did not come, or its app was not opened"
    }
  }

  /// Returns the running time a day, in total and by the state of the device, and the battery use; empty if nothing
  /// ran.
  private static func device(_ figures: Figures, on screen: Screen) -> [String] {
    let device = figures.device
    guard device.runMilliseconds > 0 else { return [] }
    var lines = KeyValueLines()
    // The figures of less than a day are not extended to a day.
    let days = max(1, Double(device.milliseconds) / 86_400_000)
    lines.add("ran", perDay(device.runMilliseconds, days))
    lines.add("on battery", perDay(device.onBatteryMilliseconds, days))
    lines.add("on cellular", perDay(device.onCellularMilliseconds, days))
    lines.add("with the user there", perDay(device.userActiveMilliseconds, days))
    lines.add("from 0 to 6", perDay(device.nightMilliseconds, days))
    let battery = figures.tasks.reduce(0) { $0 + Double($1.batteryMillionths) } / 1_000_000 / days
    // Less would be shown as 0.00 %.
    if battery >= 0.005 {
      lines.add("taken from the battery", "\(DecimalText.fixed(battery, digits: 2)) % a day")
    }
    return lines.lines(on: screen)
  }

  private static func perDay(_ milliseconds: Int64, _ days: Double) -> String {
    milliseconds == 0 ? "-" : "\(DurationText.exact(Double(milliseconds) / 1000 / days)) a day"
  }

  /// Returns a line for each task with stopped runs: each stop reason and the number of runs stopped for it.
  private static func stops(_ figures: Figures, on screen: Screen) -> [String] {
    var lines = KeyValueLines()
    for task in figures.tasks where task.expirations.total > 0 {
      let reasons = task.expirations.ranked.map { name, number in
        "\(OutcomeWords.stopReason(name)) \(number)"
      }
      lines.add(task.task.description, "was stopped: " + reasons.joined(separator: ", "))
    }
    return lines.lines(on: screen)
  }

  /// Returns a line for each task that waited: up to four reasons, the longest first, each with its percentage of the
  /// time that the task waited.
  private static func waits(_ figures: Figures, on screen: Screen) -> [String] {
    var lines = KeyValueLines()
    for task in figures.tasks where task.waitedMilliseconds > 0 {
      let whole = task.waitedMilliseconds
      let shares = task.waits.ranked.prefix(4).map { name, milliseconds in
        // Half of the whole is added, so that the division rounds to the nearest percent.
        (name, percent: (milliseconds * 100 + whole / 2) / whole)
      }
      // A reason that lasted only moments explains nothing.
      let reasons = shares.filter { $0.percent > 0 }.map { name, percent in
        "\(ReasonWords.need(name)) \(percent) %"
      }
      if reasons.isEmpty { continue }
      lines.add(task.task.description, "waited for " + reasons.joined(separator: ", "))
    }
    return lines.lines(on: screen)
  }

  /// Returns a duration for people, in its largest unit; `-` for an unknown one.
  static func duration(_ milliseconds: Int64?) -> String {
    milliseconds.map { DurationText.rough(Double($0) / 1000) } ?? "-"
  }
}
