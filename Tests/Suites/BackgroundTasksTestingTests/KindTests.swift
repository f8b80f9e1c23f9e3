import BackgroundTasksTesting
import Testing

/// Tasks of other kinds than a refresh.
@Suite struct KindTests {
  /// Returns a handler that exports `count` films, ten seconds each.
  private static func export(_ count: Int) -> FeedApp.Handler {
    { task in
      nonisolated(unsafe) let task = task
      guard let continued = task as? BGContinuedProcessingTask else {
        return task.setTaskCompleted(success: false)
      }
      nonisolated(unsafe) let export = continued
      let work = Task {
        export.progress.totalUnitCount = Int64(count)
        for number in 1...count {
          do {
            try await Bench.current.clock.sleep(for: .seconds(10))
          } catch {
            return export.setTaskCompleted(success: false)
          }
          export.progress.completedUnitCount = Int64(number)
        }
        export.setTaskCompleted(success: true)
      }
      task.expirationHandler = { work.cancel() }
    }
  }

  private static let identifier = "com.example.feed.export.1"

  private static let app = BenchApp(
    identifier: "com.example.feed", permittedIdentifiers: ["com.example.feed.export.*"]
  ) {}

  private static func submit(_ count: Int) throws {
    BGTaskScheduler.shared.register(
      forTaskWithIdentifier: identifier, using: nil, launchHandler: export(count))
    try BGTaskScheduler.shared.submit(
      BGContinuedProcessingTaskRequest(
        identifier: identifier, title: "Exporting", subtitle: "About to start"))
  }

  @Test func continuedWorkGoesOnWhenTheAppIsLeft() async throws {
    try await withBench(Self.app) { bench in
      await bench.open()
      try Self.submit(12)
      await bench.advance(by: .seconds(30))
      await bench.leave()
      #expect(bench.isRunning)
      let run = try await bench.advance(toNextRun: Self.identifier)
      #expect((run.outcome, run.duration) == (.completed, .seconds(120)))
      #expect(!bench.isRunning)
    }
  }

  @Test func continuedWorkThatReportsNothingExpires() async throws {
    try await withBench(Self.app) { bench in
      await bench.open()
      BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.identifier, using: nil) { task in
        nonisolated(unsafe) let task = task
        let work = Task {
          let isDone = (try? await Bench.current.clock.sleep(for: .seconds(300))) != nil
          task.setTaskCompleted(success: isDone)
        }
        task.expirationHandler = { work.cancel() }
      }
      try BGTaskScheduler.shared.submit(
        BGContinuedProcessingTaskRequest(
          identifier: Self.identifier, title: "Exporting", subtitle: "About to start"))
      let run = try await bench.advance(toNextRun: Self.identifier)
      #expect((run.outcome, run.stopReason) == (.expired, "stalled"))
    }
  }

  @Test func continuedWorkNeedsTheAppInFront() async throws {
    let refusals = Count()
    let app = BenchApp(
      identifier: "com.example.feed",
      permittedIdentifiers: [FeedApp.refresh, "com.example.feed.export.*"]
    ) {
      BGTaskScheduler.shared.register(forTaskWithIdentifier: FeedApp.refresh, using: nil) { task in
        do {
          try Self.submit(1)
        } catch BGTaskScheduler.Error.notPermitted {
          refusals.add()
        } catch {}
        task.setTaskCompleted(success: true)
      }
    }
    try await withBench(app) { bench in
      await bench.open()
      FeedApp.submit(after: 60)
      await bench.leave()
      try await bench.advance(toNextRun: FeedApp.refresh)
    }
    #expect(refusals.value == 1)
  }

  @Test func healthResearchNeedsItsEntitlement() async throws {
    let isResearch = Count()
    for entitlements in [[], ["com.apple.developer.backgroundtasks.healthresearch"]] {
      let app = BenchApp(
        identifier: "com.example.feed", permittedIdentifiers: [FeedApp.clean],
        entitlements: entitlements
      ) {
        BGTaskScheduler.shared.register(forTaskWithIdentifier: FeedApp.clean, using: nil) { task in
          if task is BGHealthResearchTask { isResearch.add() }
          task.setTaskCompleted(success: true)
        }
      }
      try await withBench(app) { bench in
        await bench.open()
        let request = BGHealthResearchTaskRequest(identifier: FeedApp.clean)
        if entitlements.isEmpty {
          #expect(throws: BGTaskScheduler.Error.self) { try BGTaskScheduler.shared.submit(request) }
        } else {
          try BGTaskScheduler.shared.submit(request)
          try await bench.advance(toNextRun: FeedApp.clean)
        }
      }
    }
    #expect(isResearch.value == 1)
  }

  @Test func aBenchWithinABenchIsRefused() async throws {
    try await withBench(FeedApp.app()) { _ in
      await #expect(throws: BenchError.self) { try await withBench(FeedApp.app()) { _ in } }
    }
  }
}
