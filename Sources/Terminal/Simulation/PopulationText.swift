import Simulation

/// What came of a population, for people.
package enum PopulationText {
  package static func lines(_ result: PopulationResult, on screen: Screen) -> [String] {
    let devices = result.result.figures.device.devices
    let part = result.shard.map { ", shard \($0.number)/\($0.of)" } ?? ""
    let heading =
      "\(result.terms.subject.visible): \(devices) of \(result.terms.population) devices\(part),"
      + " seed \(result.terms.seed)."
    return [screen.wrap(heading), ""] + spread(result.result, on: screen) + [""]
      + FiguresText.lines(result.result.figures, on: screen)
  }

  /// How the devices differ: a line for each measure.
  private static func spread(_ result: PopulationFigures, on screen: Screen) -> [String] {
    var table = Table(
      ["LEAST", "5 %", "MEDIAN", "95 %", "MOST"].map { Table.Column($0, .right) }
        + [Table.Column("OF DEVICES")])
    for measure in Measure.allCases where result.quantile(of: measure, permille: 500) != nil {
      let values = [0, 50, 500, 950, 1000].map { result.quantile(of: measure, permille: $0) }
      table.add((values.map { measure.short($0) } + [measure.title]).map { Table.Cell($0) })
    }
    return table.lines(on: screen)
  }
}

extension Measure {
  /// As `text`, in one unit of time.
  fileprivate func short(_ value: Double?) -> String {
    guard unit == .seconds, let value, value > 0 else { return text(value) }
    return DurationText.rough(value)
  }
}
