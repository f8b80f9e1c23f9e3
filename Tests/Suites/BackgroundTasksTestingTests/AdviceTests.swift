import BackgroundTasksTesting
import Foundation
import Testing

/// The messages of a bench, and the options that a test can set.
@Suite struct AdviceTests {
  @Test func adviceNamesNoCommandOfTheDaemon() async throws {
    try await withBench(FeedApp.app()) { bench in
      let why = bench.whyNot(FeedApp.refresh).description
      #expect(why.contains("bench.open()") && !why.contains("rubatoctl"), "\(why)")
      await bench.launch()
      FeedApp.submit(after: 60)
      await bench.setBackgroundRefresh(false)
      let held = bench.whyNot(FeedApp.refresh).description
      #expect(!held.contains("rubatoctl"), "\(held)")
      await bench.setBackgroundRefresh(true)
    }
  }

  @Test func whatIsSubmittedAtTheEndOfATestIsTaken() async throws {
    let refused = Count()
    let app = FeedApp.app { task in
      nonisolated(unsafe) let task = task
      Task {
        try await TaskClock().sleep(for: .seconds(10))
        do {
          try FeedApp.submitClean()
        } catch {
          refused.add()
        }
        task.setTaskCompleted(success: true)
      }
    }
    try await withBench(app) { bench in
      await bench.launch()
      FeedApp.submit(after: 3600)
      try await bench.simulateLaunch(FeedApp.refresh)
    }
    #expect(refused.value == 0)
  }

  @Test func theTestMayGoOnWithATask() async throws {
    let identifier = "com.example.feed.export.1"
    let app = BenchApp(
      identifier: "com.example.feed", permittedIdentifiers: ["com.example.feed.export.*"]
    ) {}
    try await withBench(app) { bench in
      bench.drives(identifier)
      await bench.open()
      nonisolated(unsafe) var held: BGContinuedProcessingTask?
      BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: .main) {
        @Sendable task in held = task as? BGContinuedProcessingTask
      }
      try BGTaskScheduler.shared.submit(
        BGContinuedProcessingTaskRequest(identifier: identifier, title: "Exporting", subtitle: ""))
      await bench.advance(by: .seconds(1))
      let task = try #require(held)
      task.progress.totalUnitCount = 2
      for unit in 1...2 {
        task.progress.completedUnitCount = Int64(unit)
        await bench.advance(by: .seconds(20))
      }
      task.setTaskCompleted(success: true)
      await bench.advance(by: .seconds(1))
      #expect(bench.runs.map(\.outcome) == [.completed])
    }
  }

  @Test func whatNeverComesToItsEndIsAFailure() async throws {
    let app = FeedApp.app(again: 900) { task in
      nonisolated(unsafe) let task = task
      let work = Task { try await TaskClock().sleep(for: .seconds(120)) }
      task.expirationHandler = {
        work.cancel()
        task.setTaskCompleted(success: false)
      }
    }
    let found = try await Bench.failures(of: app) { bench in
      await bench.open()
      FeedApp.submit(after: 900)
      await bench.leave()
      await bench.advance(by: .seconds(2 * 86_400))
    }
    #expect(found.map(\.kind) == [.exceedsBudget])
  }

  @Test func whatIsSubmittedAgainWithoutADateIsAFailure() async throws {
    let app = FeedApp.app { task in
      task.setTaskCompleted(success: true)
      try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: FeedApp.refresh))
    }
    let found = try await Bench.failures(of: app) { bench in
      await bench.open()
      FeedApp.submit(after: 900)
      await bench.leave()
      await bench.advance(by: .seconds(2 * 86_400))
    }
    #expect(found.map(\.kind) == [.runsTooOften])
  }

  @Test func anOpenAppIsADeviceInUse() async throws {
    try await withBench(FeedApp.app()) { bench in
      await bench.open()
      // The use of the device is in effect only after a while.
      await bench.advance(by: .seconds(600))
      try FeedApp.submitClean()
      await bench.advance(by: .seconds(3600))
      #expect(bench.pending == [FeedApp.clean])
      await bench.leave()
      await bench.advance(by: .seconds(3600))
      #expect(bench.runs(of: FeedApp.clean).map(\.outcome) == [.completed])
    }
  }

  @Test func anIdentifierMayBelongToAnotherProcess() async throws {
    var options = BenchOptions()
    options.needsNoHandler = [FeedApp.refresh]
    let app = BenchApp(identifier: "com.example.feed", permittedIdentifiers: [FeedApp.refresh]) {}
    try await withBench(app, options) { await $0.launch() }
  }

  @Test func aHandlerOfTheMainActorNeedsTheMainQueue() async throws {
    for queue in [nil, DispatchQueue.main] {
      let app = BenchApp(
        identifier: "com.example.feed", permittedIdentifiers: [FeedApp.refresh]
      ) { @MainActor in
        BGTaskScheduler.shared.register(forTaskWithIdentifier: FeedApp.refresh, using: queue) {
          MainActor.assertIsolated()
          $0.setTaskCompleted(success: true)
        }
      }
      let found = try await Bench.failures(of: app) { await $0.launch() }
      #expect(found.map(\.kind) == (queue == nil ? [.brokenRule] : []))
    }
  }
}
