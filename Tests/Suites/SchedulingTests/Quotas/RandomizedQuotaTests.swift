import Testing

@testable import Scheduling

/// Quotas hold at every instant. The test counts uses without a ledger.
struct RandomizedQuotaTests {
  /// The limit that is in effect; the others are too high to matter.
  enum Limit: CaseIterable {
    case time, runs, sessions
  }

  /// A time in which a run was charged, and whether it began with a run that began on battery.
  private struct Stretch {
    var start: WallTime
    var end: WallTime
    var isChosen: Bool
  }

  /// One app of a fixed tier, on a device that is plugged in and unplugged.
  private struct RandomizedTest {
    var world: World
    var random: SeededGenerator
    let limit: Limit
    var limits: TierLimits
    /// The times at which live runs will end.
    var ends: [RunID: WallTime] = [:]
    var charged: [Stretch] = []
    var unplugged: [WallTime] = []
    /// The times at which runs began on battery.
    var begun: [WallTime] = []
    var launches = 0

    init(seed: UInt64, _ limit: Limit) {
      self.limit = limit
      random = SeededGenerator(seed: seed)
      world = World.withReader(.rare) {
        $0.quotas.rare.window = .hours(2)
        $0.quotas.rare.allowed = limit == .time ? .minutes(12) : .hours(1)
        $0.quotas.rare.runs = limit == .runs ? 9 : 1000
        $0.quotas.rare.sessions = limit == .sessions ? 6 : 1000
        $0.quotas.runsPerRateWindow = 1000
        $0.quotas.sessionsPerRateWindow = 1000
      }
      limits = world.scheduler.settings.quotas.rare
    }

    var isOnBattery: Bool { world.scheduler.device.raw.isOnBattery }

    // MARK: Counts

    private var windowBegan: WallTime { world.now.wall - limits.window }

    var used: Duration {
      charged.reduce(.zero) { $0 + max(.zero, $1.end - max($1.start, windowBegan)) }
    }

    var runs: Int { begun.count { $0 > windowBegan } }

    /// Sessions that began with a start by the scheduler, and not with a pulled plug.
    var sessions: Int { charged.count { $0.isChosen && $0.start > windowBegan } }

    /// Each time the plug is pulled, a run may use ten more seconds.
    var pulled: Int { unplugged.count { $0 >= windowBegan } }

    // MARK: Life

    /// Lets one second pass, with at most one event.
    mutating func step() {
      let isCharged = isOnBattery && !world.scheduler.runs.isEmpty
      let start = world.now.wall
      noteLaunches()
      world.pass(.seconds(1))
      if isCharged { charge(from: start) }
      finish()
      switch Int.random(in: 0..<300, using: &random) {
      // A run that begins on mains also counts after the plug is pulled. This is rare if runs are counted.
      case 0 where limit == .time || !isOnBattery || random.flip(12): turnPower()
      case 1..<8: submit()
      default: break
      }
    }

    private mutating func charge(from start: WallTime) {
      if let last = charged.last, start == last.end {
        charged[charged.count - 1].end = world.now.wall
      } else {
        let follows = charged.last.map { start - $0.end < .seconds(5) } ?? false
        charged.append(
          Stretch(
            start: start, end: world.now.wall, isChosen: !follows && begun.last == start))
      }
    }

    private mutating func turnPower() {
      if !isOnBattery { unplugged.append(world.now.wall) }
      world.set(.power(isOnBattery ? .ac : .battery))
    }

    private mutating func submit() {
      let kind = random.pick([Kind.processing, .push, .refresh])
      world.submit(kind.rawValue, kind) { $0.app = "reader" }
    }

    private mutating func noteLaunches() {
      for run in world.scheduler.runs where ends[run.id] == nil {
        launches += 1
        ends[run.id] = world.now.wall + .seconds(Int.random(in: 5...280, using: &random))
        if isOnBattery { begun.append(run.started.wall) }
      }
    }

    private mutating func finish() {
      noteLaunches()
      for run in world.scheduler.runs {
        if case .expiring = run.phase { ends[run.id] = world.now.wall }
        if let end = ends[run.id], end <= world.now.wall {
          world.finish(run.key.id, app: "reader")
        }
      }
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>, Limit.allCases)
  func noAppUsesMoreThanItMay(seed: UInt64, limit: Limit) {
    var storm = RandomizedTest(seed: seed, limit)
    var (longest, mostRuns, mostSessions) = (Duration.zero, 0, 0)
    for _ in 0..<8_000 {
      storm.step()
      let used = storm.used
      // A warned run may use its grace.
      #expect(used <= storm.limits.allowed + .seconds(3) + .seconds(12) * storm.pulled)
      longest = max(longest, used)
      mostRuns = max(mostRuns, storm.runs)
      mostSessions = max(mostSessions, storm.sessions)
    }
    #expect(mostRuns <= storm.limits.runs)
    #expect(mostSessions <= storm.limits.sessions)
    // The limit was nearly reached; otherwise the test would show nothing.
    switch limit {
    case .time: #expect(longest >= .minutes(3) && storm.launches > 20)
    case .runs: #expect(mostRuns >= storm.limits.runs - 2)
    case .sessions: #expect(mostSessions >= storm.limits.sessions - 2)
    }
  }
}
