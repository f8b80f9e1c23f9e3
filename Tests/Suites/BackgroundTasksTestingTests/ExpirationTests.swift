import BackgroundTasksTesting
import Testing

/// The end of tasks before they are complete: by their user, and by a sweep over all seconds.
@Suite struct ExpirationTests {
  /// Returns a handler that works for eight seconds. It does not complete its task if the task expires after `defect`
  /// seconds.
  private static func worker(forgetting defect: Int) -> FeedApp.Handler {
    { task in
      nonisolated(unsafe) let task = task
      let clock = TaskClock()
      let start = clock.now
      let work = Task {
        for _ in 1...8 { try await clock.sleep(for: .seconds(1)) }
        task.setTaskCompleted(success: true)
      }
      task.expirationHandler = {
        work.cancel()
        if start.duration(to: clock.now) != .seconds(defect) {
          task.setTaskCompleted(success: false)
        }
      }
    }
  }

  /// Returns a handler with the same defect that also continues its work after the expiration.
  private static func stubborn(forgetting defect: Int) -> FeedApp.Handler {
    { task in
      nonisolated(unsafe) let task = task
      let clock = TaskClock()
      let start = clock.now
      let done = Count()
      Task {
        for _ in 1...8 where done.value == 0 { try? await clock.sleep(for: .seconds(1)) }
        if done.value == 0 { task.setTaskCompleted(success: true) }
      }
      task.expirationHandler = {
        if start.duration(to: clock.now) == .seconds(defect) { return }
        done.add()
        task.setTaskCompleted(success: false)
      }
    }
  }

  private func sweep(
    again: Double?, isLaunched: Bool = true, _ handler: @escaping FeedApp.Handler
  ) async throws -> [Bench.ExpiredRun] {
    var expired: [Bench.ExpiredRun] = []
    _ = try await Bench.failures(of: FeedApp.app(again: again, handler)) { bench in
      if isLaunched { await bench.launch() } else { await bench.open() }
      FeedApp.submit(after: 3600)
      if !isLaunched { await bench.leave() }
      expired = try await bench.expireAtEverySecond(of: FeedApp.refresh, upTo: .seconds(20))
    }
    return expired
  }

  @Test(arguments: [1, 4, 7]) func aSweepBlamesTheSecond(_ defect: Int) async throws {
    for (again, isLaunched) in [(nil, true), (1.0, false)] {
      let expired = try await sweep(
        again: again, isLaunched: isLaunched, Self.worker(forgetting: defect))
      #expect(expired.map(\.second) == Array(1...8))
      #expect(expired.filter { !$0.failures.isEmpty }.map(\.second) == [defect])
      #expect(expired.last?.run.outcome == .completed)
    }
    let expired = try await sweep(again: nil, Self.stubborn(forgetting: defect))
    #expect(expired.filter { !$0.failures.isEmpty }.map(\.second) == [defect])
  }

  @Test func whoQuitsTheAppHasItsTasksExpire() async throws {
    let begun = Count()
    let work = Self.worker(forgetting: 0)
    let app = FeedApp.app { task in
      begun.add()
      work(task)
    }
    try await withBench(app) { bench in
      await bench.open()
      FeedApp.submit(after: 60)
      await bench.leave()
      while begun.value == 0 { await bench.advance(by: .seconds(1)) }
      await bench.quit()
      #expect(!bench.isRunning)
      #expect(bench.runs.map(\.outcome) == [.expired])
      #expect(bench.runs.first?.stopReason == "forceQuit")
    }
  }

  @Test func whatIgnoresThatIsKilled() async throws {
    let found = try await Bench.failures(of: FeedApp.app(Self.worker(forgetting: 3))) { bench in
      await bench.launch()
      FeedApp.submit(after: 3600)
      try await bench.simulateLaunch(FeedApp.refresh)
      await bench.advance(by: .seconds(3))
      await bench.quit()
      await bench.advance(by: .seconds(10))
      #expect(bench.runs.map(\.outcome) == [.killed] && !bench.isRunning)
    }
    #expect(found.map(\.kind) == [.neverCompleted])
  }
}
