import Testing

@testable import Scheduling

/// Prints the tables of the page on decisions: `RUBATO_TRACES=folder swift test --filter Recorded`.
@Suite(.enabled(if: RecordedDevice.isThere, "RUBATO_TRACES names no folder of recordings"))
struct RecordedProcessingTests {
  /// Returns the total for days that begin at four different hours, since work may arrive at any hour.
  private func total(
    _ device: RecordedDevice, _ rule: ProcessingReplay.Rule, until end: Double = .infinity
  ) -> ProcessingReplay.Result {
    [0, 6, 12, 18].reduce(ProcessingReplay.Result()) { sum, hour in
      var replay = ProcessingReplay(device, rule: rule, dayStart: hour, to: end)
      return sum + replay.played()
    }
  }

  private func show(_ name: String, _ results: [ProcessingReplay.Result]) {
    for (rule, result) in zip(ProcessingReplay.Rule.allCases, results) {
      let lost = 100 * result.lostSeconds / max(1, result.workedSeconds)
      print(
        "| \(name) | \(rule) | \(result.done) of \(result.days) | \(result.cut)",
        "| \((lost * 10).rounded() / 10) % |")
    }
  }

  @Test(arguments: RecordedDevice.names)
  func workIsDoneWithFewCutOffs(name: String) throws {
    let device = try RecordedDevice(name)
    let results = ProcessingReplay.Rule.allCases.map { total(device, $0) }
    show(name, results)
    let (atOnce, sure) = (results[0], results[2])
    #expect(Double(sure.done) >= 0.95 * Double(sure.days))
    #expect(sure.lostSeconds < 0.05 * sure.workedSeconds)
    #expect(sure.done >= results[1].done)
    #expect(sure.cut <= atOnce.cut)
  }

  @Test func shortChargesOnlyAreToldApart() throws {
    let device = try RecordedDevice("iphone16pm")
    let newYear = 1_767_225_600.0
    let results = ProcessingReplay.Rule.allCases.map { total(device, $0, until: newYear - 1) }
    show("25 to 31 December", results)
    #expect(results[2].done > results[1].done)
  }
}
