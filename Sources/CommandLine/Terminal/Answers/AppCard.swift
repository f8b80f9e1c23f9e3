import Control

/// The answer to `app show`.
package enum AppCard {
  /// Returns the properties of the app, then its quota and its last runs, if there are any.
  ///
  /// - Parameter owner: Returns the name of a uid.
  package static func lines(
    _ report: AppReport, owner: (Int64) -> String, on screen: Screen
  ) -> [String] {
    let quota = report.quota.map { [""] + QuotaTable.card($0, owner: nil, on: screen) } ?? []
    let runs = report.runs.isEmpty ? [] : [""] + RunTable.lines(report.runs, owner: nil, on: screen)
    return propertyLines(report.app, owner: owner, on: screen) + quota + runs
  }

  /// Returns a line for each property of the app that has a value.
  private static func propertyLines(
    _ app: AppInfo, owner: (Int64) -> String, on screen: Screen
  ) -> [String] {
    var card = KeyValueLines()
    card.add("id", app.id, .accent)
    card.add("owner", owner(app.owner))
    card.add("state", AppTable.stateText(app))
    if let end = app.barredUntil {
      let until = screen.clock.full(end)
      card.add("blocked", "until \(until), since its runs were killed too often", .warning)
    }
    card.add("tier", TierWords.long(app.tier, app.tierSource))
    card.add("background refresh", app.refresh ? "on" : "off")
    card.add("allowed to", app.allowed.joined(separator: ", "))
    card.add("background modes", app.backgroundModes.joined(separator: ", "))
    card.add("may submit", permittedText(app))
    card.add("program", app.program)
    card.add("process", app.process.map { processText($0, screen.clock) })
    let locks = app.process?.locks.joined(separator: ", ")
    card.add("holds locks on", locks, .warning)
    card.add("launch", app.process.flatMap { launchText($0) })
    addReliability(app.reliability, to: &card, screen.clock)
    card.add("registered", screen.clock.full(app.registered))
    card.add("last opened", app.lastOpened.map(screen.clock.full) ?? "never")
    card.add("last served", app.lastServed.map(screen.clock.full) ?? "never")
    return card.lines(on: screen)
  }

  /// Describes the identifiers that the app may submit. An empty list permits any identifier for a registered app, and
  /// none for an installed one.
  private static func permittedText(_ app: AppInfo) -> String {
    if !app.permittedIdentifiers.isEmpty { return app.permittedIdentifiers.joined(separator: ", ") }
    return app.program == nil ? "any identifier" : "nothing; its Info.plist lists no identifiers"
  }

  /// Describes a process: `active, started 10:00, pid 4242, started by its user`.
  private static func processText(_ process: AppProcessInfo, _ clock: WallClock) -> String {
    var parts = ["\(process.state), started \(clock.full(process.started))"]
    if let pid = process.pid { parts.append("pid \(pid)") }
    if process.byUser { parts.append("started by its user") }
    if process.debugged { parts.append("under a debugger, so without limits") }
    if !process.runs.isEmpty {
      parts.append("runs " + process.runs.map { "\($0)" }.joined(separator: ", "))
    }
    return parts.joined(separator: ", ")
  }

  /// Describes the launch of a process:
  /// `spawned after 0.004 s, attached after 0.021 s, finished after 8.021 s, first task after 8.021 s`. Returns `nil`
  /// if the process has not attached, or if its user started it, since no task has waited for it.
  private static func launchText(_ process: AppProcessInfo) -> String? {
    // The times in seconds since the start of the process.
    if process.byUser || process.attachSeconds == nil { return nil }
    let parts = [
      ("spawned", process.spawnSeconds), ("attached", process.attachSeconds),
      ("finished", process.launchSeconds), ("first task", process.firstTaskSeconds),
    ]
    return parts.compactMap { name, seconds in
      seconds.map { "\(name) after \(DecimalText.fixed($0, digits: 3)) s" }
    }.joined(separator: ", ")
  }

  /// Adds the lines on reliability: the score, the quality of the last runs, and the times of kills. An app whose runs
  /// are killed too often is blocked for a while. After a block, a further line has its step: the higher the step, the
  /// longer the block. The number of steps is a policy of the daemon, and not sent.
  private static func addReliability(
    _ reliability: ReliabilityInfo, to card: inout KeyValueLines, _ clock: WallClock
  ) {
    card.add("reliability", DecimalText.fixed(reliability.score, digits: 3))
    card.add("last runs", summary(ofQualities: reliability.conducts))
    card.add("killed", reliability.kills.map(clock.full).joined(separator: ", "), .warning)
    let wasBlocked = reliability.level > 0
    // The default settings have four steps; the longest block is repeated.
    card.add(
      "block step",
      wasBlocked ? "\(reliability.level); a kill raises it, and clean runs lower it" : nil
    )
  }

  /// Summarizes the qualities of the last runs, oldest first, with a count for equal ones in a row:
  /// `3 clean, blamed, 2 clean`.
  ///
  /// - Parameter qualities: A word for each run: `clean`, `blamed` or `killed`.
  private static func summary(ofQualities qualities: [String]) -> String {
    var rows: [(quality: String, count: Int)] = []
    for quality in qualities {
      if let last = rows.indices.last, rows[last].quality == quality {
        rows[last].count += 1
      } else {
        rows.append((quality, 1))
      }
    }
    return rows.map { row in row.count == 1 ? row.quality : "\(row.count) \(row.quality)" }
      .joined(separator: ", ")
  }
}
