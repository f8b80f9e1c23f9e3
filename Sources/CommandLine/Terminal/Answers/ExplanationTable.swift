import Control
import Vocabulary

/// The answer to `explain` without an id: all waiting requests, the most starved first.
package enum ExplanationTable {
  /// Returns a table with a row for each request, or a sentence if there are none.
  ///
  /// - Parameter owner: Returns the name of a uid; `nil` leaves out the owners.
  package static func lines(
    _ explanations: [ExplanationInfo], owner: ((Int64) -> String)?, on screen: Screen
  ) -> [String] {
    guard !explanations.isEmpty else { return ["No requests are queued."] }
    let columns = (owner == nil ? [] : ["OWNER"]) + ["ID", "SUBMITTED", "LATEST", "REASON"]
    var table = Table(columns.map { Table.Column($0) })
    for explanation in explanations {
      let ownerCells = owner.map { [Table.Cell($0(explanation.owner))] } ?? []
      table.add(
        ownerCells + [
          Table.Cell(explanation.name, .accent),
          Table.Cell(screen.clock.relative(explanation.submitted), .dim),
          Table.Cell(explanation.latest.map(screen.clock.relative) ?? "-", .dim),
          reasonCell(explanation, screen),
        ])
    }
    return table.lines(on: screen)
  }

  /// Returns the cell of the column REASON: the state of a request that may run or is running, otherwise the reasons
  /// that delay it.
  private static func reasonCell(_ explanation: ExplanationInfo, _ screen: Screen) -> Table.Cell {
    if explanation.isFrozen {
      let reason = explanation.live?.frozenBy.map { ", \(ReasonWords.state($0))" } ?? ""
      let since = explanation.live?.frozenSince.map { " since \(screen.clock.date($0))" } ?? ""
      return Table.Cell("frozen\(reason)\(since)", .warning)
    }
    if explanation.state == "running" { return Table.Cell("running", .good) }
    if explanation.run { return Table.Cell("may run now", .good) }
    let causes = explanation.causes.map { ReasonWords.state($0.reason) }
    return Table.Cell(causes.joined(separator: ", "), .warning)
  }
}
