import Scheduling
import Simulation
import Studies
import Terminal

/// The results of a population, for people.
package enum PopulationText {
  /// Returns the results as lines: a heading, the traits, the measures, the figures and the promises. The broken
  /// promises follow with the devices that break them, but not for a shard.
  package static func lines(_ result: PopulationResult, on screen: Screen) -> [String] {
    let heading = "\(result.terms.subject.visible): \(scope(of: result))."
    let parts =
      [
        [screen.wrap(heading)], traits(result.result, on: screen),
        measures(result.result, on: screen), FiguresText.lines(result.result.figures, on: screen),
        promises(result),
      ] + AnswerText.blocks(result, on: screen)
    return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  /// Returns the number of devices, the shard and the seed: `1000 of 1000 devices, seed 1`.
  static func scope(of result: PopulationResult) -> String {
    let devices = result.result.figures.device.devices
    let part = result.shard.map { ", shard \($0.number)/\($0.of)" } ?? ""
    return "\(devices) of \(result.terms.population) devices\(part), seed \(result.terms.seed)"
  }

  /// Returns a line for each promise: whether it is kept, its text, and the number of devices that keep it with the
  /// interval of their share.
  private static func promises(_ result: PopulationResult) -> [String] {
    (result.result.promises ?? []).map { promise in
      let count = "\(promise.text.visible)  (\(promise.kept) of \(promise.devices))"
      // A shard of the devices does not decide.
      guard result.shard == nil else { return "kept  \(count)" }
      let interval = ShareInterval(Int64(promise.kept), of: Int64(promise.devices))
      return "\(promise.isKept ? "kept  " : "BROKEN")  \(count), 95 % interval \(interval.text)"
    }
  }

  /// Returns a table with a line for each trait in which the devices differ; empty if there is none. A trait that
  /// only a share of the devices has is shown as that share, and any other trait as three quantiles.
  private static func traits(_ result: PopulationFigures, on screen: Screen) -> [String] {
    // Only traits in which the devices can differ are recorded.
    let differingTraits = DeviceTrait.allCases.filter { result.mean(of: $0) != nil }
    guard !differingTraits.isEmpty else { return [] }
    var table = Table(
      ["5 %", "MEDIAN", "95 %"].map { Table.Column($0, .right) } + [Table.Column("DEVICES")])
    for trait in differingTraits {
      let values: [Double?] =
        trait.unit == .chance
        ? [nil, result.mean(of: trait), nil]
        : [50, 500, 950].map { result.quantile(of: trait, permille: $0) }
      let cells = values.map { $0.map(trait.text) ?? "" } + [trait.rawValue]
      table.add(cells.map { Table.Cell($0) })
    }
    return table.lines(on: screen)
  }

  /// Returns a table with a line for each measure that at least one device has: the quantiles of its values over the
  /// devices.
  private static func measures(_ result: PopulationFigures, on screen: Screen) -> [String] {
    var table = Table(
      ["LEAST", "5 %", "MEDIAN", "95 %", "MOST"].map { Table.Column($0, .right) }
        + [Table.Column("OF DEVICES")])
    for measure in Measure.allCases where result.quantile(of: measure, permille: 500) != nil {
      let values = [0, 50, 500, 950, 1000].map { result.quantile(of: measure, permille: $0) }
      let texts = values.map { measure.shortText($0) } + [measure.title]
      table.add(texts.map { Table.Cell($0) })
    }
    return table.lines(on: screen)
  }
}

extension DeviceTrait {
  /// Formats a value of this trait by its unit: `1.20`, `5.0 %`, `-30 min`.
  func text(_ value: Double) -> String {
    switch unit {
    case .factor: DecimalText.fixed(value, digits: 2)
    case .degrees: DecimalText.fixed(value, digits: 1)
    case .share, .chance: "\(DecimalText.fixed(value * 100, digits: 1)) %"
    case .duration: "\(Int64(bounded: (value / 60).rounded())) min"
    }
  }
}

extension Measure {
  /// Formats a value of this measure as `text` does, but rounds a positive duration to a single unit of time.
  func shortText(_ value: Double?) -> String {
    guard unit == .seconds, let value, value > 0 else { return text(value) }
    return DurationText.rough(value)
  }
}
