/// A metric that the daemon has numbers for: its name, its type and its meaning.
package struct MetricDescription: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case counter, gauge, histogram
    /// Labels that describe the daemon, with the number 1.
    case info
  }

  /// The name with its unit, without the suffix of its type.
  package let name: String
  package let kind: Kind
  /// The unit, with which the name ends; `nil` if the metric is a plain number.
  package let unit: String?
  package let labels: [String]
  /// The meaning of the metric, in a sentence.
  package let help: String

  init(
    _ name: String, _ kind: Kind, unit: String? = nil, labels: [String] = [], _ help: String
  ) {
    (self.name, self.kind, self.unit, self.labels, self.help) = (name, kind, unit, labels, help)
  }

  /// The name of its samples: with `_total` for a counter, with `_info` for labels.
  package var sampleName: String {
    switch kind {
    case .counter: name + "_total"
    case .info: name + "_info"
    case .gauge, .histogram: name
    }
  }
}
