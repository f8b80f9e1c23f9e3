import BackgroundTasksTesting
import Foundation
import Testing

/// Time, runs and the reasons that hold them, on a bench.
@Suite struct BenchTests {
  @Test func aTaskRunsWhenItIsDueAndIsHandedToItsHandler() async throws {
    let count = Count()
    let app = FeedApp.app { task in
      if task is BGAppRefreshTask { count.add() }
      task.setTaskCompleted(success: true)
    }
    try await withBench(app) { bench in
      await bench.open()
      FeedApp.submit(after: 900)
      #expect(bench.pending == [FeedApp.refresh])
      await bench.leave()
      #expect(!bench.isRunning)
      let began = bench.date
      let run = try await bench.advance(toNextRun: FeedApp.refresh)
      #expect(run.outcome == .completed)
      #expect(run.started >= began.addingTimeInterval(900))
      #expect(count.value == 1)
      #expect(bench.pending.isEmpty)
    }
  }

  @Test func aRefreshIsSubmittedAgainAndAgain() async throws {
    try await withBench(FeedApp.app(again: 900)) { bench in
      await bench.open()
      FeedApp.submit(after: 900)
      await bench.leave()
      await bench.advance(by: .seconds(86_400))
      #expect(bench.runs.count > 2)
      #expect(bench.runs.allSatisfy { $0.outcome == .completed })
      #expect(bench.metric(.successes, of: FeedApp.refresh) == Double(bench.runs.count))
      #expect(bench.metric(.kills, of: FeedApp.refresh) == 0)
    }
  }

  @Test func whatGoesOnOfAnEarlierProcessDoesNothingInALaterOne() async throws {
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let (end, ending) = AsyncStream.makeStream(of: Void.self)
    let app = FeedApp.app { task in
      Task {
        for await _ in gate {}
        BGTaskScheduler.shared.cancelAllTaskRequests()
        ending.finish()
      }
      task.setTaskCompleted(success: true)
    }
    try await withBench(app) { bench in
      await bench.open()
      FeedApp.submit(after: 900)
      await bench.leave()
      try await bench.advance(toNextRun: FeedApp.refresh)
    }
    try await withBench(FeedApp.app()) { bench in
      await bench.open()
      FeedApp.submit(after: 900)
      opening.finish()
      for await _ in end {}
      #expect(bench.pending == [FeedApp.refresh])
    }
  }

  @Test func whatTheAppPutsIntoAQueueWhenItIsLeftIsDone() async throws {
    let app = BenchApp(identifier: "com.example.feed", permittedIdentifiers: [FeedApp.refresh]) {
      BGTaskScheduler.shared.register(forTaskWithIdentifier: FeedApp.refresh, using: nil) {
        $0.setTaskCompleted(success: true)
      }
    } enterBackground: {
      DispatchQueue.global().async { FeedApp.submit(after: 900) }
    }
    try await withBench(app) { bench in
      for _ in 1...10 {
        await bench.open()
        await bench.leave()
        #expect(bench.pending == [FeedApp.refresh])
        try await bench.advance(toNextRun: FeedApp.refresh)
      }
    }
  }

