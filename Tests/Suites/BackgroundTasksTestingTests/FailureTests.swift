import BackgroundTasksTesting
import Testing

/// Mistakes of apps, each found and named.
@Suite struct FailureTests {
  /// Returns the failures of a handler whose refresh runs once.
  private func failures(
    _ options: BenchOptions = BenchOptions(), for time: Duration = .seconds(120),
    _ handler: @escaping FeedApp.Handler
  ) async throws -> [BenchFailure] {
    try await Bench.failures(of: FeedApp.app(handler), options) { bench in
      await bench.open()
      FeedApp.submit(after: 3600)
      await bench.leave()
      try await bench.simulateLaunch(FeedApp.refresh)
      await bench.advance(by: time)
    }
  }

  @Test func aTaskThatIsCompletedTwice() async throws {
    let found = try await failures { task in
      task.setTaskCompleted(success: true)
      task.setTaskCompleted(success: true)
    }
    #expect(found.map(\.kind) == [.completedTwice])
    #expect(found.first?.identifier == FeedApp.refresh)
  }

  @Test func workThatIsCompletedTwice() async throws {
    let found = try await Bench.failures(
      of: FeedApp.app { task in
        task.setTaskCompleted(success: true)
        task.setTaskCompleted(success: false)
      }
    ) { bench in
      bench.work(FeedApp.refresh, takes: .seconds(2))
      await bench.launch()
      FeedApp.submit(after: 3600)
      try await bench.simulateLaunch(FeedApp.refresh)
      await bench.advance(by: .seconds(10))
    }
    #expect(found.map(\.kind) == [.completedTwice])
  }

  @Test func aTaskThatIsNeverCompleted() async throws {
    let found = try await failures(.impatient) { task in task.expirationHandler = {} }
    #expect(found.map(\.kind) == [.tookRealTime, .neverCompleted])
  }

  @Test func aTaskThatIsStillAtWorkWhenItsTimeIsOver() async throws {
    let found = try await failures { task in
      task.expirationHandler = {}
      nonisolated(unsafe) let task = task
      Task {
        try await Bench.current.clock.sleep(for: .seconds(60))
        task.setTaskCompleted(success: true)
      }
    }
    #expect(found.map(\.kind) == [.neverCompleted])
  }

  /// The process is killed when the time of the task has ended, and can no longer complete the task.
  @Test func aTaskWithoutAnExpirationHandler() async throws {
    let found = try await failures { task in
      nonisolated(unsafe) let task = task
      Task {
        try await Bench.current.clock.sleep(for: .seconds(32))
        task.setTaskCompleted(success: true)
      }
    }
    #expect(found.map(\.kind) == [.neverCompleted])
  }

  @Test func aTaskThatIsCompletedAfterItsExpiration() async throws {
    let found = try await failures { task in
      nonisolated(unsafe) let task = task
      task.expirationHandler = { task.setTaskCompleted(success: false) }
      Task {
        try await Bench.current.clock.sleep(for: .seconds(32))
        task.setTaskCompleted(success: true)
      }
    }
    #expect(found.map(\.kind) == [.completedAfterExpiration])
  }

  @Test func aHandlerThatTakesRealTime() async throws {
    let found = try await failures(.impatient) { task in
      nonisolated(unsafe) let task = task
      task.expirationHandler = { task.setTaskCompleted(success: false) }
    }
    #expect(found.map(\.kind) == [.tookRealTime])
    #expect(found.first?.description.contains(FeedApp.refresh) == true)
  }

  /// The main queue of the process is blocked, as by a handler that waits there. It is blocked only in the turn of this
  /// bench, since another bench may need it.
  @Test func aHandlerThatWaitsForTheMainQueue() async throws {
    let end = DispatchSemaphore(value: 0)
    let app = FeedApp.app { task in
      nonisolated(unsafe) let task = task
      task.expirationHandler = { task.setTaskCompleted(success: false) }
    }
    let found = try await Bench.failures(of: app, .impatient) { bench in
      await bench.open()
      FeedApp.submit(after: 3600)
      await bench.leave()
      DispatchQueue.main.async { end.wait() }
      defer { end.signal() }
      try await bench.simulateLaunch(FeedApp.refresh)
      await bench.advance(by: .seconds(120))
    }
    #expect(found.map(\.kind) == [.tookRealTime])
    #expect(found.first?.description.contains("main queue of this process") == true)
  }

