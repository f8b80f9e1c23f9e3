import Scheduling
import Testing

@testable import Daemon

/// Each part of the engine, on its own.
struct EnginePartTests {
  private let start = Instant(
    wall: WallTime(seconds: 1_772_433_000), boot: BootTime(seconds: 3600),
    awake: AwakeTime(seconds: 3600))

  // MARK: Time

  private func time() -> EngineTime {
    EngineTime(.simulated(VirtualClock(at: start, real: EngineClock.real)))
  }

  @Test func nothingIsDueWhereNothingWaits() {
    #expect(time().delay(scheduled: nil) == nil)
    #expect(time().delay(scheduled: .seconds(90)) == .seconds(90))
  }

  @Test func theNextMomentIsTheFirstOfAll() {
    let time = time()
    time.waiters.add(at: start.wall + .seconds(40)) { _, _ in }
    #expect(time.delay(scheduled: .seconds(90)) == .seconds(40))
    #expect(time.delay(scheduled: .seconds(20)) == .seconds(20))
    time.waiters.add(at: start.wall + .seconds(-5)) { _, _ in }
    #expect(time.delay(scheduled: nil) == .zero)
  }

  @Test func theAlarmIsKeptInRealTime() throws {
    let time = time()
    let before = EngineClock.real
    time.setAlarm(after: .seconds(60))
    let due = try #require(time.dueAt)
    #expect(due >= before + 60_000_000_000 && due <= EngineClock.real + 60_000_000_000)
    time.setAlarm(after: nil)
    #expect(time.dueAt == nil)
  }

  // MARK: The end of a run

  /// A call that waits for a request is answered by the next daemon.
  @Test func aRunThatEndsWithItsDaemonIsNotTheLastOne() {
    func requeues(_ outcome: Outcome, _ reason: StopReason?) -> Bool {
      Ending(at: start.wall, outcome: outcome, stopReason: reason).requeuesRequest
    }
    #expect(requeues(.expired, .shutdown) && requeues(.killed, .shutdown))
    #expect(requeues(.interrupted, .interrupted) && requeues(.retryLater, nil))
    // It did its work before it ended.
    #expect(!requeues(.completed, .shutdown))
    #expect(!requeues(.expired, .budget) && !requeues(.killed, .budget))
  }

  // MARK: The end of a step

  @Test func aStepWithoutEventsHasNoNews() {
    var ending = StepEnding()
    let news = [0, 3, 3, 4].map { ending.hasNewEvents($0) }
    #expect(news == [false, true, false, true])
  }

  @Test func failuresAreReportedWhenTheirNumberChanges() {
    var ending = StepEnding()
    ending.reportFailures(5)
    var reported: [Int] = []
    ending.setFailureReport { reported.append($0) }
    for count in [0, 0, 2, 2, 0] { ending.reportFailures(count) }
    #expect(reported == [0, 2, 0])
    // A new watcher receives the number again.
    ending.setFailureReport { reported.append($0 + 100) }
    ending.reportFailures(0)
    #expect(reported == [0, 2, 0, 100])
  }

  @Test func theWaitForTheLastRunEndsOnce() {
    var ending = StepEnding()
    var taken = [ending.removeDrainCompletion() != nil]
    ending.setDrainCompletion {}
    taken += [ending.removeDrainCompletion() != nil, ending.removeDrainCompletion() != nil]
    #expect(taken == [false, true, false])
  }
}
