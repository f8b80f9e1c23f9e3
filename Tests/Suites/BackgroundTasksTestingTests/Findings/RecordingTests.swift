import Control
import Foundation
import JSON
import Testing

@testable import BackgroundTasksTesting

/// The recorded life of a bench, for a page.
@Suite struct RecordingTests {
  private let directory = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path

  private func entries(_ event: String, of life: BenchLife) -> [PastEntryInfo] {
    life.entries.filter { $0.event == event }
  }

  /// Two days of an app whose handler completes its task twice.
  private func recording() async throws -> BenchRecording.Life {
    let app = FeedApp.app(again: 900) { task in
      task.setTaskCompleted(success: true)
      task.setTaskCompleted(success: true)
    }
    var life: BenchRecording.Life?
    _ = try await Bench.failures(of: app, BenchOptions(life: .everyday())) { bench in
      bench.change { $0.world.startRecording() }
      await bench.open()
      FeedApp.submit(after: 900)
      await bench.leave()
      await bench.advance(by: .seconds(2 * 86_400))
      life = bench.change { $0.world.endRecording($0.findings.failures) }
    }
    return try #require(life)
  }

  private func read(_ bytes: [UInt8]) throws -> BenchLife {
    try #require(BenchLife(json: try JSONDocument(bytes).root))
  }

  @Test func aLifeHasTheDeviceTheWaitsTheRunsAndTheOpens() async throws {
    let life = try read(try await recording().json)
    #expect(life.app == "com.example.feed" && life.range.from.hasPrefix("2026-03-02T00:00:00"))
    #expect(life.range.to.hasPrefix("2026-03-04T00:00"))
    #expect(life.runs.count > 5 && life.runs.allSatisfy { $0.outcome == "completed" })
    #expect(Set(entries("device", of: life).map(\.field)).isSuperset(of: ["power", "battery"]))
    let waits = entries("wait", of: life)
    #expect(waits.contains { $0.reasons?.contains("earliest") == true })
    #expect(waits.contains { $0.reasons == nil })
    // The test, and the user of this life.
    #expect(life.opens.count > 4 && life.opens.allSatisfy { $0.from <= $0.to })
    #expect(life.failures.map(\.code) == ["completedTwice"])
    let text = try #require(life.failures.first?.text)
    #expect(text.contains("FeedApp.swift:") && text.hasSuffix("Found \(life.runs.count) times."))
  }

  /// Returns the recorded opens of a life with this beginning.
  private func opens(_ begin: (Bench) async -> Void) async throws -> [String] {
    var life: BenchRecording.Life?
    _ = try await Bench.failures(of: FeedApp.app(), BenchOptions(life: .still)) { bench in
      bench.change { $0.world.startRecording() }
      await begin(bench)
      await bench.advance(by: .seconds(3600))
      life = bench.change { $0.world.endRecording([]) }
    }
    return try read(try #require(life).json).opens.map { "\($0.from) to \($0.to)" }
  }

  /// Returns the recorded opens of an app that is open for a minute, until its process or the device ends in this way.
  private func opensOfAMinute(until end: (Bench) async -> Void) async throws -> [String] {
    try await opens { bench in
      await bench.open()
      await bench.advance(by: .seconds(60))
      await end(bench)
    }
  }

  @Test func anOpenEndsWithTheProcessAndWithTheDevice() async throws {
    let left = try await opensOfAMinute { await $0.leave() }
    #expect(left.count == 1)
    let killed = try await opensOfAMinute { await $0.kill() }
    #expect(killed == left)
    let rebooted = try await opensOfAMinute { await $0.reboot(after: .seconds(600)) }
    #expect(rebooted == left)
    let moved = try await opensOfAMinute { await $0.launch() }
    #expect(moved == left)
  }

  @Test func aLaunchInTheBackgroundIsNoOpen() async throws {
    let launched = try await opens { await $0.launch() }
    #expect(launched.isEmpty)
  }

  @Test func aLifeOfAMatrixHasTheNameOfItsTestAndVariant() async throws {
    let matrix = BenchMatrix(devices: [.old], users: [.everyday])
    let results = try await Bench.results(of: FeedApp.app(), on: matrix) { bench in
      bench.change { $0.world.startRecording() }
      let life = bench.change { $0.world.endRecording([]) }
      #expect(
        life?.title
          == "BackgroundTasksTestingTests.RecordingTests/aLifeOfAMatrixHasTheNameOfItsTestAndVariant"
          + " device=old user=everyday seed=1")
    }
    #expect(results.hasPassed, "\(results)")
  }

  @Test func eachLifeHasAFile() async throws {
    let life = try await recording()
    let paths = try [life, life].map { try BenchRecording.write($0, to: directory) }
    #expect(Set(paths).count == 2)
    for path in paths {
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      #expect(bytes == life.json)
      #expect(try read(bytes).title == life.title)
    }
  }
}
