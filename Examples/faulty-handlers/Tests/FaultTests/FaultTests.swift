import BackgroundTasksTesting
import Testing

@Suite struct FaultTests {
  /// Performs the life that the defect needs: by default a fortnight.
  private func live(_ bench: Bench, _ code: BenchFailure.Kind) async throws {
    switch code {
    case .needsNetwork:
      await bench.open()
      await bench.leave()
      for run in 1...6 {
        Fault.isOnline.withLock { $0 = run <= 3 }
        await bench.set(.network(run <= 3 ? .wifi : .none))
        try await bench.advance(toNextRun: Fault.upload)
      }
    case .blocksMain:
      await bench.open()
      for _ in 1...2 {
        try? BGTaskScheduler.shared.submit(.refresh(after: 30))
        try await bench.simulateLaunch(Fault.refresh)
        await bench.advance(by: .seconds(1))
      }
    case .starves:
      await bench.open()
      await bench.leave()
      fallthrough
    default: await bench.advance(by: .seconds(14 * 86_400))
    }
  }

  @Test(arguments: faults) func isFoundAtItsLine(fault: Fault) async throws {
    var options = BenchOptions(life: fault.life)
    options.protectedDirectories = [Fault.secret.deletingLastPathComponent()]
    let found = try await Bench.failures(of: fault.app, options) { try await live($0, fault.code) }
    let failure = try #require(found.first { $0.code == fault.code.rawValue }, "\(found)")
    #expect(failure.location?.line == fault.line && failure.identifier == fault.identifier)
    #expect(failure.location?.fileID == "FaultTests/Faults.swift")
    #expect(Set(found.map(\.kind)) == [fault.code], "\(found)")
  }

  /// The number of fortnights of the app without defects.
  private static let seeds =
    ProcessInfo.processInfo.environment["FAULT_SEEDS"].flatMap(Int.init) ?? 4

  @Test(arguments: 1...seeds) func anAppWithoutDefectsHasNoFailure(seed: Int) async throws {
    let life = DeviceLife.everyday(opensPerDay: 5, seed: UInt64(seed))
    try await withBench(CleanApp.app, BenchOptions(life: life)) { bench in
      await bench.advance(by: .seconds(14 * 86_400))
      #expect(bench.runs(of: Fault.refresh).count > 50)
      #expect(bench.runs(of: Fault.upload).count > 5)
    }
  }

  /// A task that is not complete if it is stopped at second 3 of 20.
  @Test func theSecondOfAnIncompleteTaskIsFound() async throws {
    let app = BenchApp(identifier: "com.example.faulty", permittedIdentifiers: [Fault.refresh]) {
      BGTaskScheduler.shared.register(forTaskWithIdentifier: Fault.refresh, using: nil) { task in
        let start = TaskClock().now
        nonisolated(unsafe) let task = task
        let work = Task {
          try await TaskClock().sleep(for: .seconds(20))
          task.setTaskCompleted(success: true)
        }
        task.expirationHandler = {
          work.cancel()
          if start.duration(to: TaskClock().now) == .seconds(3) { return }
          task.setTaskCompleted(success: false)
        }
      }
    }
    let found = try await Bench.failures(of: app) { bench in
      await bench.launch()
      try BGTaskScheduler.shared.submit(.refresh(after: 30))
      let expired = try await bench.expireAtEverySecond(of: Fault.refresh)
      #expect(expired.filter { !$0.failures.isEmpty }.map(\.second) == [3])
    }
    #expect(found.map(\.kind) == [.neverCompleted])
  }
}
