import Scheduling
import Testing

@testable import Daemon

/// The numbers of runs that the daemon keeps.
struct RunCountersTests {
  private let start = Instant(
    wall: WallTime(seconds: 1_772_433_000), boot: BootTime(seconds: 3600),
    awake: AwakeTime(seconds: 3600))

  private func moment(_ seconds: Int64, awake: Int64? = nil) -> Instant {
    Instant(
      wall: start.wall + .seconds(seconds), boot: start.boot + .seconds(seconds),
      awake: start.awake + .seconds(awake ?? seconds))
  }

  private func run(kind: Kind = .utility) -> Run {
    let request = Request(
      key: RequestKey(owner: 1000, id: "a"), sequence: 1,
      Terms(Command(arguments: ["/bin/true"]), kind: kind), submitted: start.wall,
      window: Window(opens: start.wall))
    return Run(
      id: 1, of: request, budget: .seconds(60), grace: .zero, started: start, isForced: false)
  }

  private func ending(
    _ outcome: Outcome = .completed, after seconds: Int64, cpu: Double? = nil
  ) -> Ending {
    var ending = Ending(at: start.wall + .seconds(seconds), outcome: outcome)
    ending.cpuSeconds = cpu
    return ending
  }

  @Test func startsAreSortedByTheirDelayAfterTheLatestDate() {
    var counters = RunCounters()
    for seconds: Int64 in [-3600, 0, 1, 60, 61, 86_400, 1_000_000] {
      counters.noteStart(of: run(), latest: start.wall - .seconds(seconds))
    }
    counters.noteStart(of: run(), latest: nil)
    #expect(counters.lateCounts == [2, 2, 1, 0, 0, 1, 0, 1])
    #expect(counters.lateSeconds == 1 + 60 + 61 + 86_400 + 1_000_000)
    #expect(counters.kinds[.utility]?.starts == 8)
    #expect(counters.lateCounts.count == RunCounters.lateLimits.count + 1)
    #expect(RunCounters.lateLimits == RunCounters.lateLimits.sorted())
  }

  @Test func endsAddUpByKindAndPower() {
    var counters = RunCounters()
    counters.noteEnd(
      of: run(), ending(after: 10, cpu: 2), at: moment(10), isOnBattery: false)
    counters.noteEnd(
      of: run(), ending(.failed, after: 5, cpu: 0.5), at: moment(5), isOnBattery: true)
    counters.noteEnd(
      of: run(kind: .push), ending(after: 1), at: moment(1), isOnBattery: true)
    #expect(
      counters.kinds[.utility]
        == RunCounters.KindUse(
          seconds: 15, budgetSeconds: 120, cpuSeconds: 2, batteryCPUSeconds: 0.5))
    #expect(counters.kinds[.push]?.batteryCPUSeconds == 0)
    #expect(counters.outcomes == [.completed: 2, .failed: 1])
  }

  @Test func aSkippedWindowUsesNothing() {
    var counters = RunCounters()
    counters.noteEnd(of: run(), ending(.skipped, after: 9), at: moment(9), isOnBattery: false)
    #expect(counters.outcomes == [.skipped: 1] && counters.kinds.isEmpty)
  }

  @Test func sleepAndFrozenTimeDoNotCount() {
    var counters = RunCounters()
    var frozen = run()
    frozen.frozenFor = .seconds(4)
    counters.noteEnd(
      of: frozen, ending(after: 1000), at: moment(1000, awake: 10), isOnBattery: false)
    #expect(counters.kinds[.utility]?.seconds == 6)
  }

  @Test func aRunOfAnEarlierBootIsNotNegative() {
    var counters = RunCounters()
    counters.noteEnd(
      of: run(), ending(.interrupted, after: 500), at: moment(500, awake: -3000),
      isOnBattery: false)
    #expect(counters.kinds[.utility]?.seconds == 0)
    counters.noteEnd(
      of: run(), ending(.interrupted, after: 500), at: moment(500, awake: 100_000),
      isOnBattery: false)
    #expect(counters.kinds[.utility]?.seconds == 500)
  }
}
