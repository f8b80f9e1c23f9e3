/// A text format for metrics.
package enum Exposition: Sendable {
  /// Prometheus' text format, version 0.0.4.
  case prometheus
  /// OpenMetrics, version 1.0.0.
  case openMetrics

  /// The media type of the format.
  package var mediaType: String {
    switch self {
    case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
    case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
    }
  }

  /// Returns the families as text. Families without numbers are left out.
  package func text(_ families: [MetricFamily]) -> String {
    var lines: [String] = []
    for family in families where !family.samples.isEmpty {
      lines += head(of: family.metric)
      lines += family.samples.map { line($0, of: family.metric) }
    }
    if self == .openMetrics { lines.append("# EOF") }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Returns the lines that describe a metric. In Prometheus' format, its name is the name of its samples.
  private func head(of metric: MetricDescription) -> [String] {
    switch self {
    case .prometheus:
      // This format has no type for an info metric, whose only number is a constant 1.
      let type = metric.kind == .info ? MetricDescription.Kind.gauge : metric.kind
      return [
        "# HELP \(metric.sampleName) \(escaped(metric.help, quotes: false))",
        "# TYPE \(metric.sampleName) \(type.rawValue)",
      ]
    case .openMetrics:
      let unit = metric.unit.map { ["# UNIT \(metric.name) \($0)"] } ?? []
      return ["# TYPE \(metric.name) \(metric.kind.rawValue)"] + unit
        + ["# HELP \(metric.name) \(escaped(metric.help, quotes: true))"]
    }
  }

  /// Returns the line of a sample, such as `rubato_runs_total{outcome="completed"} 12`.
  private func line(_ sample: MetricSample, of metric: MetricDescription) -> String {
    let labels = sample.labels.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }
    let list = labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
    return "\(metric.sampleName)\(sample.suffix)\(list) \(Self.number(sample.value))"
  }

  /// Returns a text with backslashes before backslashes and, with `quotes`, before quotation marks; the end of a line
  /// is written as `\n`.
  private func escaped(_ text: String, quotes: Bool) -> String {
    var escaped = ""
    // Not by characters, in which a mark can follow a quotation mark and be part of it.
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\"" where quotes: escaped += "\\\""
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Returns a number in both formats: whole numbers without a fraction.
  static func number(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
    // From 2^53 on, a Double does not have every whole number, so its digits would claim too much.
    let exactLimit: UInt64 = 1 << 53
    if let whole = Int64(exactly: value), whole.magnitude < exactLimit { return String(whole) }
    return value.description
  }
}
