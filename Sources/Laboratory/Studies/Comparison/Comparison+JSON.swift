import Simulation

extension Comparison: Encodable {
  private enum CodingKeys: String, CodingKey {
    case subject, by, seeds, columns
  }

  /// Encodes the comparison; `by` is the kind of number that identifies a world.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(subject, forKey: .subject)
    try container.encode(worlds.rawValue, forKey: .by)
    try container.encode(seeds, forKey: .seeds)
    try container.encode(columns, forKey: .columns)
  }
}

extension Comparison.Column: Encodable {
  private enum CodingKeys: String, CodingKey {
    case name, measures, figures
  }

  private struct Cell: Encodable {
    var unit: Measure.Unit
    var mean: Double?
    var difference: PairedDifference?

    private enum CodingKeys: String, CodingKey {
      case unit, mean, difference
    }

    /// Encodes all three members; an unknown mean or difference is null.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(unit, forKey: .unit)
      // The value is written as null if there is none.
      try container.encode(mean, forKey: .mean)
      try container.encode(difference, forKey: .difference)
    }
  }

  /// Encodes the column: an object of all measures by name, and the figures in the form of other reports.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    var cells: [String: Cell] = [:]
    for measure in Measure.allCases {
      cells[measure.rawValue] = Cell(
        unit: measure.unit, mean: mean(measure), difference: differences[measure])
    }
    try container.encode(cells, forKey: .measures)
    try container.encode(FiguresReport(figures), forKey: .figures)
  }
}
