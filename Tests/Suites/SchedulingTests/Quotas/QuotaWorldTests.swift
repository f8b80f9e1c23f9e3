import Testing

@testable import Scheduling

/// The effects of quotas on waiting requests and on live runs.
struct QuotaWorldTests {
  @Test func aNewAppWaitsForItsFirstOpening() {
    var world = World(.power(.ac))
    world.register("reader", isNew: true)
    world.submit("feed", .refresh) { $0.app = "reader" }
    world.pass(.days(30))
    #expect(world.reasons("feed", app: "reader") == [.neverOpened])
    #expect(world.explain("feed", app: "reader")?.next == nil)
    world.tell("reader", .opened)
    #expect(world.isRunning("feed", app: "reader"))
  }

  @Test(arguments: [true, false])
  func refreshesKeepTheirDistanceOnMainsAndOnTheScreenToo(onBattery: Bool) {
    var world = World.withReader(.active, onBattery: onBattery)
    world.tell("reader", .opened)
    let start = world.now
    for _ in 0..<4 {
      world.submit("feed", .refresh) { $0.app = "reader" }
      world.pass(.seconds(20))
      world.finish("feed", app: "reader")
      world.submit("feed", .refresh) { $0.app = "reader" }
      #expect(world.reasons("feed", app: "reader") == [.spacing])
      world.pass(.seconds(880))
    }
    #expect(world.starts(of: "feed", after: start) == [0, 900, 1800, 2700, 3600])
  }

  @Test func aRefreshOfAnotherAppNeedsNoDistance() {
    var world = World.withReader(.active)
    world.register("mail")
    for app in ["reader", "mail"] { world.submit("feed", .refresh) { $0.app = app } }
    #expect(world.runsAtOnce == 2)
  }

  @Test func itIsWokenAtTheMomentItIsBackInQuota() {
    var world = World.withReader(.rare) { $0.quotas.rare.sessions = 1 }
    world.submit("task", .processing) { $0.app = "reader" }
    world.pass(.seconds(100))
    world.finish("task", app: "reader")
    let end = world.now
    world.submit("task", .processing) { $0.app = "reader" }
    #expect(world.reasons("task", app: "reader") == [.quota])
    #expect(world.explain("task", app: "reader")?.next == end.wall + .hours(24))
    world.pass(.days(2))
    #expect(world.starts(of: "task", after: end) == [-100, 86400])
  }

  @Test func whatJoinsASessionBeginsWithIt() {
    var world = World.withReader(.rare) { $0.quotas.rare.sessions = 1 }
    world.submit("task", .processing) { $0.app = "reader" }
    world.pass(.seconds(100))
    world.finish("task", app: "reader")
    world.submit("task", .processing) { $0.app = "reader" }
    world.submit("feed", .refresh) { $0.app = "reader" }
    #expect(world.reasons("task", app: "reader") == [.quota])
    world.send(.runNow(world.key("feed", app: "reader"), .force, world.ticket()))
    #expect(world.isRunning("feed", app: "reader"))
    #expect(world.isRunning("task", app: "reader"))
  }

  @Test func powerMustStayAwayBeforeAnAppWithoutQuotaIsStopped() {
    var world = World.withReader(.rare, onBattery: false) { $0.quotas.rare.sessions = 0 }
    world.submit("task", .processing) { $0.app = "reader" }
    world.set(.power(.battery))
    world.pass(.seconds(9))
    world.set(.power(.ac))
    world.pass(.minutes(1))
    #expect(world.warnings("task") == [])
    world.set(.power(.battery))
    world.pass(.seconds(10))
    #expect(world.warnings("task") == [.gate(.quota)])
  }

  @Test func powerThatHasJustGoneLetsNobodyWithoutQuotaIn() {
    var world = World.withReader(.rare, onBattery: false) { $0.quotas.rare.sessions = 0 }
    world.set(.power(.battery))
    world.submit("task", .processing) { $0.app = "reader" }
    #expect(world.reasons("task", app: "reader") == [.quota])
    world.set(.power(.ac))
    world.pass(.minutes(1))
    #expect(world.isRunning("task", app: "reader"))
  }

