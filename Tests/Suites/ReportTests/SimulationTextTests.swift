import Scheduling
import Simulation
import Studies
import Testing

@testable import Report

struct SimulationTextTests {
  private func lines(_ trace: String) throws -> [String] {
    let read = try TraceReader.read(trace, named: "day.jsonl")
    return SimulationText.lines(
      try Simulator.run(read, Simulator.Options()).report, on: .sample())
  }

  @Test func tellsTheTraceTheRefreshesAndTheDaysWork() throws {
    let text = try lines(
      """
      {"t": 1767571200, "ev": "charging", "on": false}
      {"t": 1767596400, "ev": "open", "app": "news"}
      {"t": 1767650400, "ev": "charging", "on": true}
      {"t": 1767657600, "ev": "charging", "on": false}
      """)
    #expect(
      text[0] == "day.jsonl: 1.0 days from 2026-01-05 00:00 to 2026-01-06 00:00, apps: 1, seed 1.")
    #expect(text.contains { $0.hasPrefix("2026-01-05 to 2026-01-06") && $0.contains(" %") })
    #expect(text.contains { $0.hasPrefix("Rubato        1 of 1      100.0 %") })
    #expect(text.contains { $0.hasPrefix("after 20 min  1 of 1      100.0 %") })
    #expect(text.contains { $0.hasSuffix(" -  news/refresh") })
    #expect(text.contains { $0.hasPrefix("   1   1 ") && $0.hasSuffix(" nightly") })
    #expect(text.allSatisfy { $0.count <= 80 })
  }

  @Test func saysNothingOfWhatTheTraceDoesNotTell() throws {
    let text = try lines("{\"t\": 1767571200, \"ev\": \"battery\", \"level\": 50}")
    #expect(text.count == 1)
  }
}
