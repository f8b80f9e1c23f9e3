import Control

/// The answer to `explain` without an id: all that waits, most starved first.
package enum ExplanationTable {
  package static func lines(_ explanations: [ExplanationInfo], on screen: Screen) -> [String] {
    guard !explanations.isEmpty else { return ["No requests are queued."] }
    var table = Table(
      ["ID", "SUBMITTED", "LATEST", "REASON"].map { Table.Column($0) })
    for explanation in explanations {
      table.add([
        Table.Cell(explanation.app.map { "\($0)/\(explanation.id)" } ?? explanation.id, .accent),
        Table.Cell(screen.clock.relative(explanation.submitted), .dim),
        Table.Cell(explanation.latest.map(screen.clock.relative) ?? "-", .dim), why(explanation),
      ])
    }
    return table.lines(on: screen)
  }

  private static func why(_ explanation: ExplanationInfo) -> Table.Cell {
    if explanation.isFrozen { return Table.Cell("frozen", .warning) }
    if explanation.state == "running" { return Table.Cell("running", .good) }
    if explanation.run { return Table.Cell("may run now", .good) }
    let causes = explanation.causes.map { ReasonWords.state($0.reason) }
    return Table.Cell(causes.joined(separator: ", "), .warning)
  }
}
