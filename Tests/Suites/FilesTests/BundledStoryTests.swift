import Foundation
import Scheduling
import Testing

@testable import Files

struct BundledStoryTests {
  private func bundled(_ name: String) throws -> StoryFile {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../etc/scenarios/\(name).yaml")
    return try StoryFile(yaml: String(contentsOf: file, encoding: .utf8), file: "\(name).yaml")
  }

  @Test func weekdayIsADayOfACommuter() throws {
    let scenario = try bundled("weekday")
    #expect(scenario.name == "weekday")
    #expect(scenario.length == .hours(24))
    #expect(
      scenario.steps.first?.values.map(\.key.text)
        == DeviceKey.names.filter {
          !["network-id", "network-names", "background-refresh"].contains($0)
        })
    let values = scenario.steps.flatMap(\.values)
    for value: DeviceValue in [
      .power(.battery), .metered(true), .lowPower(true), .thermal(.serious), .idle(true),
    ] {
      #expect(values.contains(value))
    }
  }
}
