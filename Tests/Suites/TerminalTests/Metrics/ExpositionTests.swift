import Control
import Testing

@testable import Terminal

/// The text formats of metrics.
struct ExpositionTests {
  private func reply() -> GetMetrics.Reply {
    GetMetrics.Reply(
      version: "1.2.3", started: 1_772_433_000.5, now: 1_772_436_600, waiting: 2, running: 1,
      failed: 1, overdue: 1,
      held: [CountInfo(name: "power", count: 2), CountInfo(name: "idle", count: 0)],
      requests: [
        RequestNumbersInfo(
          id: "a\"b\\c\nd", app: "mail", owner: 1000, state: "failed", failed: true, failures: 3,
          submitted: 5),
        RequestNumbersInfo(
          id: "backup", owner: 0, state: "waiting", failed: false, failures: 0, submitted: 6,
          interval: 86_400,
          lastSuccess: 7.25, overdueSince: 8),
      ], unnamed: 0,
      runs: RunCountsInfo(
        outcomes: [CountInfo(name: "completed", count: 4)],
        kinds: [
          KindUseInfo(
            kind: "utility", starts: 5, seconds: 1.5, budgetSeconds: 60, cpuSeconds: 0.25,
            batteryCPUSeconds: 0.5)
        ], lateLimits: [0, 60], lateCounts: [3, 1, 2], lateSeconds: 700.5),
      wakeups: 9, events: 8, commits: 7, failedCommits: 0, writable: true, storeBytes: 4096,
      calls: 6, refusedCalls: [CountInfo(name: "Refused", count: 1)], connections: 1,
      refusedConnections: 0, queues: [CountInfo(name: "reads", count: 1)], battery: 0.8,
      device: ["power": "ac", "idle": "unknown"])
  }

  private func lines(_ format: Exposition, _ reply: GetMetrics.Reply) -> [String] {
    format.text(DaemonMetrics.families(reply)).split(separator: "\n").map { String($0) }
  }

  private func lines(_ format: Exposition, of name: String) -> [String] {
    lines(format, reply()).filter {
      $0.contains(" \(name) ") || $0.hasPrefix("\(name) ") || $0.hasPrefix("\(name){")
    }
  }

  @Test func aCounterHasItsSuffixInBothFormats() {
    #expect(
      lines(.prometheus, of: "rubato_runs_total") == [
        "# HELP rubato_runs_total Ended runs by outcome.", "# TYPE rubato_runs_total counter",
        "rubato_runs_total{outcome=\"completed\"} 4",
      ])
    #expect(
      lines(.openMetrics, of: "rubato_runs") == [
        "# TYPE rubato_runs counter", "# HELP rubato_runs Ended runs by outcome.",
      ])
    #expect(lines(.openMetrics, reply()).contains("rubato_runs_total{outcome=\"completed\"} 4"))
  }

  @Test func openMetricsHasUnitsAndAnEnd() {
    let text = Exposition.openMetrics.text(DaemonMetrics.families(reply()))
    #expect(text.hasSuffix("\n# EOF\n"))
    #expect(text.contains("\n# UNIT rubato_run_seconds seconds\n"))
    #expect(text.contains("\n# UNIT rubato_store_size_bytes bytes\n"))
    #expect(!Exposition.prometheus.text(DaemonMetrics.families(reply())).contains("# UNIT"))
    #expect(!Exposition.prometheus.text(DaemonMetrics.families(reply())).contains("# EOF"))
  }

  @Test func theVersionIsALabel() {
    #expect(lines(.prometheus, of: "rubato_build_info").contains("# TYPE rubato_build_info gauge"))
    #expect(lines(.openMetrics, of: "rubato_build").contains("# TYPE rubato_build info"))
    for format in [Exposition.prometheus, .openMetrics] {
      #expect(lines(format, reply()).contains("rubato_build_info{version=\"1.2.3\"} 1"))
    }
  }

  @Test func valuesOfLabelsAreEscaped() {
    let escaped = #"{request="a\"b\\c\nd",app="mail",owner="1000"}"#
    for format in [Exposition.prometheus, .openMetrics] {
      #expect(lines(format, reply()).contains("rubato_request_failed\(escaped) 1"))
    }
  }

  @Test func aMarkAfterAQuotationMarkDoesNotHideIt() {
    var reply = reply()
    reply.version = "\"\u{301}"
    #expect(lines(.prometheus, reply).contains("rubato_build_info{version=\"\\\"\u{301}\"} 1"))
  }

  @Test func aHistogramAddsUpItsClasses() {
    #expect(
      lines(.prometheus, reply()).filter { $0.hasPrefix("rubato_run_lateness_seconds") } == [
        "rubato_run_lateness_seconds_bucket{le=\"0.0\"} 3",
        "rubato_run_lateness_seconds_bucket{le=\"60.0\"} 4",
        "rubato_run_lateness_seconds_bucket{le=\"+Inf\"} 6",
        "rubato_run_lateness_seconds_count 6", "rubato_run_lateness_seconds_sum 700.5",
      ])
  }

  @Test func unknownNumbersAreAbsent() {
    let lines = lines(.prometheus, reply())
    #expect(lines.contains("rubato_device_battery_ratio 0.8"))
    #expect(!lines.contains { $0.contains("rubato_device_load_ratio") })
    #expect(lines.count { $0.hasPrefix("rubato_request_interval_seconds") } == 1)
    #expect(
      lines.contains(
        "rubato_request_last_success_timestamp_seconds{request=\"backup\",owner=\"0\"} 7.25"))
  }

  @Test func aUserWithoutRightsGetsNoNumbersOfRuns() {
    var reply = reply()
    reply.runs = nil
    let lines = lines(.openMetrics, reply)
    #expect(!lines.contains { $0.contains("rubato_run") })
    #expect(lines.contains("rubato_wakeups_total 9"))
  }

  @Test func fieldsOfTheDeviceAreInOrder() {
    #expect(
      lines(.prometheus, reply()).filter { $0.hasPrefix("rubato_device_state{") } == [
        "rubato_device_state{field=\"idle\",value=\"unknown\"} 1",
        "rubato_device_state{field=\"power\",value=\"ac\"} 1",
      ])
  }

  @Test(arguments: [
    (0.0, "0"), (-3.0, "-3"), (1_772_433_000.5, "1772433000.5"), (1e18, "1e+18"),
    (Double.nan, "NaN"), (Double.infinity, "+Inf"), (-Double.infinity, "-Inf"),
  ])
  func numbersAreReadInBothFormats(number: Double, text: String) {
    #expect(Exposition.number(number) == text)
  }

  @Test func eachMetricIsWrittenOnceAndInOneBlock() {
    var all = reply()
    all.load = 0.1
    let families = DaemonMetrics.families(all)
    #expect(families.map(\.metric) == MetricDescription.all)
    #expect(families.allSatisfy { !$0.samples.isEmpty })
    for family in families {
      #expect(Set(family.samples.map { "\($0.suffix)\($0.labels)" }).count == family.samples.count)
      let labels = family.samples.flatMap { $0.labels.map(\.name) }.filter { $0 != "le" }
      #expect(labels.allSatisfy { family.metric.labels.contains($0) })
    }
  }
}
