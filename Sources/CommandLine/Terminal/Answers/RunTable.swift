import Control
import Vocabulary

/// The answer to `runs`.
package enum RunTable {
  /// Returns a table with a row for each run, or a sentence if there are none.
  ///
  /// - Parameter owner: Returns the name of a uid; `nil` leaves out the owners.
  package static func lines(
    _ runs: [RunInfo], owner: ((Int64) -> String)?, on screen: Screen
  ) -> [String] {
    guard !runs.isEmpty else { return ["No runs."] }
    let columns = [
      Table.Column("RUN", .right), Table.Column("ID"), Table.Column("STARTED"),
      Table.Column("TOOK", .right), Table.Column("OUTCOME"), Table.Column("DETAILS"),
    ]
    var table = Table((owner == nil ? [] : [Table.Column("OWNER")]) + columns)
    for run in runs {
      let ownerCells = owner.map { [Table.Cell($0(run.owner))] } ?? []
      table.add(ownerCells + cells(run, screen))
    }
    return table.lines(on: screen)
  }

  /// Returns the cells of a run for all columns except the owner.
  private static func cells(_ run: RunInfo, _ screen: Screen) -> [Table.Cell] {
    [
      Table.Cell(String(run.run)), Table.Cell(run.name, .accent),
      Table.Cell(run.start.map(screen.clock.date) ?? "-"), Table.Cell(run.tookText ?? "-", .dim),
      OutcomeWords.cell(run), Table.Cell(OutcomeWords.detailsWithProgress(run), .dim),
    ]
  }
}

extension RunInfo: HasRequestName {
  /// The length of the run; `nil` if it is in progress, or has not started.
  var tookText: String? {
    guard let start = start.flatMap(UniversalTime.parse), let end = end.flatMap(UniversalTime.parse)
    else { return nil }
    return DurationText.exact((end - start).seconds)
  }
}
