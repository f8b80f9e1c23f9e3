import BackgroundTasksTesting
import BackgroundWork
import Foundation
import Testing

/// Chains on a bench, cut off at every second and in every way.
@Suite struct ChainTests {
  /// The seconds of a chain with four steps of five seconds.
  static let seconds = 0...20

  @Test func aChainIsDoneInOneRunWhereItHasTheTime() async throws {
    let app = try WorkApp()
    try await withBench(app.bench) { bench in
      await bench.open()
      await bench.leave()
      let run = try await bench.advance(toNextRun: WorkApp.identifier)
      #expect(run.outcome == .completed)
      await bench.advance(by: .seconds(2 * 86_400))
      #expect(bench.runs.count == 1)
      #expect(bench.pending.isEmpty)
    }
    #expect(app.log.begun == app.names)
    #expect(try app.chain(ContinuousClock()).isOver)
  }

  /// Lets time pass in steps of a quarter of a second, until `attempts` steps have begun.
  private func begin(_ app: WorkApp, attempts: Int, _ bench: Bench) async {
    let end = bench.date + 14 * 86_400
    while app.log.begun.count < attempts, bench.date < end {
      await bench.advance(by: .milliseconds(250))
    }
    #expect(app.log.begun.count == attempts)
  }

  /// Cuts the chain off `second` seconds after its beginning, and lets it run to its end.
  private func cut(
    _ app: WorkApp, at second: Int, by end: (Bench) async throws -> Void
  ) async throws {
    try await withBench(app.bench) { bench in
      await bench.open()
      await bench.leave()
      await begin(app, attempts: 1, bench)
      await bench.advance(by: .milliseconds(second * 1000 + 300))
      try await end(bench)
      await bench.advance(by: .seconds(2 * 86_400))
      #expect(bench.runs.last?.outcome == .completed, "second \(second)")
      #expect(bench.pending.isEmpty)
    }
    // The step that was cut off began twice, all others once. Each ended once.
    #expect(app.log.ended == app.names, "second \(second)")
    var expected = app.names
    if second < 20 { expected.insert(app.names[second / 5], at: second / 5) }
    #expect(app.log.begun == expected, "second \(second)")
  }

  @Test(arguments: seconds) func goesOnAfterACrash(second: Int) async throws {
    try await cut(try WorkApp(), at: second) { await $0.kill() }
  }

  @Test(arguments: seconds) func goesOnAfterAReboot(second: Int) async throws {
    try await cut(try WorkApp(), at: second) { await $0.reboot() }
  }

  @Test(arguments: seconds) func goesOnAfterAnExpiration(second: Int) async throws {
    try await cut(try WorkApp(), at: second) { bench in
      if second < 20 { try await bench.simulateExpiration(WorkApp.identifier) }
    }
  }

  @Test func whatTheSystemStopsCostsNoAttempt() async throws {
    let app = try WorkApp(steps: 1)
    try await withBench(app.bench) { bench in
      await bench.open()
      await bench.leave()
      for number in 1...12 {
        await begin(app, attempts: number, bench)
        await bench.advance(by: .seconds(3))
        try await bench.simulateExpiration(WorkApp.identifier)
      }
      try await bench.advance(toNextRun: WorkApp.identifier)
    }
    #expect(app.log.begun.count == 13)
    #expect(app.log.ended == app.names)
  }

  @Test func aKillForWantOfAnAnswerCostsNoAttemptEither() async throws {
    let app = try WorkApp(steps: 1) { _, attempt in
      // The expiration does not cancel this task.
      let deaf = Task { try await Bench.current.clock.sleep(for: .seconds(60)) }
      if attempt <= 6 { try await deaf.value } else { deaf.cancel() }
    }
    let found = try await Bench.failures(of: app.bench) { bench in
      // No step begins without a simulated launch, and none in the process that the user has started.
      await bench.set(.lowPowerMode(true))
      await bench.open()
      await bench.leave()
      for _ in 1...6 {
        try await bench.simulateLaunch(WorkApp.identifier)
        await bench.advance(by: .seconds(3))
        try await bench.simulateExpiration(WorkApp.identifier)
        await bench.advance(by: .seconds(2))
      }
      try await bench.simulateLaunch(WorkApp.identifier)
      await bench.advance(by: .seconds(30))
      #expect(bench.runs.map(\.outcome) == Array(repeating: .killed, count: 6) + [.completed])
    }
    #expect(found.map(\.kind) == Array(repeating: .neverCompleted, count: 6))
    #expect(app.log.ended == app.names)
  }

