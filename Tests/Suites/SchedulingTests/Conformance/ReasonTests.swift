import Testing

@testable import Scheduling

/// Reasons and queries, limits and names, budgets and retries.
struct ReasonTests {
  static let rows = [
    Row("R01", "an unknown identifier has no explanation, and calls on it fail") {
      var world = World()
      #expect(world.explain("nobody") == nil)
      world.cancel("nobody")
      #expect(world.answer?.refusal?.code == .notFound)
      world.stop("nobody", .budget)
      #expect(world.answer?.refusal?.code == .notFound)
      world.run("nobody", .ifReady)
      #expect(world.answer?.refusal?.code == .notFound)
    },
    Row("R02", "running: exactly that") {
      var world = World()
      world.submit("task")
      #expect(world.reasons("task") == [.running])
      #expect(world.explain("task")?.state == .running)
    },
    Row("R05", "exactly the one condition that is missed") {
      let missed: [(DeviceValue, Conditions, Reason)] = [
        (.battery(5), .batteryNotLow, .battery), (.network(Network.none), .network, .network),
        (.storage(.low), .storageNotLow, .storage),
      ]
      for (value, condition, reason) in missed {
        var world = World(value)
        world.submit("task", .userInitiated) { $0.terms.requires = condition }
        #expect(world.reasons("task") == [reason])
      }
    },
    Row("R06", "critical heat, nothing asked: exactly that") {
      for kind in Kind.allCases {
        var world = World(.thermal(.critical))
        world.submit("task", kind)
        #expect(world.reasons("task") == [.thermal])
      }
    },
    Row("R07", "saver on, 20 percent, unplugged: names the saver") {
      for kind in Kind.allCases where kind != .userInitiated {
        var world = World(.lowPower(true), .power(.battery), .battery(20))
        world.submit("task", kind)
        #expect(world.reasons("task").contains(.lowPower))
      }
    },
    Row("R13", "an operator's time-out is the stop reason") {
      var world = World()
      world.submit("task")
      world.stop("task", .budget)
      #expect(world.warnings("task") == [.budget])
    },
    Row("R14", "an operator's reason is what the task sees") {
      var world = World()
      world.submit("task")
      world.stop("task", .byHand("thermal"))
      #expect(world.warnings("task").map(\.text) == ["thermal"])
      world.finish("task", exit: 1)
      #expect(world.endings("task").map(\.stopReason) == [.byHand("thermal")])
    },
    Row("R15", "cancelled while running, asks to be tried later: nothing is pending") {
      var world = World()
      world.submit("task")
      world.cancel("task")
      world.finish("task", exit: 75)
      world.pass(.seconds(5))
      #expect(world.scheduler.allRequests.isEmpty)
      #expect(world.scheduler.runCount == 0)
    },
    Row("L04", "128 of the lowest priority and one default, released together") {
      // Both requests are in one lane, which has 64 slots. The more important one is submitted last.
      var settings = Settings()
      settings.appRunsAtOnce = 64
      var world = World(settings: settings, .storage(.full))
      for number in 0..<128 { world.submit("low\(number)", .push) }
      world.submit("default", .refresh)
      #expect(world.started.isEmpty)
      world.set(.storage(.ok))
      #expect(world.started.count == 64 && world.started.contains("default"))
    },
    Row("L05", "the same identifier in two apps: cancelled in one, it stays in the other") {
      var world = World(.thermal(.critical))
      for app in ["a", "b"] {
        world.register(app)
        world.submit("task", .refresh) { $0.app = app }
      }
      world.cancel("task", app: "a")
      #expect(world.scheduler.allRequests.map(\.key.app) == ["b"])
    },
    Row("L07", "an empty or blank name space is refused") {
      for app in ["", " ", "\t"] {
        var world = World()
        #expect(world.refusal { $0.app = app }?.field == "app")
      }
    },
    Row("L10", "priorities with one slot: the highest first, the earlier among equals") {
      var settings = Settings()
      settings.appRunsAtOnce = 1
      settings.push.priority = 16
      settings.refresh.priority = 15
      var world = World(settings: settings, .storage(.full))
      // The ids of that row are in the order of submission. Here the order of the names is the reverse.
      for (id, kind) in [("1", Kind.refresh), ("3", .push), ("2", .push)] {
        world.submit(id, kind)
      }
      world.set(.storage(.ok))
      for id in ["3", "2", "1"] { world.finish(id) }
      #expect(world.started == ["3", "2", "1"])
    },
    Row("L15", "metered becomes unmetered: blocked, then allowed") {
      var world = World(.network(.wifi), .metered(true))
      world.submit("task", .utility) { $0.terms.requires = .unmetered }
      #expect(world.reasons("task") == [.metered])
      world.set(.metered(false))
      #expect(world.isRunning("task"))
    },
    Row("K01", "a task that never returns is ended at its budget, and the end names it") {
      var world = World()
      world.submit("task", .utility) {
        $0.terms.budget = .seconds(25)
        $0.terms.grace = .zero
      }
      world.pass(.seconds(25))
      #expect(world.outcomes("task") == [.killed])
      #expect(world.endings("task").first?.stopReason == .budget)
      #expect(world.scheduler.request(world.key("task"))?.progress.failures == 1)
    },
    Row("K02", "9 s of a budget of 10 s is a success") {
      for seconds in [9.0, 0.1] {
        var world = World()
        world.submit("task", .utility) { $0.terms.budget = .seconds(10) }
        world.pass(.seconds(seconds))
        #expect(world.warnings("task").isEmpty)
        world.finish("task")
        #expect(world.outcomes("task") == [.completed])
      }
    },
    Row("K05", "a chain of 100 steps, killed at 50: the next start resumes at 50") {
      var world = World()
      world.submitSteps("chain", 100)
      for _ in 0..<49 { world.finish("chain") }
      #expect(world.launchedSteps("chain").last == 50)
      world.restart()
      #expect(world.launchedSteps("chain") == Array(1...50) + [50])
      for _ in 0..<51 { world.finish("chain") }
      #expect(world.outcomes("chain") == [.interrupted, .completed])
    },
    Row("K06", "what the system ends leaves the count of retries alone") {
      var world = World(.network(.wifi))
      world.submit("task", .utility) { $0.terms.requires = .network }
      world.set(.network(Network.none))
      world.pass(.minutes(1))
      let request = world.scheduler.request(world.key("task"))
      #expect(request?.progress.failures == 0)
      #expect(request?.progress.attempts == 0)
      #expect(request?.progress.backoffUntil == nil)
    },
    Row("K06 overrun", "a budget that ends, and a stop within the grace, leave it alone as well") {
      var world = World()
      world.submit("task", .utility) { $0.terms.budget = .minutes(1) }
      world.pass(.seconds(61))
      #expect(world.warnings("task") == [.budget])
      world.finish("task", exit: 1)
      #expect(world.outcomes("task") == [.expired])
      #expect(world.scheduler.request(world.key("task"))?.progress.failures == 0)
    },
    Row("K08", "a permanent failure is not tried again") {
      var world = World()
      world.submit("task", .utility) { $0.terms.retries = 0 }
      world.finish("task", exit: 1)
      world.pass(.days(1))
      #expect(world.started.count == 1)
      #expect(world.removals("task") == [.gaveUp])
    },
    Row("K10", "the latest time passes while it waits: skipped, not run") {
      var world = World(.thermal(.critical))
      world.submit("task", .utility) {
        $0.latest = .after(.minutes(5))
        $0.terms.atLatest = .drop
      }
      world.pass(.minutes(5))
      #expect(world.outcomes("task") == [.skipped])
      #expect(world.endings("task").map(\.stopReason) == [.deadline])
      world.set(.thermal(.nominal))
      #expect(world.started.isEmpty)
    },
    Row("K11", "replace while running: the running one ends, the new one runs, never both") {
      var world = World()
      world.submit("task")
      world.submit("task") { $0.replacesRunning = true }
      #expect(world.scheduler.runCount == 1)
      world.pass(.seconds(10))
      #expect(world.outcomes("task") == [.cancelled])
      #expect(world.isRunning("task"))
      #expect(world.started == ["task", "task"])
    },
    Row("K13", "told to stop twice: the second changes nothing") {
      var world = World()
      world.submit("task")
      world.send(.drain(leavesRuns: false))
      #expect(world.send(.drain(leavesRuns: false)).isEmpty)
    },
  ]

  @Test(arguments: rows)
  func holds(row: Row) throws {
    try row.check()
  }
}
