import Testing

@testable import Scheduling

/// The two tiers of system work in Apple's public header `xpc/activity.h`.
struct HeaderTests {
  struct State: Sendable, CustomTestStringConvertible {
    var id: String
    var values: [DeviceValue]
    var allowsBattery = false
    var maintenance: Bool
    var utility: Bool

    var testDescription: String { id }
  }

  private static func battery(_ level: Int) -> [DeviceValue] {
    [.power(.battery), .battery(level)]
  }

  private static func mains(_ level: Int, _ more: DeviceValue...) -> [DeviceValue] {
    [.power(.ac), .battery(level)] + more
  }

  static let states = [
    State(id: "X01", values: mains(50, .thermal(.nominal)), maintenance: true, utility: true),
    State(id: "X02", values: battery(50), maintenance: false, utility: true),
    State(id: "X03", values: battery(50), allowsBattery: true, maintenance: true, utility: true),
    State(id: "X04", values: battery(19), allowsBattery: true, maintenance: false, utility: true),
    State(
      id: "X05 on battery", values: battery(9), allowsBattery: true, maintenance: false,
      utility: false),
    State(id: "X05 on mains", values: mains(9), maintenance: false, utility: false),
    State(
      id: "X06 at 20", values: battery(20), allowsBattery: true, maintenance: true, utility: true),
    State(
      id: "X06 at 10", values: battery(10), allowsBattery: true, maintenance: false, utility: true),
    State(id: "X06 at 20 on mains", values: mains(20), maintenance: true, utility: true),
    // Our "fair" is the level above nominal, and also Apple's moderate.
    State(id: "X07", values: mains(50, .thermal(.fair)), maintenance: false, utility: true),
    State(id: "X08", values: mains(50, .thermal(.fair)), maintenance: false, utility: true),
    State(id: "X09", values: mains(50, .thermal(.serious)), maintenance: false, utility: false),
    State(
      id: "X09 critical", values: mains(50, .thermal(.critical)), maintenance: false,
      utility: false),
    State(id: "X12", values: mains(29, .lowPower(true)), maintenance: false, utility: true),
    State(id: "X13", values: mains(30, .lowPower(true)), maintenance: true, utility: true),
  ]

  @Test(arguments: states)
  func bothTiersRunAsTheHeaderSays(state: State) {
    for (kind, runs) in [(Kind.maintenance, state.maintenance), (.utility, state.utility)] {
      var world = World()
      world.set(state.values)
      world.submit("task", kind) { $0.terms.allowsBattery = state.allowsBattery }
      #expect(world.isRunning("task") == runs, "\(state.id) \(kind): \(world.reasons("task"))")
    }
  }

  static let stories = [
    Row("X10", "low-power mode, on battery, half of the window passed: neither runs") {
      for kind in [Kind.maintenance, .utility] {
        var world = World(.lowPower(true), .power(.battery), .battery(80))
        world.submit("task", kind) {
          $0.latest = .after(.hours(10))
          $0.terms.allowsBattery = true
        }
        world.pass(.hours(5))
        #expect(world.reasons("task") == [.lowPower])
      }
    },
    Row("X10+", "after nine tenths of the window utility runs, maintenance does not") {
      var world = World(.lowPower(true), .power(.battery), .battery(80))
      for kind in [Kind.maintenance, .utility] {
        world.submit(kind.rawValue, kind) {
          $0.latest = .after(.hours(10))
          $0.terms.allowsBattery = true
        }
      }
      world.pass(.hours(9))
      #expect(world.isRunning("utility"))
      #expect(world.waits("maintenance"))
    },
    Row("X15", "a task that defers itself stays due, and is not an interval late") {
      var world = World()
      let begin = world.now
      world.submit("task", .maintenance) { $0.terms.every = .days(1) }
      world.finish("task", exit: 75)
      world.pass(.minutes(1))
      #expect(world.starts(of: "task", after: begin) == [0, 30])
    },
    Row("X15 asked", "one that defers when asked is offered again once conditions allow") {
      var world = World(.idle(true))
      world.submit("task", .maintenance) { $0.terms.every = .days(1) }
      world.set(.idle(false))
      world.pass(.hours(2))
      world.finish("task", exit: 75)
      world.pass(.minutes(5))
      #expect(world.reasons("task") == [.userActive])
      world.set(.idle(true))
      #expect(world.isRunning("task"))
    },
    Row("X16", "conditions that worsen ask it to defer and do not kill it") {
      for kind in [Kind.maintenance, .utility] {
        var world = World(.battery(50))
        world.submit("task", kind)
        world.set(.battery(5))
        #expect(world.phase("task") == .deferring(.gate(.battery)))
        world.pass(.minutes(9))
        #expect(world.warnings("task") == [.gate(.battery)])
        #expect(world.kills("task") == 0)
      }
    },
    Row("X17", "the same identifier again replaces the criteria and never runs twice at once") {
      var world = World()
      world.submit("task", .maintenance)
      world.submit("task", .utility) { $0.terms.requires = .power }
      #expect(world.scheduler.runCount == 1)
      #expect(world.scheduler.request(world.key("task"))?.terms.kind == .utility)
      #expect(world.reasons("task") == [.running])
      world.finish("task")
      #expect(world.scheduler.runs.map(\.kind) == [.utility])
    },
    Row("X17 unregister", "removing it lets what runs finish") {
      var world = World()
      world.submit("task", .maintenance)
      world.cancel("task", keepsRunning: true)
      world.pass(.minutes(1))
      #expect(world.isRunning("task"))
      world.finish("task")
      #expect(world.outcomes("task") == [.completed])
      #expect(!world.waits("task"))
    },
  ]

  @Test(arguments: stories)
  func holds(row: Row) throws {
    try row.check()
  }
}
