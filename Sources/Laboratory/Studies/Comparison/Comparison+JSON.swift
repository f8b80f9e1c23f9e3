import Simulation

extension Comparison: Encodable {
  private enum CodingKeys: String, CodingKey {
    case subject, by, seeds, columns, triedSplits
  }

  /// Encodes the comparison; `by` is the kind of number that identifies a world.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(subject, forKey: .subject)
    try container.encode(worlds.rawValue, forKey: .by)
    try container.encode(seeds, forKey: .seeds)
    try container.encode(
      columns.map { EncodedColumn(column: $0, promises: promises) }, forKey: .columns)
    try container.encode(triedSplits, forKey: .triedSplits)
  }
}

private struct EncodedColumn: Encodable {
  let column: Comparison.Column
  let promises: [Promise]

  private enum CodingKeys: String, CodingKey {
    case name, measures, figures, promises
  }

  private struct Cell: Encodable {
    var unit: Measure.Unit
    var mean: Double?
    var difference: PairedDifference?
    var effects: [TraitEffect]

    private enum CodingKeys: String, CodingKey {
      case unit, mean, difference, effects
    }

    /// Encodes all members; an unknown mean or difference is null.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(unit, forKey: .unit)
      // The value is written as null if there is none.
      try container.encode(mean, forKey: .mean)
      try container.encode(difference, forKey: .difference)
      try container.encode(effects, forKey: .effects)
    }
  }

  /// Encodes the column: an object of all measures by name, the figures in the form of other reports, and the promises.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(column.name, forKey: .name)
    var cells: [String: Cell] = [:]
    for measure in Measure.allCases {
      cells[measure.rawValue] = Cell(
        unit: measure.unit, mean: column.mean(measure), difference: column.differences[measure],
        effects: column.effects[measure] ?? [])
    }
    try container.encode(cells, forKey: .measures)
    try container.encode(FiguresReport(column.figures), forKey: .figures)
    try container.encode(
      promises.indices.map { EncodedPromise(promises[$0], column, $0) }, forKey: .promises)
  }
}

/// A promise in the worlds of one column.
private struct EncodedPromise: Encodable {
  let promise: String
  let kept: Int
  let worlds: Int
  let pair: PairedPromise?

  /// - Parameter index: The place of the promise in the comparison.
  init(_ promise: Promise, _ column: Comparison.Column, _ index: Int) {
    self.promise = promise.text
    kept = column.keptCount(of: index)
    worlds = column.results[index].count
    pair = column.promises.indices.contains(index) ? column.promises[index] : nil
  }

  private enum CodingKeys: String, CodingKey {
    case promise, kept, worlds, difference, low, high, gained, lost, measured
  }

  /// Encodes the promise; members of the comparison with the first column are null for that column.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(promise, forKey: .promise)
    try container.encode(kept, forKey: .kept)
    try container.encode(worlds, forKey: .worlds)
    try container.encode(pair?.difference, forKey: .difference)
    try container.encode(pair?.interval.lowerBound, forKey: .low)
    try container.encode(pair?.interval.upperBound, forKey: .high)
    try container.encode(pair?.gained, forKey: .gained)
    try container.encode(pair?.lost, forKey: .lost)
    try container.encode(pair?.measured, forKey: .measured)
  }
}

extension TraitEffect: Encodable {
  private enum CodingKeys: String, CodingKey {
    case split, greater, group, others
  }

  /// Encodes the split and both differences; an unknown difference is null.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(split, forKey: .split)
    try container.encode(isGreater, forKey: .greater)
    try container.encode(group, forKey: .group)
    try container.encode(others, forKey: .others)
  }
}
