import Control
import Vocabulary

/// The answer to `list --failed`.
package enum FailureTable {
  /// Returns a table with a row for each failed request and advice below it, or a sentence if there are none.
  ///
  /// - Parameter owner: Returns the name of a uid; `nil` leaves out the owners.
  package static func lines(
    _ failures: [FailureInfo], owner: ((Int64) -> String)?, on screen: Screen
  ) -> [String] {
    guard !failures.isEmpty else { return ["No requests have failed permanently."] }
    let columns = [
      Table.Column("ID"), Table.Column("FAILED"), Table.Column("RUN", .right),
      Table.Column("ATTEMPTS", .right), Table.Column("OUTCOME"), Table.Column("DETAILS"),
    ]
    var table = Table((owner == nil ? [] : [Table.Column("OWNER")]) + columns)
    for failure in failures {
      let owner = owner.map { [Table.Cell($0(failure.owner))] } ?? []
      table.add(owner + cells(failure, screen))
    }
    let advice = [
      failures.contains { !$0.isStillQueued } ? adviceOnFailed(screen) : nil,
      failures.contains(where: \.isStillQueued) ? adviceOnQueued(screen) : nil,
    ].compactMap(\.self)
    return table.lines(on: screen) + [""] + advice
  }

  /// Returns advice on requests that have failed permanently, which are no longer queued.
  private static func adviceOnFailed(_ screen: Screen) -> String {
    "\(screen.command("retry ID")) queues one again, \(screen.command("acknowledge ID")) forgets it."
  }

  /// Returns advice on requests that wait for their next window after a failed or skipped one, or in quarantine.
  private static func adviceOnQueued(_ screen: Screen) -> String {
    "\(screen.command("run ID --force")) starts one that repeats before its next window,"
      + " \(screen.command("explain ID")) shows why it waits,"
      + " \(screen.command("acknowledge ID")) forgets the failure."
  }

  /// Returns the cells of a failed or skipped request for all columns except the owner.
  private static func cells(_ failure: FailureInfo, _ screen: Screen) -> [Table.Cell] {
    let details = [
      failure.skippedWindows.map(OverdueWords.skippedWindowsText),
      failure.exit.map { "exit \($0)" }, failure.signal.map { "signal \($0)" },
    ].compactMap(\.self)
    return [
      Table.Cell(failure.name, .accent),
      Table.Cell(screen.clock.date(failure.at)), Table.Cell(String(failure.run)),
      Table.Cell(String(failure.attempts)),
      Table.Cell(OutcomeWords.words(failure.outcome), OutcomeWords.role(failure.outcome)),
      Table.Cell(details.joined(separator: ", "), .dim),
    ]
  }
}

extension FailureInfo: HasRequestName {
  /// Whether the request is still queued, for its next window or in quarantine. An older daemon sends only the number
  /// of skipped windows.
  package var isStillQueued: Bool { queued || skippedWindows != nil }
}
