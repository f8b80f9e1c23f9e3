import BackgroundTasksTesting
import Testing

/// The passage of time in handlers.
@Suite struct ClockTests {
  /// Returns a handler that sleeps for this duration and completes its task. It stops in time when the task expires.
  static func sleeper(_ duration: Duration) -> FeedApp.Handler {
    { task in
      nonisolated(unsafe) let task = task
      let work = Task {
        let isDone = (try? await Bench.current.clock.sleep(for: duration)) != nil
        task.setTaskCompleted(success: isDone)
      }
      task.expirationHandler = { work.cancel() }
    }
  }

  @Test func sleepsTakeVirtualTime() async throws {
    try await withBench(FeedApp.app(Self.sleeper(.seconds(12)))) { bench in
      await bench.launch()
      FeedApp.submit(after: 1)
      let run = try await bench.advance(toNextRun: FeedApp.refresh)
      #expect(run.outcome == .completed)
      #expect(run.duration == .seconds(12))
    }
  }

  /// The clock that an app also has outside a bench.
  @Test func theClockOfTasksIsTheBenchs() async throws {
    let app = FeedApp.app { task in
      nonisolated(unsafe) let task = task
      Task {
        let clock = TaskClock()
        let began = clock.now
        try await clock.sleep(for: .seconds(12))
        task.setTaskCompleted(success: began.duration(to: clock.now) == .seconds(12))
      }
    }
    try await withBench(app) { bench in
      await bench.launch()
      FeedApp.submit(after: 1)
      let run = try await bench.advance(toNextRun: FeedApp.refresh)
      #expect(run.outcome == .completed)
      #expect(run.duration == .seconds(12))
    }
  }

  @Test func whatSleepsBeyondItsBudgetExpires() async throws {
    try await withBench(FeedApp.app(Self.sleeper(.seconds(120)))) { bench in
      await bench.launch()
      FeedApp.submit(after: 1)
      let run = try await bench.advance(toNextRun: FeedApp.refresh)
      #expect((run.outcome, run.stopReason) == (.expired, "budget"))
      #expect(run.duration == .seconds(30))
    }
  }

  @Test func anExpirationMayBeAnsweredFromAQueue() async throws {
    let app = FeedApp.app { task in
      nonisolated(unsafe) let task = task
      Task { try? await Bench.current.clock.sleep(for: .seconds(29)) }
      task.expirationHandler = {
        DispatchQueue.global().async {
          task.setTaskCompleted(success: false)
        }
      }
    }
    try await withBench(app) { bench in
      await bench.launch()
      FeedApp.submit(after: 1)
      try await bench.simulateLaunch(FeedApp.refresh)
      await bench.advance(by: .seconds(3))
      try await bench.simulateExpiration(FeedApp.refresh)
      await bench.advance(by: .seconds(60))
      #expect(bench.runs.map(\.outcome) == [.expired])
    }
  }

  @Test func theLaunchIsTakenFromTheBudget() async throws {
    let app = FeedApp.app(Self.sleeper(.seconds(29)))
    var options = BenchOptions()
    options.launchTakes = .seconds(8)
    try await withBench(app, options) { bench in
      await bench.open()
      FeedApp.submit(after: 60)
      await bench.leave()
      let run = try await bench.advance(toNextRun: FeedApp.refresh)
      #expect(run.outcome == .expired)
    }
  }

  @Test func workTakesAsLongAsTheTestSays() async throws {
    try await withBench(FeedApp.app()) { bench in
      bench.work(FeedApp.refresh, takes: .seconds(7))
      await bench.launch()
      FeedApp.submit(after: 1)
      let run = try await bench.advance(toNextRun: FeedApp.refresh)
      #expect((run.outcome, run.duration) == (.completed, .seconds(7)))
    }
  }

  @Test func anExpirationMeetsWorkThatTakesTime() async throws {
    let expired = Count()
    let app = FeedApp.app { task in
      nonisolated(unsafe) let shared = task
      task.expirationHandler = {
        expired.add()
        shared.setTaskCompleted(success: false)
      }
      task.setTaskCompleted(success: true)
    }
    try await withBench(app) { bench in
      bench.work(FeedApp.refresh, takes: .seconds(20))
      await bench.launch()
      FeedApp.submit(after: 3600)
      try await bench.simulateLaunch(FeedApp.refresh)
      await bench.advance(by: .seconds(3))
      try await bench.simulateExpiration(FeedApp.refresh)
      #expect(expired.value == 1)
      #expect(bench.runs.map(\.outcome) == [.expired])
    }
  }

  @Test func theClockMeasures() async throws {
    let app = FeedApp.app { task in
      nonisolated(unsafe) let task = task
      Task {
        let clock = Bench.current.clock
        let elapsed = try await clock.measure { try await clock.sleep(for: .seconds(5)) }
        task.setTaskCompleted(success: elapsed == .seconds(5))
      }
    }
    try await withBench(app) { bench in
      await bench.launch()
      FeedApp.submit(after: 1)
      let run = try await bench.advance(toNextRun: FeedApp.refresh)
      #expect(run.outcome == .completed)
    }
  }
}
