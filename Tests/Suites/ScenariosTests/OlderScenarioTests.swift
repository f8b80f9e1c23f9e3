import Files
import Foundation
import Scheduling
import Simulation
import Studies
import Testing

@testable import Scenarios

/// Scenarios, expectations and work requests of earlier versions are valid.
struct OlderScenarioTests {
  private static let versions = ["0.1.0"]

  private func text(_ name: String, _ version: String) throws -> String {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Versions/\(version)/\(name)")
    return try String(contentsOf: file, encoding: .utf8)
  }

  @Test(arguments: versions) func habitsAndExpectationsAreRead(version: String) throws {
    let text = try text("scenario.yaml", version)
    let scenario = try Scenario(yaml: text, file: "scenario.yaml")
    let subject = Subject(scenario, named: "scenario.yaml", Simulator.Options())
    let names = try subject.experiment(seed: subject.seed).taskNames
    #expect(names.count == 5)
    let read = try Expectations.read(yaml: text, file: "scenario.yaml", tasks: names)
    let expectations = try #require(read)
    #expect(expectations.seeds == 2)
  }

  @Test(arguments: versions) func storiesAreRead(version: String) throws {
    let scenario = try Scenario(yaml: try text("story.yaml", version), file: "story.yaml")
    let subject = Subject(scenario, named: "story.yaml", Simulator.Options())
    #expect(try !subject.experiment(seed: subject.seed).taskNames.isEmpty)
  }

  @Test(arguments: versions) func workRequestsReplaceTheTasks(version: String) throws {
    var scenario = try Scenario(yaml: try text("scenario.yaml", version), file: "scenario.yaml")
    let json = try text("work-requests.json", version)
    scenario.replaceTasks(by: try WorkRequests(json: json, file: "work-requests.json"))
    let subject = Subject(scenario, named: "scenario.yaml", Simulator.Options())
    let names = try subject.experiment(seed: subject.seed).taskNames
    #expect(names.sorted() == ["compress", "sync", "upload"])
  }
}
