import Simulation
import Studies
import Terminal

/// A comparison of several deciders, for people.
package enum ComparisonText {
  /// Returns the comparison as lines: a heading, and a table for each measure that is known and not 0 in some column,
  /// and for each promise. Below a table are the groups of devices, by trait, with a greater or smaller difference.
  package static func lines(_ comparison: Comparison, on screen: Screen) -> [String] {
    let seeds = comparison.seeds.count
    let world = comparison.worlds == .device ? "device" : "world"
    let heading =
      "\(comparison.subject.visible): \(seeds) \(world)\(seeds == 1 ? "" : "s"), the same for each;"
      + (seeds == 1 ? " no interval without --seeds" : " differences with 95 % intervals")
    let blocks =
      Measure.allCases.map { measure in
        let tableLines = table(of: measure, comparison, on: screen)
        return tableLines.isEmpty ? [] : tableLines + effects(on: measure, comparison, on: screen)
      } + PairedPromiseText.blocks(comparison, on: screen)
    let parts = [[screen.wrap(heading)]] + blocks.filter { !$0.isEmpty }
    return Array(parts.joined(separator: [""]))
  }

  /// Returns the table of one measure, with the mean and the difference from the first column in a line for each
  /// column. Empty if the measure is unknown or 0 in every column.
  private static func table(
    of measure: Measure, _ comparison: Comparison, on screen: Screen
  ) -> [String] {
    // A measure that is zero in every column distinguishes none.
    guard comparison.columns.contains(where: { $0.mean(measure).map { $0 != 0 } ?? false }) else {
      return []
    }
    var table = Table([
      Table.Column(measure.title.uppercased()), Table.Column("MEAN", .right),
      Table.Column("DIFFERENCE", .right), Table.Column(""),
    ])
    for column in comparison.columns {
      let difference = column.differences[measure]
      table.add([
        Table.Cell("  \(column.name)"), Table.Cell(measure.text(column.mean(measure))),
        Table.Cell(difference.map { measure.signedText($0.mean) } ?? ""),
        intervalCell(difference, measure),
      ])
    }
    return table.lines(on: screen)
  }

  /// Returns a line for each group of devices in which the difference of a column is greater or smaller than on the
  /// other devices.
  private static func effects(
    on measure: Measure, _ comparison: Comparison, on screen: Screen
  ) -> [String] {
    comparison.columns.flatMap { column in
      (column.effects[measure] ?? []).map { effect in
        let groups = [effect.group, effect.others].map { difference in
          difference.map { "\(measure.signedText($0.mean)) on \($0.pairs)" } ?? "-"
        }
        return screen.wrap(
          "  \(column.name.visible), \(effect.split.groupText): \(groups[0]) devices, \(groups[1])"
            + " others", indent: 4)
      }
    }
  }

  /// Returns a cell with both ends of the 95 % interval of a difference; empty if there is no interval. The cell is
  /// marked as good or bad only if the interval excludes 0 and one direction is better.
  private static func intervalCell(_ difference: PairedDifference?, _ measure: Measure)
    -> Table.Cell
  {
    guard let difference, let low = difference.low, let high = difference.high else {
      return Table.Cell("")
    }
    let text = "\(measure.signedText(low)) to \(measure.signedText(high))"
    guard difference.isClear, let lessIsBetter = measure.lessIsBetter else {
      return Table.Cell(text, .dim)
    }
    let isLess = difference.mean < 0
    return Table.Cell(text, isLess == lessIsBetter ? .good : .bad)
  }
}
