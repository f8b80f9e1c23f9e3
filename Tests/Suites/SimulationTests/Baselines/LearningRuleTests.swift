import Scheduling
import Testing

@testable import Simulation
@testable import Studies

/// The baselines that learn when refreshes are of use.
struct LearningRuleTests {
  private let a = AppKey(owner: 1000, id: "a")
  private let b = AppKey(owner: 1000, id: "b")
  private let c = AppKey(owner: 1000, id: "c")
  private let start = WallTime(seconds: Int64(monday))

  private func refreshes(
    of kind: BaselineKind, _ story: Story, perDay: Int
  ) throws -> [RunRecord] {
    let experiment = Simulator.experiment(try story.trace, Simulator.Options())
    return try experiment.log(of: kind, refreshesPerDay: perDay).runs.filter { $0.kind == .refresh }
  }

  // MARK: Models

  @Test func theSuccessorOfAnAppIsTheMostProbable() throws {
    var match = PartialMatch(order: 3)
    for _ in 0..<5 {
      for app in [a, b, c] { match.note(app) }
    }
    match.note(a)
    let chances = match.chances()
    let chance = try #require(chances[b])
    #expect(chance >= 0.8 && chance > 5 * (chances[c] ?? 0))
    #expect(chances.values.reduce(0, +) < 1)
  }

  @Test func anUnknownContextLeavesTheWordToShorterOnes() throws {
    var match = PartialMatch(order: 2)
    for app in [a, b, a, b, a, c, c] { match.note(app) }
    // "c, c" was never followed by an app, and "c" once by itself: half of its probability is left to the others.
    let chances = match.chances()
    #expect(chances[c] == 0.5)
    #expect(try #require(chances[a]) > #require(chances[b]))
  }

  @Test func aDailyUseIsExpectedADayAfterTheLast() {
    var gaps = UseGaps()
    for minutes in 0..<10 { gaps.note(.days(1) + .minutes(minutes)) }
    #expect(gaps.chanceWithinHour(after: .hours(10)) < 0.1)
    #expect(gaps.chanceWithinHour(after: .minutes(1410)) > 0.8)
    #expect(gaps.chanceWithinHour(after: .days(3)) < 0.1)
  }

  @Test func hoursWithUseHaveTheGreatestChances() throws {
    var use = HourlyUse()
    for day in 0..<10 {
      for _ in 0..<3 { use.note(a, at: start + .days(day) + .hours(8), zoneSeconds: 3600) }
    }
    let chances = try #require(use.chances(at: start + .days(10))[a])
    #expect(chances[9] > 0.7 && chances[8] < 0.3)
    let expected = chances.expected(from: start + .minutes(450), to: start + .minutes(510))
    #expect(abs(expected - (chances[7] + chances[8]) / 2) < 1e-9)
    #expect(chances.expected(from: start, to: start) == 0)
  }

  @Test func anAllowanceKeepsHalfADay() {
    var allowance = RefreshAllowance(perDay: 24)
    allowance.accrue(until: start)
    var count = 0
    while allowance.permitsStart {
      allowance.noteStart()
      count += 1
    }
    #expect(count == 24 && !allowance.isFull)
    allowance.accrue(until: start + .days(3))
    #expect(allowance.isFull)
  }

  // MARK: Rules

  /// The hour of the day at which the user opens "a", without a rhythm.
  private func hour(_ day: Int) -> Double { Double(day * 24 + 7 + day * day * 5 % 13) }

  /// The user opens "b" half an hour after "a", and "c" every noon.
  private func pairs() -> Story {
    var story = Story()
    for day in 0..<28 {
      story.open(hour(day), "a")
      story.open(hour(day) + 0.5, "b")
      story.open(Double(day * 24) + 12.2, "c")
    }
    return story
  }

  @Test func appmRefreshesTheSuccessor() throws {
    let runs = try refreshes(of: .appm, pairs(), perDay: 4).filter { $0.app == "b" }
    let served = (18..<28).count { day in
      runs.contains { (hour(day)..<hour(day) + 0.5).contains($0.startedHours) }
    }
    #expect(served >= 7)
  }

  @Test func benefitFillsTheBestHours() throws {
    var story = Story()
    for day in 0..<21 {
      for hour in [8.5, 20.5] { story.open(Double(day * 24) + hour, "a") }
      story.open(Double(day * 24) + 13.5 + Double(day % 7), "b")
    }
    let runs = try refreshes(of: .expectedBenefit, story, perDay: 2)
      .filter { $0.startedHours > 14 * 24 }
    let useful = runs.count {
      $0.app == "a" && [8, 20].contains(Int($0.startedHours.truncatingRemainder(dividingBy: 24)))
    }
    #expect(runs.count >= 12 && useful * 4 >= runs.count * 3)
  }

  @Test(arguments: [BaselineKind.appm, .expectedBenefit], [2, 12, 48, 150])
  func refreshesAreAsManyAsThoseOfOthers(kind: BaselineKind, perDay: Int) throws {
    let runs = try refreshes(of: kind, Story.fortnight(), perDay: perDay)
    let days = 13.5
    #expect(Double(runs.count) >= 0.9 * days * Double(perDay), "\(runs.count)")
    #expect(runs.count <= 14 * perDay + perDay / 4 + 1, "\(runs.count)")
  }

  @Test(arguments: [BaselineKind.appm, .expectedBenefit])
  func theFutureChangesNothingOfThePast(kind: BaselineKind) throws {
    let long = pairs()
    var other = pairs()
    for hour in 0..<100 { other.open(15 * 24 + Double(hour), "d") }
    let before = try [long, other].map { story in
      RunsFile.text(
        try refreshes(of: kind, story, perDay: 6).filter { $0.ending.at.hours < 15 * 24 })
    }
    #expect(before[0] == before[1] && !before[0].isEmpty)
  }
}
