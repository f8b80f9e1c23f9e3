import Testing

@testable import Scheduling

/// Heat and priority. None is nominal, light is fair, moderate is serious, severe and all above is
/// critical; MIN is maintenance, DEFAULT refresh, processing and utility, HIGH push.
struct ThermalTests {
  struct Level: Sendable, CustomTestStringConvertible {
    var id: String
    var state: ThermalState
    var runs: Set<Kind>

    var testDescription: String { "\(id): \(state)" }
  }

  static let levels = [
    Level(id: "H01", state: .nominal, runs: Set(Kind.allCases)),
    Level(
      id: "H02", state: .fair, runs: [.refresh, .processing, .utility, .push, .userInitiated]),
    Level(id: "H03", state: .serious, runs: [.userInitiated]),
    Level(id: "H04", state: .critical, runs: []),
  ]

  @Test(arguments: levels)
  func kindsStartAsFarAsTheirCeiling(level: Level) {
    for kind in Kind.allCases {
      #expect(starts(kind, on: .thermal(level.state)) == level.runs.contains(kind), "\(kind)")
    }
  }

  @Test(arguments: levels)
  func whatMayNotStartIsStoppedOrAskedToDefer(level: Level) {
    for kind in Kind.allCases {
      var world = World(.thermal(.nominal))
      world.submit("task", kind)
      world.set(.thermal(level.state))
      #expect(world.isRunning("task") == level.runs.contains(kind), "\(kind)")
    }
  }

  static let stories = [
    Row("H05", "a push for the app on the screen is delivered at any level") {
      for state in ThermalState.allCases {
        var world = World(.thermal(state))
        world.register("chat")
        world.tell("chat", .opened)
        world.submit("message", .push) { $0.app = "chat" }
        #expect(world.isRunning("message", app: "chat"))
      }
    },
    Row("H06", "moderate heat stops a push, for heat") {
      var world = World(.thermal(.nominal))
      world.submit("message", .push)
      world.set(.thermal(.serious))
      #expect(world.warnings("message") == [.gate(.thermal)])
      world.pass(.seconds(1))
      #expect(world.endings("message").map(\.stopReason) == [.gate(.thermal)])
    },
    Row("H06 later", "however long it has run, and again once the device has cooled") {
      var world = World(.thermal(.nominal))
      world.submit("message", .push)
      world.pass(.seconds(25))
      #expect(world.isRunning("message"))
      world.set(.thermal(.serious))
      world.pass(.seconds(1))
      #expect(world.endings("message").map(\.stopReason) == [.gate(.thermal)])
      world.set(.thermal(.nominal))
      world.pass(.minutes(10) - .seconds(1))
      #expect(world.reasons("message") == [.thermal])
      world.pass(.seconds(1))
      #expect(world.isRunning("message"))
    },
  ]

  @Test(arguments: stories)
  func holds(row: Row) throws {
    try row.check()
  }
}
