/// What came of many devices: all of them together, and how they differ.
package struct PopulationFigures: Hashable, Codable, Sendable {
  package private(set) var figures = Figures()
  /// For each measure, its value on each device, in thousandths.
  package private(set) var spread: [String: Distribution] = [:]

  package init() {}

  package mutating func add(_ device: Figures) {
    figures += device
    for measure in Measure.allCases {
      guard let value = measure.value(of: device) else { continue }
      spread[measure.rawValue, default: Distribution()].add(Int64((value * 1000).rounded()))
    }
  }

  package static func += (left: inout PopulationFigures, right: PopulationFigures) {
    left.figures += right.figures
    for (measure, values) in right.spread {
      left.spread[measure, default: Distribution()] += values
    }
  }

  /// The value that so many thousandths of the devices do not exceed; nil where none has one.
  package func quantile(of measure: Measure, permille: Int64) -> Double? {
    spread[measure.rawValue]?.quantile(permille: permille).map { Double($0) / 1000 }
  }
}
