import BackgroundTasksTesting
import Foundation
import Testing

/// Scenario files on a bench.
@Suite struct ScenarioTests {
  private let library = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../etc/scenarios").standardizedFileURL

  private func life(_ yaml: String, app: String? = nil) throws -> DeviceLife {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "rubato-scenario-\(UUID().uuidString).yaml")
    try Data(yaml.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try .scenario(file, app: app)
  }

  private let story = """
    name: story
    start: 2026-07-06T08:00
    end: 12h
    device:
      - {at: "08:00", set: {power: battery, battery: 70, network: cellular, metered: yes, idle: yes, screen: off}}
      - {at: "12:00", set: {power: ac, network: wifi, metered: no}}
    apps:
      - {name: other, opens: [{at: "09:00", stays: 1m}]}
      - {name: feed, opens: [{at: "10:00", stays: 5m}]}
    """

  @Test func theDeviceDoesWhatTheScenarioSays() async throws {
    let app = FeedApp.app(launch: {
      do { try FeedApp.submitClean(power: true) } catch { print("not submitted: \(error)") }
    })
    let life = try life(story, app: "feed")
    try await withBench(app, BenchOptions(life: life)) { bench in
      await bench.advance(by: .seconds(3600 + 1800))
      // The next open is of another app.
      #expect(bench.pending.isEmpty)
      await bench.advance(by: .seconds(3600))
      #expect(bench.pending == [FeedApp.clean])
      try await bench.advanceToEndOfScenario()
      let run = try #require(bench.runs.first)
      #expect(run.outcome == .completed)
      // Plugged in at noon.
      #expect(run.started >= Date(timeIntervalSince1970: 1_783_339_200))
      #expect(bench.date == Date(timeIntervalSince1970: 1_783_324_800 + 12 * 3600))
    }
  }

  @Test(arguments: ["heavy-user", "old-phone", "traveller", "weekday", "weekend"])
  func theLibraryCanBeLived(name: String) async throws {
    let life = try DeviceLife.scenario(library.appending(path: "\(name).yaml"))
    let app = FeedApp.app(again: 900) {
      $0.setTaskCompleted(success: true)
    } launch: {
      FeedApp.submit(after: 900)
    }
    try await withBench(app, BenchOptions(life: life)) { bench in
      try await bench.advanceToEndOfScenario()
      #expect(!bench.runs.isEmpty)
      #expect(bench.runs.allSatisfy { $0.outcome == .completed })
    }
  }

  @Test func theSameSeedIsTheSameLife() async throws {
    func runs(seed: UInt64) async throws -> [BenchRun] {
      let life = try DeviceLife.scenario(library.appending(path: "news.yaml"), seed: seed)
      let app = FeedApp.app(again: 900, launch: { FeedApp.submit(after: 900) })
      return try await withBench(app, BenchOptions(life: life)) { bench in
        await bench.advance(by: .seconds(3 * 86_400))
        return bench.runs
      }
    }
    let first = try await runs(seed: 3)
    #expect(try await runs(seed: 3) == first)
    #expect(try await runs(seed: 4) != first)
  }

  @Test func whatABenchCannotIsRefused() async throws {
    func message(_ body: () throws -> DeviceLife) -> String {
      do {
        _ = try body()
        return ""
      } catch {
        return "\(error)"
      }
    }
    #expect(message { try life(story, app: "mail") }.contains("it has other, feed"))
    #expect(message { try life("name: x\nstart: soon\n") }.contains(":2:"))
    #expect(message { try .scenario(URL(filePath: "/none.yaml")) }.contains("cannot be read"))
    let asleep = library.appending(path: "laptop-asleep.yaml")
    #expect(message { try .scenario(asleep) } != "")
    await #expect(throws: BenchError.self) {
      try await withBench(FeedApp.app()) { try await $0.advanceToEndOfScenario() }
    }
  }
}
