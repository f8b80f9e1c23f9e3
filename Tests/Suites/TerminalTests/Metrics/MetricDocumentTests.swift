import FoundationEssentials
import Testing

@testable import Terminal

/// The page of metrics, the alert rules and the dashboard name the metrics of the code.
struct MetricDocumentTests {
  private func text(_ path: String) throws -> String {
    var root = "\(#filePath)"[...]
    for _ in 0..<5 { root = root.prefix(upTo: root.lastIndex(of: "/") ?? root.startIndex) }
    return try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
  }

  private static let names = MetricDescription.all.map(\.sampleName)

  @Test func thePageNamesEachMetricAndEachLabelOnce() throws {
    let words = try text("docs/metrics.md").matches(of: /`([a-z_]+)`/).map { String($0.output.1) }
    #expect(words.filter { $0.hasPrefix("rubato_") }.sorted() == Self.names.sorted())
    for label in Set(MetricDescription.all.flatMap(\.labels)) {
      #expect(words.contains(label), "\(label)")
    }
  }

  @Test(arguments: ["0.1.0"]) func metricsOfOlderVersionsAreKept(version: String) throws {
    let now = MetricDescription.all.map { metric in
      ([metric.sampleName, metric.kind.rawValue] + metric.labels).joined(separator: " ")
    }
    let then = try text("Tests/Versions/\(version)/metrics.txt").split(separator: "\n")
    #expect(then.count > 30)
    #expect(Set(then.map { String($0) }).subtracting(now) == [])
  }

  @Test func namesFollowTheConventions() {
    #expect(Set(Self.names).count == MetricDescription.all.count)
    for metric in MetricDescription.all {
      #expect(metric.name.wholeMatch(of: /rubato(_[a-z]+)+/) != nil)
      #expect(metric.unit.map { metric.name.hasSuffix("_\($0)") } ?? true)
      #expect(metric.help.hasSuffix("."))
      // The suffix of the format, not of the name.
      #expect(!metric.name.hasSuffix("_total"))
    }
  }

  @Test(arguments: [
    ("etc/metrics/rubato.rules.yaml", 6), ("etc/metrics/rubato-dashboard.json", 15),
  ])
  func expressionsNameMetrics(path: String, least: Int) throws {
    let found = Set(try text(path).matches(of: /rubato_[a-z_]+/).map { String($0.output) })
    #expect(found.count >= least)
    let known =
      Self.names + ["_bucket", "_sum", "_count"].map { MetricDescription.lateness.name + $0 }
    for name in found.sorted() where !known.contains(name) {
      Issue.record("\(path) names \(name), which is no metric")
    }
  }
}
