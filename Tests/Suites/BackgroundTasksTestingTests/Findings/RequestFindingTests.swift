import Foundation
import Scheduling
import Testing

@testable import BackgroundTasksTesting

/// The failures in the requests of an app.
@Suite struct RequestFindingTests {
  private static let hour = 3600.0

  // MARK: Waits

  /// A fortnight of a phone without a charger, on which a processing task waits.
  private func wait(
    _ life: DeviceLife, days: Int = 8, power: Bool
  ) async throws -> [BenchFailure] {
    try await Bench.failures(of: FeedApp.app(), BenchOptions(life: life)) { bench in
      await bench.launch()
      // By then the first values of the device are known.
      await bench.advance(by: .seconds(60))
      try FeedApp.submitClean(power: power)
      await bench.advance(by: .seconds(days * 86_400))
    }
  }

  private static let unplugged: DeviceLife = {
    var life = DeviceLife.everyday(opensPerDay: 0, seed: 3)
    life.chargesAtNight = false
    life.usesPerDay = 0
    return life
  }()

  @Test func aRequestThatWaitsForAChargerThatIsNeverThereIsNamed() async throws {
    let found = try await wait(Self.unplugged, power: true)
    #expect(found.map(\.kind) == [.starves])
    let text = try #require(found.first?.message)
    #expect(text.contains("external power") && text.contains("%"), "\(text)")
    #expect(found.first?.location?.fileID.hasSuffix("FeedApp.swift") == true)
  }

  @Test func aWholeTestOfThreeDaysShowsIt() async throws {
    #expect(try await wait(Self.unplugged, days: 3, power: true).map(\.kind) == [.starves])
    #expect(try await wait(Self.unplugged, days: 2, power: true) == [])
  }

  @Test func aRequestOnAPhoneThatChargesAtNightIsNotNamed() async throws {
    for seed in 1...3 {
      #expect(try await wait(.everyday(seed: UInt64(seed)), power: true) == [])
    }
  }

  @Test func aDeviceThatOnlyTheTestSetsHasNoDays() async throws {
    let found = try await Bench.failures(of: FeedApp.app()) { bench in
      await bench.launch()
      await bench.set(.charging(false))
      try FeedApp.submitClean(power: true)
      await bench.advance(by: .seconds(8 * 86_400))
    }
    #expect(found == [])
  }

  @Test func aTimeBeforeTheEarliestDateIsNoWait() {
    var wait = WaitTally()
    wait.add(.hours(10), [.earliest, .power])
    #expect(wait.whole == .zero && wait.longest(of: [.power]) == nil)
    wait.add(.hours(3), [.power, .spacing])
    wait.add(.hours(1), [.spacing])
    #expect(wait.whole == .hours(4) && wait.longest(of: [.power, .network])?.reason == .power)
    #expect(wait.longest(of: [.power])?.share == 0.75)
    #expect(wait.longest(of: [.network]) == nil)
  }

  // MARK: Earliest dates

  /// Submits the refresh with this delay at intervals, in a process that continues.
  private func submit(
    after delay: Double, every interval: Double, times: Int, sameDate: Bool = false
  ) async throws -> [BenchFailure] {
    try await Bench.failures(of: FeedApp.app()) { bench in
      await bench.open()
      for time in 0..<times {
        FeedApp.submit(after: sameDate ? delay - Double(time) * interval : delay)
        await bench.leave()
        await bench.advance(by: .seconds(interval))
        await bench.open()
      }
    }
  }

  @Test func aRequestThatIsPutOffForADayIsNamed() async throws {
    let found = try await submit(
      after: 8 * Self.hour, every: 4 * Self.hour, times: 9)
    #expect(found.map(\.kind) == [.putOff])
    #expect(found.first?.message.contains("replaced its waiting request") == true)
  }

  @Test func aRequestThatRunsInBetweenIsNotNamed() async throws {
    #expect(try await submit(after: Self.hour, every: 4 * Self.hour, times: 9) == [])
  }

  @Test func aRequestThatKeepsItsDateIsNotNamed() async throws {
    let found = try await submit(
      after: 40 * Self.hour, every: 4 * Self.hour, times: 9, sameDate: true)
    #expect(found == [])
  }

