import Testing

@testable import Scheduling

/// Quotas hold at every instant, by a count of its own that knows nothing of ledgers.
struct QuotaStormTests {
  /// One app of a fixed tier, on a device that is plugged in and unplugged.
  private struct Storm {
    var world: World
    var random: SeededGenerator
    var limits: TierLimits
    /// Live runs, and by how much each second of the last window was charged.
    var ends: [RunID: WallTime] = [:]
    var charged: [(start: WallTime, end: WallTime)] = []
    var unplugged: [WallTime] = []
    var launches = 0

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      world = World.withReader(.rare) {
        $0.quotas.rare.window = .hours(2)
        $0.quotas.rare.allowed = .minutes(12)
        $0.quotas.rare.sessions = 1000
        $0.quotas.runsPerRateWindow = 1000
        $0.quotas.sessionsPerRateWindow = 1000
      }
      limits = world.scheduler.settings.quotas.rare
    }

    var isOnBattery: Bool { world.scheduler.device.raw.isOnBattery }

    func used(at now: WallTime) -> Duration {
      charged.reduce(.zero) { $0 + max(.zero, $1.end - max($1.start, now - limits.window)) }
    }

    /// One second, in which at most one thing happens.
    mutating func step() {
      let isCharged = isOnBattery && !world.scheduler.runs.isEmpty
      let start = world.now.wall
      world.pass(.seconds(1))
      if isCharged { charge(from: start) }
      finish()
      switch Int.random(in: 0..<300, using: &random) {
      case 0: turnPower()
      case 1..<8: submit()
      default: break
      }
    }

    private mutating func charge(from start: WallTime) {
      if let last = charged.last, last.end == start {
        charged[charged.count - 1].end = world.now.wall
      } else {
        charged.append((start, world.now.wall))
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

    private mutating func finish() {
      for run in world.scheduler.runs {
        if ends[run.id] == nil {
          launches += 1
          ends[run.id] = world.now.wall + .seconds(Int.random(in: 5...280, using: &random))
        }
        if case .expiring = run.phase { ends[run.id] = world.now.wall }
        if let end = ends[run.id], end <= world.now.wall {
          world.finish(run.key.id, app: "reader")
        }
      }
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func noAppUsesMoreThanItMay(seed: UInt64) {
    var storm = Storm(seed: seed)
    var most = Duration.zero
    for _ in 0..<9_000 {
      storm.step()
      let now = storm.world.now.wall
      let used = storm.used(at: now)
      most = max(most, used)
      // A cable that was just pulled gives ten seconds, each time; a warned run has its grace.
      let pulled = storm.unplugged.count { now - $0 <= storm.limits.window }
      #expect(used <= storm.limits.allowed + .seconds(3) + .seconds(12) * pulled)
    }
    #expect(storm.launches > 20)
    #expect(most >= .minutes(3))
  }
}
