import Scheduling
import Testing

@testable import Files

struct StoryTests {
  @Test func readsEveryFormOfTime() throws {
    let scenario = try StoryFile(
      yaml: """
        name: times
        start: 2026-03-02T05:30
        end: "+1 06:00"
        device:
          - at: 05:30
            set: {power: ac}
          - at: 90m
            set: {power: battery}
          - at: "07:00:30"
            set: {power: ac}
          - at: +2h
            set: {power: battery}
        """.replacing("+2h", with: "\"+1 05:30\""), file: "")
    #expect(scenario.steps.map(\.after) == [.zero, .minutes(90), .seconds(5430), .hours(24)])
    #expect(scenario.length == .minutes(24 * 60 + 30))
  }

  @Test func readsPaths() throws {
    let scenario = try StoryFile(
      yaml: """
        name: drives
        start: 2026-03-02T00:00
        device:
          - at: 0s
            set: {"path:/mnt/backup": yes}
        """, file: "")
    #expect(scenario.steps.map(\.values) == [[.path("/mnt/backup", isThere: true)]])
  }

  @Test func readsWordsAsTheyAreWritten() throws {
    let scenario = try StoryFile(
      yaml: """
        name: words
        about: Yes and on are words here, not truth values.
        start: 2026-03-02T00:00
        device:
          - at: 0s
            note: All of them
            set: {low-power: on, metered: yes, screen: off, idle: no, battery: 07, network: none}
        """, file: "")
    #expect(
      scenario.steps == [
        StoryFile.Step(
          after: .zero,
          values: [
            .lowPower(true), .metered(true), .screen(isOn: false), .idle(false), .battery(7),
            .network(Network.none),
          ], note: "All of them")
      ])
    #expect(scenario.about == "Yes and on are words here, not truth values.")
  }

  @Test func endsWithItsLastStepUnlessItSaysMore() throws {
    let scenario = try StoryFile(yaml: .steps("- {at: 3h, set: {power: ac}}"), file: "")
    #expect(scenario.length == .hours(3))
  }

  @Test(arguments: ["++1 07:00", "+-0 07:00", "+ 07:00", "1 07:00"])
  func refusesAnotherNumberOfDays(text: String) {
    #expect(StepTime(text) == nil)
  }

  @Test func takesAStepThatOnlyTells() throws {
    let scenario = try StoryFile(yaml: .steps("- {at: 1h, note: Nothing happens}"), file: "")
    #expect(scenario.steps.map(\.values) == [[]])
  }
}

extension String {
  /// A scenario with these lines under `device:`; the first of them is line 4.
  static func steps(_ lines: String...) -> String {
    "name: steps\nstart: 2026-03-02T05:30\ndevice:\n" + lines.joined(separator: "\n")
  }
}
