import Files
import Scheduling
import Simulation

/// Reads how the devices of a population differ.
enum PopulationReader {
  /// Reads the spread of each trait in `population`; a trait without one keeps its usual spread. Without the key, all
  /// spreads are the usual ones; with `none`, the devices have equal traits.
  static func read(_ fields: Fields) throws(FileError) -> Population {
    if fields.hasWord("none", at: "population") { return .alike }
    let keys = DeviceTrait.allCases.map(\.rawValue)
    guard let populationFields = try fields.mapping("population", allowed: keys) else {
      return Population()
    }
    var spreads: [DeviceTrait: Spread] = [:]
    for trait in DeviceTrait.allCases {
      guard let node = populationFields.node(trait.rawValue) else { continue }
      spreads[trait] = try SpreadReader(trait: trait, fields: populationFields).read(node)
    }
    return Population(spreads)
  }
}

/// Reads how one trait differs: `1.2`, `0.8 to 1.5`, `{median: 1, spread: 1.5}`.
private struct SpreadReader {
  let trait: DeviceTrait
  let fields: Fields

  private var key: String { trait.rawValue }

  /// Reads the spread of this trait: one value for all devices, two with `to` between them, or a mapping. For a
  /// chance, the value is the share of the devices that have the trait.
  func read(_ node: Node) throws(FileError) -> Spread {
    if trait.unit != .chance, case .mapping = node { return try spreadAroundCentre(node) }
    let spread = try fields.value(key, allowed: allowed) { text in
      self.spread(from: text.components(between: " to "))
    }
    return spread ?? trait.usual
  }

  /// Returns the spread from one value or two; `nil` if they are not allowed.
  private func spread(from words: [String]) -> Spread? {
    let values = words.compactMap { value($0) }
    guard values.count == words.count else { return nil }
    switch values.count {
    case 1: return trait.unit == .chance ? Spread.some(values[0]) : Spread.same(values[0])
    case 2 where trait.unit != .chance && values[0] <= values[1]:
      return .between(values[0]...values[1])
    default: return nil
    }
  }

  /// The name of the centre: a trait with negative values has a middle, and every other trait varies by a factor.
  private var centreKey: String { trait.range.lowerBound < 0 ? "middle" : "median" }

  /// Reads a centre and the spread around it. If the trait can be negative, its centre is a middle, and the spread is a
  /// difference from it. Otherwise the centre is a median, and the spread is a factor.
  private func spreadAroundCentre(_ node: Node) throws(FileError) -> Spread {
    let spreadFields = try Fields(
      node, describing: "'\(key)'", allowed: [centreKey, "spread"], file: fields.place.file)
    try spreadFields.require(centreKey, example: example.middle)
    try spreadFields.require("spread", example: example.spread)
    let centre = try spreadFields.value(centreKey, allowed: allowed) { value($0) } ?? trait.neutral
    guard centreKey == "median" else {
      let spread = try spreadFields.value("spread", allowed: "a number from 0") { text in
        value(text).flatMap { $0 >= 0 ? $0 : nil }
      }
      return .around(centre, spread: spread ?? 0)
    }
    return .skewed(median: centre, spread: try spreadFields.number("spread", in: 1...100) ?? 1)
  }

  // MARK: Values

  /// Parses a value in the unit of the trait, with durations in seconds and shares from 0 to 1; `nil` if it has another
  /// form or is out of range.
  private func value(_ text: String) -> Double? {
    let value: Double? =
      switch trait.unit {
      case .factor, .degrees: Double(text)
      case .share, .chance: Double(percent: text)
      case .duration:
        text.hasPrefix("-")
          ? DurationNotation.parse(String(text.dropFirst())).map { -$0.seconds }
          : DurationNotation.parse(text)?.seconds
      }
    return value.flatMap { trait.range.contains($0) ? $0 : nil }
  }

  /// Examples of values in the unit of the trait, for errors: one value, two, and a centre with its spread.
  private var example: (one: String, two: String, middle: String, spread: String) {
    switch trait.unit {
    case .factor: ("1.5", "1 to 2", "1", "1.5")
    case .share, .chance: ("10%", "5% to 20%", "10%", "2")
    case .duration:
      trait.range.lowerBound < 0
        ? ("30m", "-1h to 1h", "0m", "30m") : ("20m", "0m to 40m", "20m", "1.5")
    case .degrees: ("3", "-5 to 8", "0", "3")
    }
  }

  /// The allowed values, which complete "use ...".
  private var allowed: String {
    if trait.unit == .chance { return "the share of devices for which it applies, such as 5%" }
    let (least, most) = (text(trait.range.lowerBound), text(trait.range.upperBound))
    return "\(example.one), '\(example.two)' or {\(centreKey): \(example.middle), spread:"
      + " \(example.spread)}, from \(least) to \(most)"
  }

  /// Formats an end of the trait's range as it is written in a scenario, for errors.
  private func text(_ value: Double) -> String {
    switch trait.unit {
    case .factor, .degrees: "\(value)"
    case .share, .chance: "\(Int(bounded: value * 100))%"
    case .duration: Duration.seconds(Int64(bounded: value)).notation
    }
  }
}
