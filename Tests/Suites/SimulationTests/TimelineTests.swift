import Scheduling
import Testing

@testable import Simulation

struct TimelineTests {
  /// Returns the reported idleness of the user, with its hours.
  private func idleness(_ story: Story) throws -> [String] {
    try story.timeline().steps.flatMap { step in
      guard case .device(let values) = step.happening else { return [String]() }
      return values.filter { $0.key == "idle" }.map { "\(step.at.hours) \($0.word)" }
    }
  }

  private func opens(_ story: Story, seed: UInt64 = 1) throws -> [Double] {
    try story.timeline(seed: seed).opens.map(\.at.hours)
  }

  @Test func aCoarseOpenFallsIntoItsHourWhereTheSeedSays() throws {
    var story = Story()
    for hour in 0..<20 { story.open(Double(hour), "news", ", \"res\": 3600") }
    let first = try opens(story)
    #expect(first == (try opens(story)))
    #expect(first != (try opens(story, seed: 2)))
    for (hour, open) in first.enumerated() {
      #expect((Double(hour)..<Double(hour + 1)).contains(open))
    }
    #expect(Set(first.map { $0 - $0.rounded(.down) }).count == 20)
  }

  @Test func aVisitEndsWithItsCloseTheNextOpenOrAfterTwoMinutes() throws {
    var story = Story()
    story.open(1, "told")
    story.add(1.5, "\"ev\": \"close\", \"app\": \"told\"")
    story.open(2, "left")
    story.open(2.01, "next")
    story.power(9, true)
    let visits = try story.timeline().steps.compactMap { step -> String? in
      switch step.happening {
      case .opened(let app): "opened \(app) \((step.at.hours * 3600).rounded())"
      case .closed(let app): "closed \(app) \((step.at.hours * 3600).rounded())"
      default: nil
      }
    }
    #expect(
      visits == [
        "opened 0 3600.0", "closed 0 5400.0", "opened 1 7200.0", "closed 1 7236.0",
        "opened 2 7236.0", "closed 2 7356.0",
      ])
  }

  @Test func aSystemAppTellsOfItsUserAndIsNoApp() throws {
    var story = Story()
    story.open(1, "launcher", ", \"sys\": 1")
    story.power(2, true)
    let timeline = try story.timeline()
    #expect(timeline.apps.isEmpty)
    #expect(try idleness(story) == ["1.0 no", "\(1 + 2.0 / 60) unknown"])
  }

  @Test func aDarkScreenMeansAnIdleDeviceAfterFiveMinutes() throws {
    var story = Story()
    story.screen(1, true)
    story.screen(2, false)
    story.screen(2.05, true)
    story.screen(3, false)
    story.open(3.5, "news")
    story.power(9, true)
    #expect(try idleness(story) == ["1.0 no", "\(3 + 5.0 / 60) yes"])
  }

  @Test func aLockedDeviceIsIdleAtOnceAndStaysSoUnderANotification() throws {
    var story = Story()
    story.screen(1, true)
    story.screen(2, false)
    story.add(2, "\"ev\": \"screen\", \"locked\": true")
    story.screen(3, true)
    story.screen(3.01, false)
    story.screen(4, true)
    story.add(4.001, "\"ev\": \"screen\", \"locked\": false")
    story.power(9, true)
    let told = try idleness(story)
    #expect(told.prefix(2) == ["1.0 no", "2.0 yes"])
    #expect(told.count == 3)
    #expect(told.last?.hasSuffix("no") == true)
  }

  @Test func nothingIsKnownInAGap() throws {
    var story = Story()
    story.power(0, true)
    story.open(1.9, "cut", ", \"res\": 3600")
    story.add(2, "\"ev\": \"gap\", \"until\": \(monday + 4 * 3600)")
    story.open(3, "unseen")
    story.power(3.5, false)
    story.open(5, "later")
    story.power(9, true)
    let timeline = try story.timeline()
    #expect(timeline.apps == ["cut", "later"])
    #expect(timeline.opens.allSatisfy { !(2.0..<4).contains($0.at.hours) })
    let powers = timeline.steps.count { step in
      if case .device(let values) = step.happening {
        values.contains { $0.key == "power" }
      } else {
        false
      }
    }
    #expect(powers == 2)
  }
}