  @Test func whatFindsNoFreeThreadWhenTheAppIsLeftIsDone() async throws {
    let app = BenchApp(identifier: "com.example.feed", permittedIdentifiers: [FeedApp.refresh]) {
      BGTaskScheduler.shared.register(forTaskWithIdentifier: FeedApp.refresh, using: nil) {
        $0.setTaskCompleted(success: true)
      }
    } enterBackground: {
      // The queue has as many threads as the machine has processors.
      for _ in 1...ProcessInfo.processInfo.activeProcessorCount {
        DispatchQueue.global(qos: .utility).async {
          _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 0.3)
        }
      }
      DispatchQueue.global(qos: .utility).async { FeedApp.submit(after: 900) }
    }
    try await withBench(app) { bench in
      await bench.open()
      await bench.leave()
      #expect(bench.pending == [FeedApp.refresh])
    }
  }

  @Test func whatHoldsATaskIsTold() async throws {
    try await withBench(FeedApp.app()) { bench in
      #expect(bench.whyNot(FeedApp.clean).description.contains("has been scheduled"))
      await bench.set(.charging(false), .battery(60))
      // A change of power is in effect only after a while.
      await bench.advance(by: .seconds(600))
      await bench.open()
      try FeedApp.submitClean(power: true)
      await bench.leave()
      await bench.advance(by: .seconds(3600))
      let why = bench.whyNot(FeedApp.clean)
      #expect(why.isQueued)
      #expect(why.description.contains("not plugged in"), "\(why)")
      await #expect(throws: BenchError.self) {
        try await bench.advance(toNextRun: FeedApp.clean, within: .seconds(3600))
      }
      await bench.set(.charging(true))
      let run = try await bench.advance(toNextRun: FeedApp.clean)
      #expect(run.outcome == .completed)
    }
  }

  @Test func anAppThatIsForceQuitRunsNothingUntilItIsOpened() async throws {
    try await withBench(FeedApp.app(again: 900)) { bench in
      await bench.open()
      FeedApp.submit(after: 900)
      await bench.leave()
      await bench.quit()
      await bench.advance(by: .seconds(2 * 86_400))
      #expect(bench.runs.isEmpty)
      #expect(bench.whyNot(FeedApp.refresh).reasons.first == "forceQuit")
      await bench.open()
      await bench.leave()
      try await bench.advance(toNextRun: FeedApp.refresh)
    }
  }

  @Test func whatIsQueuedOutlivesAReboot() async throws {
    let launches = Count()
    try await withBench(FeedApp.app(launch: { launches.add() })) { bench in
      await bench.launch()
      FeedApp.submit(after: 900)
      await bench.reboot()
      #expect(!bench.isRunning)
      #expect(bench.pending == [FeedApp.refresh])
      try await bench.advance(toNextRun: FeedApp.refresh)
      #expect(launches.value == 2)
    }
  }

  @Test func aTaskThatCrashesIsConsumed() async throws {
    let app = FeedApp.app { task in
      Task { try await Bench.current.clock.sleep(for: .seconds(60)) }
    }
    try await withBench(app) { bench in
      await bench.launch()
      FeedApp.submit(after: 1)
      try await bench.simulateLaunch(FeedApp.refresh)
      await bench.advance(by: .seconds(5))
      await bench.kill()
      #expect(bench.pending.isEmpty)
      #expect(bench.runs.count == 1)
    }
  }

  @Test func refusalsAreApplesErrors() async throws {
    try await withBench(FeedApp.app()) { bench in
      await bench.launch()
      await bench.setBackgroundRefresh(false)
      let request = BGAppRefreshTaskRequest(identifier: FeedApp.refresh)
      request.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
      let error = #expect(throws: BGTaskScheduler.Error.self) {
        try BGTaskScheduler.shared.submit(request)
      }
      #expect(error?.code == .unavailable)
      await bench.setBackgroundRefresh(true)
      try BGTaskScheduler.shared.submit(request)
      #expect(
        await BGTaskScheduler.shared.pendingTaskRequests().map(\.identifier) == [FeedApp.refresh])
      BGTaskScheduler.shared.cancelAllTaskRequests()
      #expect(bench.pending.isEmpty)
    }
  }

  /// Calls apply in the order in which the app makes them.
  @Test func aRequestThatIsBeingSubmittedCanBeCancelled() async throws {
    try await withBench(FeedApp.app()) { bench in
      await bench.launch()
      for _ in 1...100 {
        let request = BGAppRefreshTaskRequest(identifier: FeedApp.refresh)
        request.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
        BGTaskScheduler.shared.submitTaskRequest(request) { _ in }
      }
      BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: FeedApp.refresh)
      #expect(await BGTaskScheduler.shared.pendingTaskRequests().isEmpty)
    }
  }

  @Test func withoutAProcessNothingCanBeSubmitted() async throws {
    try await withBench(FeedApp.app()) { bench in
      await bench.open()
      await bench.leave()
      let error = #expect(throws: BGTaskScheduler.Error.self) { try FeedApp.submitClean() }
      #expect(error?.code == .unavailable)
    }
  }

  /// The life continues after the first fortnight, from where on new days are drawn.
  @Test func theSameLifeGivesTheSameRuns() async throws {
    func runs(seed: UInt64) async throws -> [BenchRun] {
      let app = FeedApp.app(again: 900) { $0.setTaskCompleted(success: true) }
      return try await withBench(app, BenchOptions(life: .everyday(seed: seed))) { bench in
        await bench.open()
        FeedApp.submit(after: 900)
        await bench.leave()
        await bench.advance(by: .seconds(16 * 86_400))
        return bench.runs
      }
    }
    let first = try await runs(seed: 1)
    #expect(try await runs(seed: 1) == first)
    #expect(try await runs(seed: 2) != first)
    #expect(first.count > 30)
  }

  @Test(.bench(FeedApp.app())) func theTraitGivesABench() async throws {
    let bench = Bench.current
    await bench.launch()
    FeedApp.submit(after: 60)
    try await bench.advance(toNextRun: FeedApp.refresh)
  }
}
