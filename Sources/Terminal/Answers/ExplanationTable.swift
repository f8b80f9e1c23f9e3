import Control

/// The answer to `explain` without an id: all that waits, most starved first.
package enum ExplanationTable {
  package static func lines(_ explanations: [ExplanationInfo], on screen: Screen) -> [String] {
    guard !explanations.isEmpty else { return ["Nothing waits."] }
    var table = Table(
      ["ID", "SUBMITTED", "AT THE LATEST", "WHY IT WAITS"].map { Table.Column($0) })
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
    if explanation.isFrozen { return Table.Cell("it is frozen", .warning) }
    if explanation.state == "running" { return Table.Cell("it is running", .good) }
    if explanation.run { return Table.Cell("it may run now", .good) }
    let causes = explanation.causes.map { ReasonWords.state($0.reason) }
    return Table.Cell(causes.joined(separator: ", "), .warning)
  }
}
