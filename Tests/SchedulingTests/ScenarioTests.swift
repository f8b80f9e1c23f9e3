import Testing

@testable import Scheduling

/// The story of one request, told in a few lines each.
struct ScenarioTests {
  private let command = Command(arguments: ["/bin/true"])
  private let start = Instant(
    wall: WallTime(seconds: 1_772_433_000), boot: BootTime(seconds: 3600),
    awake: AwakeTime(seconds: 3600))

  private func scheduler() -> Scheduler {
    Scheduler.load(Snapshot(), settings: Settings(), at: start, bootID: "boot").0
  }

  @Test func startsWorkThatNothingHoldsBack() {
    var scheduler = scheduler()
    let submission = Submission(owner: 1000, id: "backup", kind: .maintenance, command: command)
    let effects = scheduler.handle(.submit(submission, 1), at: start)
    #expect(scheduler.runCount == 1)
    #expect(effects.contains { if case .launch = $0 { true } else { false } })
  }

  @Test func waitsForPowerAndStartsAMinuteAfterItCame() {
    var scheduler = scheduler()
    _ = scheduler.handle(.device([.power(.battery), .battery(80)], nil), at: start)
    let submission = Submission(owner: 1000, id: "backup", kind: .maintenance, command: command)
    _ = scheduler.handle(.submit(submission, 1), at: start)
    let key = RequestKey(owner: 1000, id: "backup")
    #expect(scheduler.explain(key, at: start)?.reasons == [.power])

    _ = scheduler.handle(.device([.power(.ac)], nil), at: start)
    #expect(scheduler.runCount == 0)
    #expect(scheduler.nextWake().delay(from: start) == .seconds(60))
    _ = scheduler.handle(.time, at: start.advanced(by: .seconds(60)))
    #expect(scheduler.runCount == 1)
  }

  @Test func warnsAtTheEndOfTheBudgetAndKillsAfterTheGrace() {
    var scheduler = scheduler()
    var submission = Submission(owner: 1000, id: "slow", kind: .userInitiated, command: command)
    submission.budget = .seconds(2)
    submission.grace = .seconds(1)
    _ = scheduler.handle(.submit(submission, 1), at: start)
    _ = scheduler.handle(.runStarted(1), at: start)
    let warned = scheduler.handle(.time, at: start.advanced(by: .seconds(2)))
    #expect(warned.contains { if case .warn(_, .budget) = $0 { true } else { false } })
    let killed = scheduler.handle(.time, at: start.advanced(by: .seconds(3)))
    #expect(killed.contains { if case .kill = $0 { true } else { false } })
    let ended = scheduler.handle(
      .runEnded(1, Finish(signal: 9)), at: start.advanced(by: .seconds(3)))
    let outcomes = ended.compactMap { effect in
      if case .change(.putRun(let run)) = effect { run.ending?.outcome } else { nil }
    }
    #expect(outcomes == [.killed])
    #expect(scheduler.request(RequestKey(owner: 1000, id: "slow"))?.failures == 1)
  }
}
