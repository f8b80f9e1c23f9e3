import Testing

@testable import Scheduling

/// Gates of schedulers for Linux and Windows.
struct GateTests {
  static let rows = [
    Row("G05", "a machine that tells of no power is not on battery") {
      #expect(starts(.maintenance, on: .battery(80)))
    },
    Row("G11", "battery 19 and 20 percent") {
      #expect(!starts(.refresh, on: .power(.battery), .battery(19)))
      #expect(starts(.refresh, on: .power(.battery), .battery(20)))
    },
    Row("G11 saver", "power saving holds on battery; on mains it is not looked at") {
      #expect(!starts(.utility, on: .power(.battery), .battery(80), .lowPower(true)))
      #expect(starts(.utility, on: .power(.ac), .battery(80), .lowPower(true)))
    },
    Row("G13", "load is a share of all processors, not a load average") {
      #expect(starts(.refresh, on: .load(50)))
      #expect(!starts(.refresh, on: .load(60)))
    },
    Row("G14", "a floor of 33 percent: held at 32, runs at 33") {
      var settings = Settings()
      settings.utility.batteryFloor = 33
      for (level, runs) in [(32, false), (33, true)] {
        var world = World(settings: settings, .power(.battery), .battery(level))
        world.submit("task", .utility)
        #expect(world.isRunning("task") == runs)
      }
    },
    Row("G16", "load above the limit all the time: runs at the end of the window") {
      var world = World(.load(95), .idle(true))
      world.submit("task", .utility) { $0.latest = .after(.hours(1)) }
      world.pass(.minutes(59))
      #expect(world.reasons("task") == [.load])
      world.pass(.minutes(1))
      #expect(world.isRunning("task"))
    },
    Row("G16 strict", "or is dropped there") {
      var world = World(.load(95), .idle(true))
      world.submit("task", .utility) {
        $0.latest = .after(.hours(1))
        $0.terms.atLatest = .drop
      }
      world.pass(.hours(1))
      #expect(world.outcomes("task") == [.skipped])
    },
    Row("G18", "an hour's wait passes without idleness: not started this time") {
      var world = World(.idle(false))
      world.submit("task", .utility) {
        $0.terms.prefers = .idle
        $0.latest = .after(.hours(1))
        $0.terms.atLatest = .drop
      }
      world.pass(.hours(1))
      world.set(.idle(true))
      world.pass(.hours(1))
      #expect(world.started.isEmpty)
    },
    Row("G19", "the user returns: stopped, and started again with the next idleness") {
      var world = World(.idle(true))
      world.submit("task", .utility) { $0.terms.requires = .idle }
      world.set(.idle(false))
      world.pass(.seconds(10))
      #expect(world.warnings("task") == [.gate(.userActive)])
      world.finish("task", exit: 1)
      #expect(world.endings("task").map(\.stopReason) == [.gate(.userActive)])
      #expect(world.reasons("task") == [.userActive])
      world.pass(.days(1))
      #expect(world.started.count == 1)
      world.set(.idle(true))
      #expect(world.isRunning("task"))
    },
    Row("G19 once", "who is done when the user returns is not started again") {
      var world = World(.idle(true))
      world.submit("task", .utility) { $0.terms.requires = .idle }
      world.set(.idle(false))
      world.pass(.seconds(10))
      world.finish("task", exit: 0)
      world.set(.idle(true))
      world.pass(.days(1))
      #expect(world.started.count == 1)
    },
    Row("G20", "a trigger whose condition is not met is latched") {
      var world = World(.network(Network.none))
      world.submit("task", .utility) { $0.terms.requires = .network }
      world.pass(.days(3))
      #expect(world.reasons("task") == [.network])
      world.set(.network(.wifi))
      #expect(world.isRunning("task"))
    },
    Row("G21", "25 s, then the signal, then the kill at 30 s") {
      var world = World()
      world.submit("task", .utility) {
        $0.terms.budget = .seconds(25)
        $0.terms.grace = .seconds(5)
      }
      world.pass(.seconds(25))
      #expect(world.warnings("task") == [.budget])
      #expect(world.kills("task") == 0)
      world.pass(.seconds(5))
      #expect(world.kills("task") == 1)
    },
    Row("G22", "run by hand on battery: runs") {
      var world = World(.power(.battery), .battery(30))
      world.submit("task", .maintenance)
      #expect(world.waits("task"))
      world.run("task", .force)
      #expect(world.isRunning("task"))
    },
    Row("G23", "plugged in and out again after 10 s: nothing starts") {
      var world = World(.power(.battery), .battery(80))
      world.submit("task", .maintenance)
      world.set(.power(.ac))
      world.pass(.seconds(10))
      world.set(.power(.battery))
      world.pass(.hours(1))
      #expect(world.started.isEmpty)
    },
    Row("G26", "no battery is found: not on battery") {
      #expect(starts(.maintenance, on: .battery(nil), .power(nil)))
    },
    Row("G27", "mains: run; battery: deferred; no telling: run") {
      #expect(starts(.maintenance, on: .power(.ac)))
      #expect(!starts(.maintenance, on: .power(.battery)))
      #expect(starts(.maintenance, on: .power(nil)))
    },
    Row("G28", "deferred, then plugged in: evaluated again, runs") {
      var world = World(.power(.battery), .battery(80))
      world.submit("task", .maintenance)
      world.pass(.hours(3))
      world.set(.power(.ac))
      world.pass(.minutes(1))
      #expect(world.isRunning("task"))
    },
    Row("G28 resume", "deferred, then slept past its time: evaluated again, runs") {
      var world = World()
      world.submit("task", .maintenance) { $0.earliest = .after(.hours(3)) }
      world.pass(.hours(1))
      world.suspend(.hours(8))
      #expect(world.isRunning("task"))
    },
  ]

  @Test(arguments: rows)
  func holds(row: Row) throws {
    try row.check()
  }
}
