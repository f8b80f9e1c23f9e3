import Foundation
import Testing

@testable import BackgroundTasksTesting

/// The failures that several runs of a task show together.
@Suite struct RunFindingTests {
  /// A handler that works for a time, submits again, and answers its expiration.
  private static func worker(_ seconds: Int) -> FeedApp.Handler {
    { task in
      nonisolated(unsafe) let task = task
      Self.submit()
      let work = Task {
        try await TaskClock().sleep(for: .seconds(seconds))
        task.setTaskCompleted(success: true)
      }
      task.expirationHandler = {
        work.cancel()
        task.setTaskCompleted(success: false)
      }
    }
  }

  /// Submits the processing task, to begin in an hour.
  private static func submit(power: Bool = false) {
    let request = BGProcessingTaskRequest(identifier: FeedApp.clean)
    request.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
    request.requiresExternalPower = power
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch {
      Issue.record(error)
    }
  }

  /// Runs the processing task `runs` times, one run after the other, and returns the failures.
  private func failures(
    runs: Int, on life: DeviceLife = .still, handler: @escaping FeedApp.Handler,
    before prepare: (Bench, _ run: Int) async -> Void = { _, _ in }
  ) async throws -> [BenchFailure] {
    try await Bench.failures(of: FeedApp.app(handler), BenchOptions(life: life)) { bench in
      await bench.launch()
      for run in 0..<runs {
        await prepare(bench, run)
        if bench.pending.isEmpty { Self.submit() }
        try await bench.advance(toNextRun: FeedApp.clean)
      }
    }
  }

  // MARK: The budget

  @Test func workThatIsLongerThanItsBudgetIsNamedWithBothNumbers() async throws {
    let found = try await failures(runs: 12, handler: Self.worker(840))
    #expect(found.map(\.kind) == [.exceedsBudget])
    let text = try #require(found.first?.message)
    #expect(text.contains("12 of its last 12 runs") && text.contains("needs 14 min"), "\(text)")
    #expect(text.contains("a run has 10 min"), "\(text)")
  }

  @Test func workThatIsTooLongOnASlowDeviceOnlyIsNamed() async throws {
    let handler: FeedApp.Handler = { task in
      task.expirationHandler = { task.setTaskCompleted(success: false) }
      task.setTaskCompleted(success: true)
    }
    var life = DeviceLife.still
    for slowness in [1, 2] {
      life.slowness = Double(slowness)
      let found = try await failures(runs: 12, on: life, handler: handler) { bench, _ in
        bench.work(FeedApp.clean, takes: .seconds(420))
      }
      #expect(found.map(\.kind) == (slowness == 2 ? [.exceedsBudget] : []))
      #expect(found.allSatisfy { $0.message.contains("2.0 times as slow") })
    }
  }

  /// A handler that works until it expires.
  private static let endless: FeedApp.Handler = { task in
    nonisolated(unsafe) let task = task
    let work = Task {
      while true { try await TaskClock().sleep(for: .seconds(60)) }
    }
    task.expirationHandler = {
      work.cancel()
      task.setTaskCompleted(success: false)
    }
  }

  @Test func workOfAnUnknownLengthHasNoProgress() async throws {
    let found = try await failures(runs: 12, handler: Self.endless)
    #expect(found.map(\.kind) == [.noProgress])
    #expect(found.first?.message.hasSuffix("and no run ever completed") == true)
  }

  @Test func workWithoutProgressCanHaveCompletedBefore() async throws {
    let runs = Count()
    let found = try await failures(
      runs: 13,
      handler: { task in
        runs.add()
        if runs.value == 1 { task.setTaskCompleted(success: true) } else { Self.endless(task) }
      })
    #expect(found.map(\.kind) == [.noProgress])
    #expect(found.first?.message.contains("12 of its last 12 runs") == true)
    #expect(found.first?.message.contains("completed") == false)
  }

  @Test func elevenExpirationsAreNoFinding() async throws {
    let found = try await failures(runs: 11, handler: Self.worker(840))
    #expect(found == [])
  }

  // MARK: The network

  /// A handler that fails without a network.
  private static let client: FeedApp.Handler = { task in
    let isOnline = Bench.current.isOnline
    task.setTaskCompleted(success: isOnline)
    if !isOnline { Self.submit() }
  }

  @Test func aTaskThatFailsWithoutANetworkOnlyIsNamed() async throws {
    let found = try await failures(runs: 6, handler: Self.client) { bench, run in
      await bench.set(.network(run < 3 ? .wifi : .none))
    }
    #expect(found.map(\.kind) == [.needsNetwork])
    #expect(found.first?.message.contains("3 of 3 runs without a network") == true)
  }

  @Test func aTaskThatAlsoSucceedsWithoutANetworkIsNotNamed() async throws {
    let runs = Count()
    let handler: FeedApp.Handler = { task in
      runs.add()
      let success = Bench.current.isOnline || runs.value == 4
      task.setTaskCompleted(success: success)
      if !success { Self.submit() }
    }
    let found = try await failures(runs: 8, handler: handler) { bench, run in
      await bench.set(.network(run < 3 ? .wifi : .none))
    }
    #expect(found == [])
  }

  @Test func aTaskThatOftenFailsIsNotNamed() async throws {
    let handler: FeedApp.Handler = { task in
      task.setTaskCompleted(success: false)
      Self.submit()
    }
    let found = try await failures(runs: 9, handler: handler) { bench, run in
      await bench.set(.network(run < 6 ? .wifi : .none))
    }
    #expect(found == [])
  }

  // MARK: The battery

  /// Runs a task for eleven minutes a day, in two runs.
  private func drain(days: Int, power: Bool) async throws -> [BenchFailure] {
    let app = FeedApp.app { task in task.setTaskCompleted(success: true) }
    return try await Bench.failures(of: app) { bench in
      await bench.launch()
      bench.work(FeedApp.clean, takes: .seconds(330))
      await bench.set(.charging(false), .battery(80))
      for _ in 0..<days {
        for _ in 0..<2 {
          Self.submit(power: power)
          try await bench.simulateLaunch(FeedApp.clean)
          await bench.advance(by: .seconds(600))
        }
        await bench.advance(by: .seconds(86_400 - 1200))
      }
    }
  }

  @Test func aTaskThatRunsForLongOnBatteryIsNamed() async throws {
    let found = try await drain(days: 3, power: false)
    #expect(found.map(\.kind) == [.drainsBattery])
    #expect(found.first?.message.contains("11 min or more on battery on each of 3 days") == true)
    #expect(try await drain(days: 2, power: false) == [])
    #expect(try await drain(days: 3, power: true) == [])
  }
}
