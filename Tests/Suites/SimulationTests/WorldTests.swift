import Scheduling
import Testing

@testable import Simulation
@testable import Studies

struct WorldTests {
  private func refreshes(_ result: Simulator.Result, of app: String) -> [Double] {
    result.runs.filter { $0.app == app && $0.kind == .refresh }.map(\.startedHours)
  }

  @Test func theSameSeedGivesTheSameBytes() throws {
    let story = Story.fortnight()
    let (first, second) = (try story.run(), try story.run())
    #expect(!first.runs.isEmpty)
    #expect(RunsFile.text(first.runs) == RunsFile.text(second.runs))
    #expect(first.report.events == second.report.events)
    let other = try story.run { $0.seed = 2 }
    #expect(RunsFile.text(first.runs) != RunsFile.text(other.runs))
  }

  @Test func theDecisionBehindARunIsTheOneThatStartedIt() throws {
    let trace = try TraceReader.read(Story.fortnight().text, named: "story")
    let log = try Simulator.experiment(trace, Simulator.Options()).log(keeping: [.runs, .story])
    #expect(log.runs.count > 10)
    for run in log.runs {
      let decision = try #require(log.decisions[run.run])
      #expect(decision.decision.permits, "run \(run.run)")
      #expect(decision.state == .waiting)
    }
  }

  @Test func whatComesLaterChangesNothingOfWhatRanBefore() throws {
    let long = Story.fortnight()
    var short = Story()
    for day in 0..<14 {
      // The same until the eighth day; another user from then on.
      let morning = Double(day * 24)
      story(&short, until: day < 7, morning)
    }
    let end = 7.0 * 24
    let before = try [long, short].map { story in
      RunsFile.text(try story.run().runs.filter { $0.ending.at.hours < end })
    }
    #expect(before[0] == before[1])
    #expect(before[0].utf8.count > 100)
    let after = try [long, short].map { story in
      RunsFile.text(try story.run().runs.filter { $0.startedHours > end + 24 })
    }
    #expect(after[0] != after[1])
  }

  private func story(_ short: inout Story, until isSame: Bool, _ morning: Double) {
    short.power(morning + 7, false)
    if isSame {
      short.open(morning + 7.5, "news")
      short.open(morning + 12, "mail", ", \"res\": 3600")
      let day = Int(morning / 24)
      short.open(morning + 18 + Double(day % 3), "chat")
    } else {
      short.open(morning + 9, "game")
    }
    short.power(morning + 23, true)
  }

  @Test func anAppIsRefreshedFromItsFirstOpenOnAndAgainAndAgain() throws {
    let result = try Story.fortnight().run()
    let starts = refreshes(result, of: "chat")
    #expect(starts.count > 1)
    #expect(starts.allSatisfy { $0 >= 20 })
    for (one, next) in zip(starts, starts.dropFirst()) { #expect(next - one >= 2) }
    #expect(result.report.refusals == [])
  }

  @Test func nothingRunsInAGap() throws {
    var story = Story.fortnight()
    story.add(48.02, "\"ev\": \"gap\", \"until\": \(monday + 72 * 3600)")
    let runs = try story.run().runs
    #expect(runs.contains { $0.startedHours < 48 } && runs.contains { $0.startedHours > 72 })
    #expect(runs.filter { (48.02..<72).contains($0.startedHours) } == [])
  }

  @Test func namesOfAppsMayBeAnything() throws {
    var story = Story()
    for (hour, app) in ["Ä b", "A b", "-", "a/../b\\u0000"].enumerated() {
      story.open(Double(hour), app)
    }
    story.power(12, true)
    let result = try story.run()
    #expect(result.report.refusals == [])
    #expect(
      Set(result.runs.compactMap(\.app)).isSubset(of: ["Ä b", "A b", "-", "a/../b\u{0}"]))
    #expect(result.report.apps == 4)
  }

  @Test func onlySoManyDaysAreLivedThrough() throws {
    let result = try Story.fortnight().run { $0.days = 3 }
    #expect(result.report.days.value == 3)
    #expect(result.runs.allSatisfy { $0.startedHours <= 7 + 72 })
  }

  @Test func aRunIsALineThatOthersCanScore() throws {
    let line = try #require(
      RunsFile.text(try Story.fortnight().run().runs.filter { $0.app == "news" }).split(
        separator: "\n"
      ).first)
    for member in ["\"app\":\"news\"", "\"kind\":\"refresh\"", "\"outcome\":\"success\"", "\"t\":"]
    {
      #expect(line.contains(member))
    }
  }
}
