import BackgroundTasksTesting
import Testing

/// Handlers with bugs that phones show after weeks, if ever; each has to be found on a bench.
@Suite struct FaultTests {
  static let upload = "com.example.faulty.upload"

  enum Fault: CaseIterable {
    case completesTwice
    case completesNever
    case completesAfterItsTime
    case submitsTooLate
    case failsAtSecondThree
    case losesItsNetwork
  }

  private static func handle(_ task: BGTask, with fault: Fault) {
    nonisolated(unsafe) let task = task
    let clock = Bench.current.clock
    switch fault {
    case .completesTwice:
      task.setTaskCompleted(success: true)
      task.setTaskCompleted(success: true)
    case .completesNever, .losesItsNetwork:
      // Tries again and again, and hears of nothing.
      task.expirationHandler = {}
      Task { while true { try await clock.sleep(for: .seconds(1)) } }
    case .completesAfterItsTime:
      task.expirationHandler = { task.setTaskCompleted(success: false) }
      Task {
        // It has ten minutes.
        try await clock.sleep(for: .seconds(602))
        task.setTaskCompleted(success: true)
      }
    case .submitsTooLate:
      Task {
        task.setTaskCompleted(success: true)
        try await clock.sleep(for: .seconds(9))
        try submit()
      }
    case .failsAtSecondThree:
      let start = clock.now
      let work = Task {
        try await clock.sleep(for: .seconds(20))
        task.setTaskCompleted(success: true)
      }
      task.expirationHandler = {
        work.cancel()
        if start.duration(to: clock.now) != .seconds(3) { task.setTaskCompleted(success: false) }
      }
    }
  }

  private static func submit() throws {
    let request = BGProcessingTaskRequest(identifier: upload)
    request.requiresNetworkConnectivity = true
    request.earliestBeginDate = Date(timeIntervalSinceNow: 900)
    try BGTaskScheduler.shared.submit(request)
  }

  /// What the bench finds in an hour of a handler's life.
  private func failures(of fault: Fault) async throws -> [BenchFailure.Kind] {
    let app = BenchApp(identifier: "com.example.faulty", permittedIdentifiers: [Self.upload]) {
      BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.upload, using: nil) {
        Self.handle($0, with: fault)
      }
    }
    return try await Bench.failures(of: app) { bench in
      await bench.open()
      // Nothing of it starts by itself.
      if fault == .failsAtSecondThree { await bench.set(.lowPowerMode(true)) }
      try Self.submit()
      await bench.leave()
      if fault == .failsAtSecondThree {
        let expired = try await bench.expireAtEverySecond(of: Self.upload)
        #expect(expired.filter { !$0.failures.isEmpty }.map(\.second) == [3])
        return
      }
      await bench.advance(by: .seconds(960))
      if fault == .losesItsNetwork { await bench.set(.network(.none)) }
      await bench.advance(by: .seconds(3600))
    }.map(\.kind)
  }

  @Test(arguments: Fault.allCases) func isFound(fault: Fault) async throws {
    let expected: BenchFailure.Kind =
      switch fault {
      case .completesTwice: .completedTwice
      case .completesNever, .failsAtSecondThree, .losesItsNetwork: .neverCompleted
      case .completesAfterItsTime: .completedAfterExpiration
      case .submitsTooLate: .leftBehind
      }
    #expect(try await failures(of: fault).contains(expected))
  }
}
