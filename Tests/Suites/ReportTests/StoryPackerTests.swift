import Foundation
import JSON
import Testing

@testable import Report
@testable import Scheduling

struct StoryPackerTests {
  private static let from = WallTime(seconds: 1_767_571_200)

  private func at(_ seconds: Double) -> WallTime { Self.from + .seconds(seconds) }

  private func story() -> Story {
    Story(title: "a day", range: at(0)..<at(86_400))
  }

  private func packed(_ story: Story) throws -> [String: Any] {
    let json = Data(StoryPacker(story).whole.json.utf8)
    return try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
  }

  private func run(_ number: RunID, _ from: Double, _ to: Double) -> StoryRun {
    StoryRun(run: number, range: at(from)..<at(to), outcome: .completed)
  }

  @Test func timesAreDistancesInTenthsOfASecond() throws {
    var story = story()
    story.apps = [.init(name: "news", opens: [at(10)..<at(12.5), at(100)..<at(101)])]
    story.apps[0].processes = [at(10)..<at(100)]
    story.apps[0].awake = [at(10)..<at(15)]
    let apps = try #require(try packed(story)["apps"] as? [[String: Any]])
    #expect(apps[0]["opens"] as? [Int] == [100, 25, 875, 10])
    #expect(apps[0]["processes"] as? [Int] == [100, 900])
    #expect(apps[0]["awake"] as? [Int] == [100, 50])
  }

  @Test func distancesThatAreNoTenthsDoNotDriftApart() throws {
    var story = story()
    let opens = (0..<1000).map { at(Double($0) * 0.37)..<at(Double($0) * 0.37 + 0.1) }
    story.apps = [.init(name: "news", opens: opens)]
    let apps = try #require(try packed(story)["apps"] as? [[String: Any]])
    let numbers = try #require(apps[0]["opens"] as? [Int])
    #expect(abs(numbers.reduce(0, +) - 3697) <= 1)
  }

  @Test func whatIsToldAgainIsNoChangeAndTextsAreWrittenOnce() throws {
    var story = story()
    story.device = [
      DeviceMoment(at: at(0), values: [.battery(50), .network(.wifi)]),
      DeviceMoment(at: at(10), values: [.battery(50), .network(.cellular)]),
      DeviceMoment(at: at(20), values: [.battery(nil), .network(.wifi)]),
    ]
    let packed = try packed(story)
    let device = try #require(packed["device"] as? [String: [Int]])
    #expect(device == ["battery": [0, 50, 200, -1], "network": [0, 0, 100, 1, 100, 0]])
    #expect(packed["strings"] as? [String] == ["wifi", "cellular"])
  }

  @Test func reasonsAreSetsAndNoneHasAWordOfItsOwn() throws {
    var story = story()
    var task = StoryTask(app: nil, id: "backup", kind: .maintenance)
    task.waits = [
      .init(at(0)..<at(5), [.power, .userActive]), .init(at(5)..<at(6), []),
      .init(at(6)..<at(7), [.power, .userActive]),
    ]
    story.tasks = [task]
    let packed = try packed(story)
    let tasks = try #require(packed["tasks"] as? [[String: Any]])
    #expect(tasks[0]["waits"] as? [Int] == [0, 50, 0, 0, 10, 1, 0, 10, 0])
    let sets = try #require(packed["reasonSets"] as? [[Int]])
    let reasons = try #require(packed["reasons"] as? [[String: String]])
    #expect(sets.map { $0.map { reasons[$0]["code"] } } == [["power", "userActive"], ["ready"]])
    #expect(reasons.allSatisfy { $0["words"]?.isEmpty == false })
  }

  @Test func runsCarryTheDecisionBehindThem() throws {
    var story = story()
    var task = StoryTask(app: nil, id: "backup", kind: .maintenance)
    var run = run(7, 60, 64)
    run.stopReason = .budget
    run.wasKilled = true
    let verdict = Verdict.proceed(weight: 10, score: 0.5)
    let row = Explanation.Row(policy: "Thermal", verdict: verdict, rationale: "nominal")
    run.decision = StoryDecision(decision: .canProceed, rows: [row])
    task.runs = [run, self.run(8, 100, 101)]
    story.tasks = [task]
    let packed = try packed(story)
    let strings = try #require(packed["strings"] as? [String])
    let tasks = try #require(packed["tasks"] as? [[String: Any]])
    let runs = try #require(tasks[0]["runs"] as? [[Int]])
    #expect(runs.map { $0[0...1] } == [[600, 40], [360, 10]])
    #expect(strings[runs[0][3]] == "budget used up")
    #expect(runs.map { Array($0[4...6]) } == [[1, 0, 7], [0, -1, 8]])
    let decisions = try #require(packed["decisions"] as? [[Any]])
    #expect(decisions.count == 1)
    #expect(decisions[0].count == 12)
    #expect(strings[try #require(decisions[0][11] as? Int)] == "nominal")
  }

  @Test(arguments: [
    "</script><script>alert(1)</script>", "<!-- <script>", "<\u{338}", "\"quoted\" \\ back & forth",
    "line\nbreak\ttab\u{0}nul\u{7F}", "\u{2028}\u{2029}", "\u{202E}evil", "日本語 مرحبا 👩‍👩‍👧", "\r\n",
  ])
  func textsComeBackAsTheyWereAndAreNoMarkup(text: String) throws {
    let story = Story(title: text, range: at(0)..<at(1))
    #expect(!StoryPacker(story).whole.json.unicodeScalars.contains("<"))
    let title = try #require(try packed(story)["title"] as? String)
    #expect(Array(title.unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test func numbersAreWrittenShort() throws {
    let parts = [0.1, 2, 1.0 / 3, -0.0000001, nil, .infinity, .nan, 1e15]
    var json = JSONWriter()
    ([.whole(-7)] + parts.map { PackedStory.Number.part($0) }).write(to: &json)
    #expect(
      String(decoding: json.bytes, as: UTF8.self) == "[-7,0.1,2,0.333333,0,null,null,null,null]")
  }
}
