/// One number of a metric.
package struct MetricSample: Hashable, Sendable {
  struct Label: Hashable, Sendable {
    var name: String
    var value: String

    init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  /// A part of the name after that of the metric, such as `_bucket`; empty for most metrics.
  var suffix = ""
  /// The labels in the order in which they are written.
  var labels: [Label]
  var value: Double

  init(_ value: Double, suffix: String = "", _ labels: [Label] = []) {
    (self.value, self.suffix, self.labels) = (value, suffix, labels)
  }

  init(_ value: Int64, _ labels: [Label] = []) { self.init(Double(value), labels) }
}

/// A metric with its numbers.
package struct MetricFamily: Sendable {
  let metric: MetricDescription
  let samples: [MetricSample]

  init(_ metric: MetricDescription, _ samples: [MetricSample]) {
    (self.metric, self.samples) = (metric, samples)
  }

  /// Makes the family of a metric with one number and without labels.
  init(_ metric: MetricDescription, _ value: Double) { self.init(metric, [MetricSample(value)]) }

  init(_ metric: MetricDescription, _ value: Int64) { self.init(metric, Double(value)) }

  /// Makes the family of a metric without labels whose number may be unknown; it is absent then.
  init(_ metric: MetricDescription, known value: Double?) {
    self.init(metric, value.map { [MetricSample($0)] } ?? [])
  }
}

extension [MetricSample] {
  /// Makes the samples of a histogram from the numbers of each class, which has an upper limit, except the last one.
  /// Each sample counts the values of its class and of all below.
  static func histogram(limits: [Double], counts: [Int64], sum: Double) -> Self {
    var total = 0.0
    var samples: Self = []
    for (index, count) in counts.enumerated() {
      total += Double(count)
      let limit = limits.indices.contains(index) ? limits[index].description : "+Inf"
      samples.append(MetricSample(total, suffix: "_bucket", [.init("le", limit)]))
    }
    return samples + [MetricSample(total, suffix: "_count"), MetricSample(sum, suffix: "_sum")]
  }
}
