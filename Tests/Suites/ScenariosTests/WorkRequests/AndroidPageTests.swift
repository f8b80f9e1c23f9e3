import Files
import Foundation
import Report
import Scheduling
import Simulation
import Studies
import Terminal
import Testing

@testable import Scenarios

/// The example of docs/android.md: its files are simulated as they are printed, and give the printed output.
struct AndroidPageTests {
  private static let docs = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../../docs")

  /// Returns the blocks of code after the line that begins with `start`, without their indentation.
  private func blocks(of page: String, after start: String) throws -> [String] {
    let text = try String(contentsOf: Self.docs.appending(path: page), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let rest = lines.drop { !$0.hasPrefix(start) }.dropFirst()
    var blocks: [[Substring]] = []
    var isOpen = false
    for line in rest {
      if line.hasPrefix("    ") {
        if !isOpen { blocks.append([]) }
        blocks[blocks.count - 1].append(line.dropFirst(4))
        isOpen = true
      } else if !line.isEmpty {
        isOpen = false
      } else if isOpen {
        blocks[blocks.count - 1].append("")
      }
    }
    return blocks.map { $0.joined(separator: "\n").trimmingCharacters(in: .newlines) }
  }

  private func subject(_ requests: WorkRequests) throws -> Subject {
    let yaml = try blocks(of: "scenarios.md", after: "`commuter.yaml`:")[0]
    var scenario = try Scenario(yaml: yaml, file: "commuter.yaml")
    scenario.replaceTasks(by: requests)
    return Subject(scenario, named: "commuter.yaml", Simulator.Options())
  }

  private func requests() throws -> WorkRequests {
    let json = try blocks(of: "android.md", after: "`work.json` lists")[0]
    return try WorkRequests(json: json, file: "work.json")
  }

  private func report(_ experiment: Experiment, _ notes: TranslationNotes) throws -> String {
    let log = try experiment.log(keeping: [.runs, .waits])
    let report = ScenarioReport("commuter.yaml", experiment, log, notes: notes)
    let clock = WallClock(now: WallTime(seconds: 0)) {
      CivilTime(universalSeconds: $0.nanoseconds / 1_000_000_000)
    }
    let screen = Screen(style: Style(isColoured: false), width: nil, clock: clock)
    return ScenarioText.lines(report, on: screen).joined(separator: "\n")
  }

  @Test func theOutputIsAsItIsPrinted() throws {
    let requests = try requests()
    let text = try report(try subject(requests).experiment(seed: 1), requests.notes)
    let printed = try blocks(of: "android.md", after: "`work.json` lists")[1]
    let parts = printed.split(separator: "\n\n")
    #expect(parts.count == 4)
    for part in parts { #expect(text.contains(part), "\(text)") }
  }

  @Test func thePhoneWithoutWiFiIsAsItIsPrinted() throws {
    let requests = try requests()
    let phone = try subject(requests).device(35, of: 1)
    let text = try report(phone.experiment, requests.notes)
    let printed = try blocks(of: "android.md", after: "If a promise is broken")[0]
    #expect(printed.contains("never ran") && text.contains(printed), "\(text)")
  }
}
