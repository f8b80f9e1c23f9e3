import Files
import Scheduling
import Simulation

/// Reads the bound of a metric: `at least 5`, `at most 2h`, `2 to 4`, `never`, `13`, `[37, 13]`.
struct BoundReader {
  let metric: Metric
  let file: String

  /// Reads the bound of the metric from a text or a list, and returns it with its text for reports. Throws an error
  /// if the metric cannot have such a bound.
  func read(_ node: Node) throws(FileError) -> (bound: Bound, text: String) {
    if case .sequence(let items) = node { return try list(Array(items), node) }
    let text = try Fields.text(of: node, key: metric.key, file)
    if case .stopReasons = metric {
      try Self.checkReason(text, Place(node, file: file))
      return (.words([text]), "always \(text)")
    }
    if let range = parseRange(text) { return (.range(range), text) }
    throw Place(node, file: file).error(
      "\(metric.key) '\(text)' is not allowed; use 'at least \(example)', 'at most \(example)',"
        + " 'never', '\(example)', or two with 'to' between them"
        + (isPerRun ? ", or a list with one for each run" : ""))
  }

  /// Reads a list and returns the bound with its text. For stop reasons, the list contains the allowed ones; for a
  /// metric of each run, the exact value of every run in order. Throws an error for any other metric.
  private func list(_ items: [Node], _ node: Node) throws(FileError) -> (bound: Bound, text: String)
  {
    let texts = try items.map { item throws(FileError) in
      try Fields.text(of: item, key: metric.key, file)
    }
    let words = "[\(texts.joined(separator: ", "))]"
    if case .stopReasons = metric {
      for (item, text) in zip(items, texts) {
        try Self.checkReason(text, Place(item, file: file))
      }
      return (.words(texts), "one of \(words)")
    }
    let values = texts.compactMap(value)
    guard isPerRun, values.count == texts.count, !values.isEmpty else {
      throw Place(node, file: file).error(
        isPerRun
          ? "\(metric.key) \(words) is not allowed; use values such as \(example)"
          : "\(metric.key) is a single value, not a list; use, for example, 'at least \(example)'")
    }
    return (.list(values), words)
  }

  /// Throws an error if `reason` is not a known stop reason: a promise about an unknown reason would always be kept,
  /// or always be broken.
  static func checkReason(_ reason: String, _ place: Place) throws(FileError) {
    let knownReasons = StopReason.known.map(\.code)
    guard !knownReasons.contains(reason) else { return }
    let suggestion = Suggestion.nearest(to: reason, among: knownReasons)
    throw place.error(
      "no run is stopped for '\(reason)'; "
        + (suggestion.map { "did you mean '\($0)'? " } ?? "")
        + "The reasons are \(knownReasons.sorted().joined(separator: ", "))")
  }

  /// Whether the metric has a value for each run.
  private var isPerRun: Bool { if case .each = metric { true } else { false } }

  private var unit: NumberMetric.Unit {
    switch metric {
    case .number(let metric): metric.unit
    case .each(let metric): metric.unit
    case .stopped, .stopReasons: .count
    }
  }

  /// A value in the unit of the metric, for errors.
  private var example: String {
    switch unit {
    case .count: "5"
    case .duration: "90m"
    case .share: "95%"
    }
  }

  /// Parses `at least 5`, `at most 5`, `2 to 4`, `never` or `5` as the allowed range; `nil` if the text has another
  /// form.
  private func parseRange(_ text: String) -> ClosedRange<Double>? {
    if text == "never" { return 0...0 }
    if text.hasPrefix("at least ") {
      return value(String(text.dropFirst("at least ".count))).map { $0...Double.infinity }
    }
    if text.hasPrefix("at most ") {
      return value(String(text.dropFirst("at most ".count))).map { 0...$0 }
    }
    // One value is both ends of the range.
    let words = text.components(between: " to ")
    let ends = words.compactMap { value($0) }
    guard ends.count == words.count, ends.count <= 2, let first = ends.first, let last = ends.last,
      first <= last
    else { return nil }
    return first...last
  }

  /// Parses one value: a count, a duration in seconds or a share from 0 to 1, by the metric; `nil` if the text has
  /// another form.
  private func value(_ text: String) -> Double? {
    switch unit {
    case .count: Double(text).flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
    case .duration: DurationNotation.parse(text)?.seconds
    case .share: Double(percent: text)
    }
  }
}