  @Test func aLimitDoesNotPassBeforeAStepHasHadItsTurn() async throws {
    let app = try WorkApp(steps: 1) { _, _ in
      // The bench notices this sleep long before the sleep of the step.
      let other = Task { try await Bench.current.clock.sleep(for: .seconds(60)) }
      let end = ContinuousClock.now + .seconds(1)
      while ContinuousClock.now < end {}
      other.cancel()
    }
    try await withBench(app.bench) { bench in
      await bench.open()
      await bench.leave()
      let run = try await bench.advance(toNextRun: WorkApp.identifier)
      #expect(run.outcome == .completed)
    }
    #expect(app.log.ended == app.names)
  }

  @Test func aStepThatCrashesFiveTimesIsLeft() async throws {
    let app = try WorkApp()
    try await withBench(app.bench) { bench in
      await bench.open()
      await bench.leave()
      for number in 1...5 {
        await begin(app, attempts: number + 1, bench)
        await bench.advance(by: .seconds(1))
        await bench.kill()
      }
      try await bench.simulateLaunch(WorkApp.identifier)
      await bench.advance(by: .seconds(60))
      #expect(bench.runs.last?.outcome == .failed)
      #expect(bench.pending.isEmpty)
      await bench.open()
      #expect(bench.pending.isEmpty)
    }
    #expect(app.log.begun == ["step 1"] + Array(repeating: "step 2", count: 5))
    let result = await app.chain(ContinuousClock()).run()
    guard case .gaveUp(let step, let why) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(step == "step 2")
    #expect(why.contains("5 attempts"))
  }

  @Test func aStepThatFailsIsTriedAgainLater() async throws {
    struct Refused: Error {}
    let app = try WorkApp { name, attempt in
      if name == "step 3", attempt < 3 { throw Refused() }
    }
    try await withBench(app.bench) { bench in
      await bench.open()
      await bench.leave()
      await bench.advance(by: .seconds(2 * 86_400))
      #expect(bench.runs.map(\.outcome) == [.failed, .failed, .completed])
    }
    #expect(app.log.ended == app.names)
  }

  @Test func aStepThatTakesTooLongIsCutOffAndNamed() async throws {
    let app = try WorkApp(steps: 1, each: .seconds(6))
    try await withBench(app.bench) { bench in
      await bench.open()
      await bench.leave()
      await bench.advance(by: .seconds(2 * 86_400))
      #expect(bench.runs.count == 5)
      #expect(bench.runs.allSatisfy { $0.outcome == .failed })
    }
    #expect(app.log.ended.isEmpty)
    let result = await app.chain(ContinuousClock()).run()
    #expect("\(result)".contains("took longer than 5.0 seconds"), "\(result)")
  }

  @Test func aPeriodicChainIsDoneEachDayAndTwiceInNone() async throws {
    let app = try WorkApp(period: .seconds(86_400))
    try await withBench(app.bench) { bench in
      await bench.open()
      await bench.leave()
      await bench.advance(by: .seconds(7 * 86_400 + 3600))
      #expect((7...8).contains(bench.runs.count), "\(bench.runs)")
      #expect(bench.runs.allSatisfy { $0.outcome == .completed })
      let (count, queued) = (bench.runs.count, bench.pending)
      #expect(queued == [WorkApp.identifier])
      // Setting the chain up again changes nothing.
      for _ in 1...5 {
        await bench.open()
        await bench.leave()
      }
      await bench.reboot()
      await bench.launch()
      #expect(bench.pending == queued)
      await bench.advance(by: .seconds(3600))
      #expect(bench.runs.count == count)
    }
    #expect(app.log.ended.count % 4 == 0)
  }
}