  @Test func aRequestWhoseDateHasComeIsNotPutOff() {
    var postponement = Postponement()
    let start = WallTime(nanoseconds: 0)
    postponement.submit(until: start + .hours(1), at: start)
    for hour in 1...3 {
      postponement.submit(until: start + .hours(hour + 1), at: start + .hours(hour) - .minutes(1))
    }
    #expect(postponement.count == 3 && postponement.missedTime(at: start + .hours(4)) == .hours(3))
    // The device has held the request for a day.
    postponement.submit(until: start + .hours(30), at: start + .hours(28))
    #expect(postponement.count == 0 && postponement.missedTime(at: start + .hours(28)) == .zero)
    postponement.submit(until: start + .hours(32), at: start + .hours(29))
    #expect(postponement.count == 1 && postponement.missedTime(at: start + .hours(31)) == .hours(1))
  }

  @Test(arguments: [7.0, 9, 30]) func aRefreshAfterMoreThanAWeekIsNamed(_ days: Double) async throws
  {
    let found = try await Bench.failures(of: FeedApp.app()) { bench in
      await bench.open()
      FeedApp.submit(after: days * 86_400)
    }
    #expect(found.map(\.kind) == (days > 8 ? [.tooLate] : []))
  }

  @Test func aProcessingTaskMayHaveAMonth() async throws {
    for (days, isFound) in [(30.0, false), (40, true)] {
      let found = try await Bench.failures(of: FeedApp.app()) { bench in
        await bench.open()
        let request = BGProcessingTaskRequest(identifier: FeedApp.clean)
        request.earliestBeginDate = Date(timeIntervalSinceNow: days * 86_400)
        try BGTaskScheduler.shared.submit(request)
      }
      #expect(found.map(\.kind) == (isFound ? [.tooLate] : []))
    }
  }

  // MARK: Chains

  /// An app whose handler succeeds twice, and then fails.
  private static func chain(
    submitsAfterFailure: Bool, submitsAfterSuccess: Bool = true
  ) -> FeedApp.Handler {
    let runs = Count()
    return { task in
      runs.add()
      let success = runs.value < 3
      if success ? submitsAfterSuccess : submitsAfterFailure { FeedApp.submit(after: 900) }
      task.setTaskCompleted(success: success)
    }
  }

  private func live(
    _ handler: @escaping FeedApp.Handler, days: Int = 1,
    then body: (Bench) async throws -> Void = { _ in }
  ) async throws -> [BenchFailure] {
    try await Bench.failures(of: FeedApp.app(handler)) { bench in
      await bench.open()
      FeedApp.submit(after: 900)
      await bench.leave()
      await bench.advance(by: .seconds(days * 86_400))
      try await body(bench)
    }
  }

  @Test func aChainThatEndsWithAFailureIsNamed() async throws {
    let found = try await live(Self.chain(submitsAfterFailure: false)) { bench in
      #expect(bench.runs.map(\.outcome) == [.completed, .completed, .failed])
    }
    #expect(found.map(\.kind) == [.chainEnds])
    #expect(found.first?.message.contains("as 2 earlier runs did") == true)
  }

  @Test func aTestThatEndsWithTheFailureNamesTheChain() async throws {
    let app = FeedApp.app(Self.chain(submitsAfterFailure: false))
    let found = try await Bench.failures(of: app) { bench in
      await bench.launch()
      FeedApp.submit(after: 900)
      for _ in 1...3 { try await bench.advance(toNextRun: FeedApp.refresh) }
    }
    #expect(found.map(\.kind) == [.chainEnds])
  }

  @Test func aChainThatContinuesIsNotNamed() async throws {
    #expect(try await live(Self.chain(submitsAfterFailure: true)) == [])
  }

  @Test func aFirstRunThatFailsIsNamedAfterADay() async throws {
    let fail: FeedApp.Handler = { $0.setTaskCompleted(success: false) }
    #expect(try await live(fail, days: 1) == [])
    let found = try await live(fail, days: 2)
    #expect(found.map(\.kind) == [.chainEnds])
    #expect(found.first?.message.contains("also not in the next 1 d") == true)
  }

  @Test func anAppThatSubmitsWhenItsUserLeavesItIsNotNamed() async throws {
    let app = BenchApp(
      identifier: "com.example.feed", permittedIdentifiers: [FeedApp.refresh],
      launch: {
        BGTaskScheduler.shared.register(forTaskWithIdentifier: FeedApp.refresh, using: nil) {
          $0.setTaskCompleted(success: false)
        }
      }, enterBackground: { FeedApp.submit(after: 900) })
    let found = try await Bench.failures(of: app, BenchOptions(life: .everyday())) { bench in
      await bench.advance(by: .seconds(5 * 86_400))
      #expect(bench.runs.count > 5)
    }
    #expect(found == [])
  }

