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
  /// Makes the samples of a histogram. As Prometheus requires, the sample of a bucket counts the values of its bucket
  /// and of all below.
  ///
  /// - Parameters:
  ///   - limits: The upper limit of each bucket, except the last one, which has none.
  ///   - counts: The number of values in each bucket alone, one more than limits.
  ///   - sum: The sum of all values.
  static func histogram(limits: [Double], counts: [Int64], sum: Double) -> Self {
    var countSoFar = 0.0
    var samples: Self = []
    for (index, count) in counts.enumerated() {
      countSoFar += Double(count)
      let limit = limits.indices.contains(index) ? limits[index].description : "+Inf"
      samples.append(MetricSample(countSoFar, suffix: "_bucket", [.init("le", limit)]))
    }
    return samples
      + [MetricSample(countSoFar, suffix: "_count"), MetricSample(sum, suffix: "_sum")]
  }
}