  @Test func noLatestDatePassesAQuotaAndAnOperatorDoes() {
    var world = World.withReader(.rare) { $0.quotas.rare.sessions = 0 }
    for atLatest in [AtLatest.run, .relax] {
      world.submit("task", .processing) {
        $0.app = "reader"
        $0.latest = .after(.minutes(1))
        $0.terms.atLatest = atLatest
      }
      world.pass(.hours(1))
      #expect(world.reasons("task", app: "reader") == [.quota])
    }
    world.send(.runNow(world.key("task", app: "reader"), .force, world.ticket()))
    world.pass(.minutes(2))
    #expect(world.isRunning("task", app: "reader"))
  }

  @Test func otherKindsAndCommandsAreNotCounted() {
    var world = World.withReader(.never)
    for kind in [Kind.utility, .userInitiated] {
      world.submit("task", kind) { $0.app = "reader" }
      #expect(world.isRunning("task", app: "reader"))
      world.finish("task", app: "reader")
    }
    world.submit("feed", .refresh)
    #expect(world.isRunning("feed"))
    #expect(world.usage.regular.ledger.sessions.isEmpty)
  }

  @Test func expeditedWorkHasItsOwnAllowance() {
    var world = World.withReader(.rare) {
      $0.quotas.rare.sessions = 0
      $0.quotas.rare.expedited = .seconds(60)
    }
    world.submit("task", .processing) {
      $0.app = "reader"
      $0.terms.isExpedited = true
    }
    world.pass(.seconds(59))
    #expect(world.isRunning("task", app: "reader"))
    world.pass(.seconds(1))
    #expect(world.warnings("task") == [.gate(.quota)])
    world.finish("task", app: "reader", exit: 1)
    #expect(world.reasons("task", app: "reader") == [.quota])
  }

  @Test func whatAnAppSaysOfItselfPutsNothingOnTheScreen() {
    var world = World.withReader(nil) { $0.quotas.frequent.sessions = 0 }
    world.pass(.days(10))
    world.tell("reader", .openReported)
    #expect(world.tier == .frequent)
    world.submit("task", .processing) { $0.app = "reader" }
    #expect(world.reasons("task", app: "reader") == [.quota])
  }

  @Test func aRestartChargesWhatWasUnderWay() {
    for isReboot in [false, true] {
      var world = World.withReader(.rare)
      world.submit("task", .processing) { $0.app = "reader" }
      world.pass(.seconds(40))
      world.noteCommit()
      if isReboot { world.reboot(offline: .hours(9)) } else { world.restart() }
      #expect(
        world.usage.regular.ledger.used(within: .hours(24), at: world.now.wall) == .seconds(40))
    }
  }

  @Test func aPushOfAForgottenAppRunsOnAsThatOfARareOne() {
    var world = World.withReader(.never, onBattery: true)
    world.tell("reader", .opened)
    world.tell("reader", .closed)
    world.pass(.minutes(2))
    world.submit("message", .push) { $0.app = "reader" }
    world.pass(.seconds(20))
    #expect(world.isRunning("message", app: "reader"))
    #expect(world.warnings("message").isEmpty)
  }

  @Test func aPushReachesAForgottenAppButNotANewOne() {
    var world = World.withReader(nil)
    world.register("new", isNew: true)
    world.pass(.days(20))
    for app in ["reader", "new"] { world.submit("message", .push) { $0.app = app } }
    #expect(world.isRunning("message", app: "reader"))
    #expect(world.reasons("message", app: "new") == [.neverOpened])
    world.submit("feed", .refresh) { $0.app = "reader" }
    #expect(world.reasons("feed", app: "reader") == [.appUnused])
  }

  @Test func tooManyRunsWithinAMinuteWaitForItsEnd() {
    var world = World.withReader(.rare) { $0.quotas.runsPerRateWindow = 3 }
    for _ in 0..<3 {
      world.submit("message", .push) { $0.app = "reader" }
      world.pass(.seconds(1))
      world.finish("message", app: "reader")
    }
    world.submit("message", .push) { $0.app = "reader" }
    #expect(world.reasons("message", app: "reader") == [.rateLimit])
    world.pass(.seconds(57))
    #expect(world.isRunning("message", app: "reader"))
  }
}
