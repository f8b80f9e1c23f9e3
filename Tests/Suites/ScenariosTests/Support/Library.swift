import Files
import Foundation
import Scheduling
import Simulation
import Studies
import Testing

@testable import Scenarios

/// The scenarios that are installed.
enum Library {
  private static let directory = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../../etc/scenarios")

  static let names: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: directory.path)
    return (files ?? []).filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
  }()

  static func text(_ name: String) throws -> String {
    try String(contentsOf: directory.appending(path: "\(name).yaml"), encoding: .utf8)
  }

  static func scenario(_ name: String) throws -> Scenario {
    try Scenario(yaml: text(name), file: "\(name).yaml")
  }

  /// Returns the expectations of a scenario, for this number of seeds.
  static func expectations(_ name: String, seeds: Int) throws -> Expectations {
    let subject = try subject(name)
    let read = try Expectations.read(
      yaml: text(name), file: "\(name).yaml",
      tasks: subject.experiment(seed: subject.seed).taskNames)
    var expectations = try #require(read)
    expectations.seeds = seeds
    return expectations
  }

  static func subject(
    _ name: String, _ change: (inout Settings) -> Void = { _ in }
  ) throws -> Subject {
    var options = Simulator.Options()
    change(&options.settings)
    return Subject(try scenario(name), named: "\(name).yaml", options)
  }
}

/// A scheduler that does not receive some fields of its device.
struct DeafScheduler: SchedulerUnderTest {
  var scheduler: Scheduler
  let keys: Set<ExactString>

  mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
    guard case .device(let values, let ticket) = event else {
      return scheduler.handle(event, at: now)
    }
    return scheduler.handle(.device(values.filter { !keys.contains($0.key) }, ticket), at: now)
  }

  func nextDeadlines() -> NextDeadlines { scheduler.nextDeadlines() }
}
