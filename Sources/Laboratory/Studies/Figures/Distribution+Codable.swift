import Simulation

extension Distribution: Codable {
  private enum CodingKeys: String, CodingKey {
    case sum, least, most, classes, weights
  }

  /// Encodes the classes and their weights; a distribution without values is an empty object.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    guard count > 0 else { return }
    try container.encode(sum, forKey: .sum)
    try container.encodeIfPresent(least, forKey: .least)
    try container.encodeIfPresent(most, forKey: .most)
    // Each class is the distance from the one before, which is mostly one digit.
    try container.encode(zip(classes, [0] + classes).map { $0 - $1 }, forKey: .classes)
    try container.encode(weights, forKey: .weights)
  }

  /// Decodes the classes and their weights. Throws an error unless the classes rise within their limits, each has a
  /// weight above 0, and the weights have a sum of at most 64 bits.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let steps = try container.decodeIfPresent([Int].self, forKey: .classes) ?? []
    let weights = try container.decodeIfPresent([Int64].self, forKey: .weights) ?? []
    // Each class after the first is encoded as its distance from the class before.
    let isRising = steps.dropFirst().allSatisfy { 1...ValueClass.last ~= $0 }
    let firstIsInRange = steps.first.map { 0...ValueClass.last ~= $0 } ?? true
    var count: Int64 = 0
    var isValid = isRising && firstIsInRange && steps.count == weights.count
    for weight in weights where isValid {
      let (total, overflows) = count.addingReportingOverflow(weight)
      count = total
      isValid = weight > 0 && !overflows
    }
    guard isValid else {
      throw DecodingError.dataCorruptedError(
        forKey: .classes, in: container, debugDescription: "not a distribution's classes")
    }
    var classes: [Int] = []
    for step in steps { classes.append((classes.last ?? 0) + step) }
    self.init(
      classes: classes, weights: weights,
      sum: try container.decodeIfPresent(Int64.self, forKey: .sum) ?? 0,
      least: try container.decodeIfPresent(Int64.self, forKey: .least),
      most: try container.decodeIfPresent(Int64.self, forKey: .most))
  }
}