  @Test func aRequestThatTheTestCancelsIsNoEnd() async throws {
    let fail: FeedApp.Handler = { $0.setTaskCompleted(success: false) }
    let found = try await live(fail, days: 1) { bench in
      await bench.launch()
      BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: FeedApp.refresh)
      await bench.advance(by: .seconds(2 * 86_400))
    }
    #expect(found == [])
  }

  @Test func aTaskWhoseSuccessIsNotFollowedEitherIsNoChain() async throws {
    let runs = Count()
    let handler: FeedApp.Handler = { task in
      runs.add()
      task.setTaskCompleted(success: runs.value == 1)
    }
    let found = try await live(handler) { bench in
      await bench.open()
      FeedApp.submit(after: 900)
      await bench.leave()
      await bench.advance(by: .seconds(3 * 86_400))
      #expect(bench.runs.map(\.outcome) == [.completed, .failed])
    }
    #expect(found == [])
  }

  @Test func aTaskThatSubmitsItselfOnlyWhileWorkIsLeftIsNoChain() async throws {
    let runs = Count()
    let handler: FeedApp.Handler = { task in
      runs.add()
      if runs.value == 1 { FeedApp.submit(after: 900) }
      task.setTaskCompleted(success: runs.value < 3)
    }
    let found = try await live(handler) { bench in
      await bench.open()
      FeedApp.submit(after: 900)
      await bench.leave()
      await bench.advance(by: .seconds(3 * 86_400))
      #expect(bench.runs.map(\.outcome) == [.completed, .completed, .failed])
    }
    #expect(found == [])
  }

  @Test func aTaskThatTheHandlerOfAnotherSubmitsIsNoChain() async throws {
    let cleanings = Count()
    let handler: FeedApp.Handler = { task in
      guard task.identifier == FeedApp.clean else {
        let request = BGProcessingTaskRequest(identifier: FeedApp.clean)
        request.earliestBeginDate = Date(timeIntervalSinceNow: 60)
        try? BGTaskScheduler.shared.submit(request)
        return task.setTaskCompleted(success: true)
      }
      cleanings.add()
      task.setTaskCompleted(success: cleanings.value != 3)
    }
    let app = FeedApp.app(again: 6 * Self.hour, handler)
    let found = try await Bench.failures(of: app) { bench in
      await bench.launch()
      FeedApp.submit(after: 900)
      for _ in 1...4 {
        try await bench.advance(toNextRun: FeedApp.refresh)
        try await bench.advance(toNextRun: FeedApp.clean)
      }
      let outcomes = bench.runs(of: FeedApp.clean).map(\.outcome)
      #expect(outcomes == [.completed, .completed, .failed, .completed])
    }
    #expect(found == [])
  }

  @Test func aRequestAfterTheCompletionContinuesAChain() async throws {
    let runs = Count()
    let handler: FeedApp.Handler = { task in
      runs.add()
      let success = runs.value < 3
      task.setTaskCompleted(success: success)
      if success { FeedApp.submit(after: 900) }
    }
    let found = try await live(handler)
    #expect(found.map(\.kind) == [.chainEnds])
    #expect(found.first?.message.contains("as 2 earlier runs did") == true)
  }

  @Test func aTaskOfAnAppThatIsSwipedAwayIsNoEnd() async throws {
    let isWaiting = Count()
    let handler: FeedApp.Handler = { task in
      nonisolated(unsafe) let task = task
      isWaiting.add()
      let work = Task { try await TaskClock().sleep(for: .seconds(20)) }
      task.expirationHandler = {
        work.cancel()
        task.setTaskCompleted(success: false)
      }
    }
    let found = try await Bench.failures(of: FeedApp.app(handler)) { bench in
      await bench.open()
      FeedApp.submit(after: 900)
      await bench.leave()
      while isWaiting.value == 0 { await bench.advance(by: .seconds(1)) }
      await bench.quit()
      await bench.advance(by: .seconds(2 * 86_400))
    }
    #expect(found == [])
  }
}
