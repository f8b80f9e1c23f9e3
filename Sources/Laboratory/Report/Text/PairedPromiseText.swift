import Scheduling
import Simulation
import Studies
import Terminal

/// The promises of a comparison, for people.
enum PairedPromiseText {
  /// The largest number of worlds that a line names.
  private static let mostNamed = 5

  /// Returns a table for each promise, with the share of worlds that keep it in a line for each column. Below it are
  /// the numbers of some worlds in which only one of two keeps it.
  static func blocks(_ comparison: Comparison, on screen: Screen) -> [[String]] {
    let worlds = comparison.seeds.count
    return comparison.promises.indices.map { index in
      var table = Table([
        Table.Column(comparison.promises[index].text.visible), Table.Column("KEPT", .right),
        Table.Column("DIFFERENCE", .right), Table.Column(""),
      ])
      for (place, column) in comparison.columns.enumerated() {
        // The first column is the one that the others are compared with.
        let pair = place > 0 ? column.promises[index] : nil
        table.add([
          Table.Cell("  \(column.name)"), Table.Cell("\(column.keptCount(of: index)) of \(worlds)"),
          Table.Cell(pair.map { signedShare($0.difference) } ?? ""),
          pair.map(cell) ?? Table.Cell(""),
        ])
      }
      return table.lines(on: screen)
        + comparison.columns.dropFirst().flatMap { column in
          changed(column, index, comparison.worlds).map { screen.wrap($0, indent: 4) }
        }
    }
  }

  /// Returns a cell with both ends of the interval. It is marked as good or bad if the interval excludes 0.
  private static func cell(_ pair: PairedPromise) -> Table.Cell {
    let (low, high) = (pair.interval.lowerBound, pair.interval.upperBound)
    let text = "\(signedShare(low)) to \(signedShare(high))"
    return Table.Cell(text, pair.isClear ? (pair.difference > 0 ? .good : .bad) : .dim)
  }

  /// Formats a difference of shares with a sign: `+1.5 %`.
  private static func signedShare(_ value: Double) -> String {
    "\(value < 0 ? "" : "+")\(DecimalText.fixed(value * 100, digits: 1)) %"
  }

  /// Returns lines with the numbers of worlds in which only this column, or only the first, keeps the promise.
  private static func changed(
    _ column: Comparison.Column, _ index: Int, _ worlds: Subject.Worlds
  ) -> [String] {
    let pair = column.promises[index]
    let changes = [(word: "kept", numbers: pair.gained), (word: "broken", numbers: pair.lost)]
    return changes.filter { !$0.numbers.isEmpty }.map { word, numbers in
      let firstNumbers = numbers.prefix(mostNamed).map { "\($0)" }.joined(separator: ", ")
      let rest = numbers.count > mostNamed ? ", ... (\(numbers.count) in all)" : ""
      return "  \(column.name.visible): \(word) only here with \(worlds.rawValue)"
        + " \(firstNumbers)\(rest)"
    }
  }
}