  @Test func aTaskThatExpiresWhileANetworkIsGone() async throws {
    let uploads = Count()
    let app = FeedApp.app { task in
      nonisolated(unsafe) let task = task
      // The app tries again without a limit, and ignores its expiration.
      Task {
        while uploads.value == 0 { try await Bench.current.clock.sleep(for: .seconds(1)) }
        task.setTaskCompleted(success: true)
      }
      task.expirationHandler = {}
    }
    let found = try await Bench.failures(of: app) { bench in
      await bench.launch()
      try FeedApp.submitClean(network: true)
      await bench.advance(by: .seconds(10))
      await bench.set(.network(.none))
      await bench.advance(by: .seconds(3600))
    }
    #expect(found.map(\.kind) == [.neverCompleted])
  }

  @Test func aHandlerThatSubmitsTooLate() async throws {
    let app = FeedApp.app { task in
      nonisolated(unsafe) let task = task
      Task {
        task.setTaskCompleted(success: true)
        try await Bench.current.clock.sleep(for: .seconds(20))
        FeedApp.submit(after: 900)
      }
    }
    let found = try await Bench.failures(of: app) { bench in
      await bench.open()
      FeedApp.submit(after: 900)
      await bench.leave()
      await bench.advance(by: .seconds(86_400))
      #expect(bench.runs.count == 1)
      #expect(bench.pending.isEmpty)
    }
    #expect(found.map(\.kind) == [.leftBehind])
  }

  @Test func aHandlerThatFailsWhenItsTimeIsOverAtTheThirdSecond() async throws {
    let app = FeedApp.app { task in
      nonisolated(unsafe) let task = task
      let work = Task {
        let clock = Bench.current.clock
        for second in 0..<20 {
          do {
            try await clock.sleep(for: .seconds(1))
          } catch  where second == 3 {
            return  // And forgets to complete the task.
          } catch {
            return task.setTaskCompleted(success: false)
          }
        }
        task.setTaskCompleted(success: true)
      }
      task.expirationHandler = { work.cancel() }
    }
    let found = try await Bench.failures(of: app, .impatient) { bench in
      await bench.launch()
      FeedApp.submit(after: 3600)
      let expired = try await bench.expireAtEverySecond(of: FeedApp.refresh)
      #expect(expired.count == 20)
      #expect(expired.filter { !$0.failures.isEmpty }.map(\.second) == [3])
      #expect(expired.last?.run.outcome == .completed)
    }
    #expect(Set(found.map(\.kind)).contains(.neverCompleted))
  }

  @Test func anIdentifierWithoutAHandler() async throws {
    let app = BenchApp(identifier: "com.example.feed", permittedIdentifiers: [FeedApp.refresh]) {}
    let found = try await Bench.failures(of: app) { await $0.launch() }
    #expect(found.map(\.kind) == [.noHandler])
  }

  @Test func aHandlerThatIsNotListed() async throws {
    let app = BenchApp(identifier: "com.example.feed", permittedIdentifiers: []) {
      BGTaskScheduler.shared.register(forTaskWithIdentifier: FeedApp.refresh, using: nil) {
        $0.setTaskCompleted(success: true)
      }
    }
    let found = try await Bench.failures(of: app) { await $0.launch() }
    #expect(found.map(\.kind) == [.notListed])
  }

  @Test func aHandlerThatIsRegisteredTwiceOrTooLate() async throws {
    let found = try await Bench.failures(of: FeedApp.app()) { bench in
      await bench.launch()
      _ = BGTaskScheduler.shared.register(forTaskWithIdentifier: FeedApp.clean, using: nil) { _ in }
      #expect(!bench.isRunning)
    }
    #expect(found.map(\.kind) == [.brokenRule])
    #expect(found.first?.message.contains("before application finishes launching") == true)
  }

  @Test func aHandlerThatLetsTimePass() async throws {
    let found = try await failures { task in
      nonisolated(unsafe) let task = task
      Task {
        await Bench.current.advance(by: .seconds(1))
        task.setTaskCompleted(success: true)
      }
    }
    #expect(found.map(\.kind) == [.brokenRule])
  }
}
