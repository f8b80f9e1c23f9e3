import Testing

@testable import Scheduling

/// The effect of quotas and tiers on requests and runs.
struct AppQuotaTests {
  private static func twoRuns(_ world: inout World) {
    for id in ["first", "second"] {
      world.submit(id, .processing) { $0.app = "reader" }
      world.pass(.seconds(10))
      world.finish(id, app: "reader")
      world.pass(.minutes(1))
    }
  }

  static let rows = [
    Row("Q02", "on the charger every quota lets in") {
      var world = World.withReader(.rare, onBattery: false) { $0.quotas.rare.sessions = 1 }
      for _ in 0..<5 { twoRuns(&world) }
      #expect(world.outcomes("second") == Array(repeating: .completed, count: 5))
      #expect(world.usage.regular.ledger.sessions.isEmpty)
    },
    Row("Q32", "a removed app's sessions vanish, another's stay") {
      var world = World.withReader(.rare)
      twoRuns(&world)
      world.register("mail")
      world.submit("sync", .processing) { $0.app = "mail" }
      world.pass(.seconds(10))
      world.finish("sync", app: "mail")
      world.send(.removeApp(AppKey(owner: World.user, id: "reader"), world.ticket()))
      world.register("reader")
      #expect(world.usage.regular.ledger.sessions.isEmpty)
      #expect(world.usage(of: "mail").regular.ledger.sessions.count == 1)
    },
    Row("D13", "a restricted app goes on while it is on the screen, and a minute after") {
      var world = World.withReader(.restricted) { $0.quotas.restricted.sessions = 0 }
      world.tell("reader", .opened)
      world.submit("task", .processing) { $0.app = "reader" }
      #expect(world.isRunning("task", app: "reader"))
      world.finish("task", app: "reader", exit: 75)
      world.tell("reader", .closed)
      world.pass(.seconds(30))
      #expect(world.isRunning("task", app: "reader"))
      world.pass(.seconds(25))
      #expect(world.warnings("task") == [])
      world.pass(.seconds(5))
      #expect(world.warnings("task") == [.gate(.quota)])
    },
    Row("D20", "rare, 60 s allowed: stopped for its quota after 60 s") {
      var world = World.withReader(.rare) { $0.quotas.rare.allowed = .seconds(60) }
      world.submit("task", .processing) { $0.app = "reader" }
      world.pass(.milliseconds(59_900))
      #expect(world.isRunning("task", app: "reader"))
      world.pass(.milliseconds(100))
      #expect(world.warnings("task") == [.gate(.quota)])
      world.finish("task", app: "reader", exit: 1)
      #expect(world.reasons("task", app: "reader") == [.quota])
    },
    Row("D21", "restricted: one session a day on battery; plugged in only while nobody is there") {
      var world = World.withReader(.restricted)
      world.set(.idle(false))
      world.submit("first", .push) { $0.app = "reader" }
      world.pass(.seconds(10))
      world.finish("first", app: "reader")
      world.submit("second", .push) { $0.app = "reader" }
      #expect(world.reasons("second", app: "reader") == [.quota])
      world.set(.power(.ac))
      world.pass(.minutes(2))
      #expect(world.reasons("second", app: "reader") == [.quota])
      world.set(.idle(true))
      #expect(world.isRunning("second", app: "reader"))
      world.finish("second", app: "reader")
      world.submit("third", .push) { $0.app = "reader" }
      #expect(world.isRunning("third", app: "reader"))
    },
    Row("D22", "restricted, no session left: only idle on the charger, and with its network") {
      var world = World.withReader(.restricted) { $0.quotas.restricted.sessions = 0 }
      world.set(.idle(false), .screen(isOn: true), .network(Network.none))
      world.submit("task", .push) {
        $0.app = "reader"
        $0.terms.requires = .network
      }
      world.set(.power(.ac))
      world.pass(.minutes(2))
      world.set(.battery(100))
      world.set(.screen(isOn: false))
      #expect(world.reasons("task", app: "reader") == [.network, .quota])
      world.set(.idle(true))
      #expect(world.reasons("task", app: "reader") == [.network])
      world.set(.network(.wifi))
      #expect(world.isRunning("task", app: "reader"))
    },
    Row("D24", "never: no start; its user opens it: starts") {
      var world = World.withReader(.never)
      world.submit("task", .processing) { $0.app = "reader" }
      world.pass(.days(1))
      #expect(world.reasons("task", app: "reader") == [.appUnused])
      world.tell("reader", .opened)
      #expect(world.isRunning("task", app: "reader"))
    },
    Row("E08", "battery saver on: what a user waits for starts") {
      var world = World.withReader(.rare)
      world.set(.lowPower(true))
      world.submit("task", .userInitiated) { $0.terms.isExpedited = true }
      #expect(world.isRunning("task"))
    },
    Row("E09", "and is not stopped when the saver comes on") {
      // An expedited run of an app with the lowest quota, on battery, for almost its whole budget.
      var world = World.withReader(.rare)
      world.set(.power(.battery), .battery(40))
      world.pass(.minutes(1))
      world.submit("task", .userInitiated) {
        $0.app = "reader"
        $0.terms.isExpedited = true
      }
      world.set(.lowPower(true))
      world.pass(.minutes(9))
      #expect(world.isRunning("task", app: "reader"))
      #expect(world.warnings("task").isEmpty)
    },
  ]

  @Test(arguments: rows)
  func holds(row: Row) throws {
    try row.check()
  }
}
