import Testing

@testable import Scheduling

/// Hours of the policy file in which no request starts.
struct QuietHoursTests {
  /// Monday, 06:30.
  private func world(_ change: (inout Settings) -> Void) -> World {
    var settings = Settings()
    change(&settings)
    return World(settings: settings)
  }

  private func hours(_ text: String) throws -> WeekHours { try #require(WeekHours(text)) }

  @Test func nothingStartsUntilTheirEnd() throws {
    let quiet = try hours("Mon..Fri 06:00..18:00")
    var world = world { $0.quiet = quiet }
    for kind in Kind.allCases where kind != .refresh && kind != .processing && kind != .push {
      world.submit(kind.rawValue, kind)
      #expect(world.reasons(kind.rawValue).contains(.quiet), "\(kind)")
    }
    let explanation = try #require(world.explain("utility"))
    #expect(explanation.next == WallTime(seconds: 1_772_474_400))
    #expect(
      explanation.causes.first?.text
        == "quiet hours until 2026-03-02T18:00:00.000Z, by `quiet` of the policy file;"
        + " `rubatoctl run utility --force` starts it anyway")
    world.pass(.hours(11))
    #expect(world.started.isEmpty)
    world.pass(.minutes(31))
    #expect(world.isRunning("utility") && world.isRunning("userInitiated"))
  }

  @Test func theirBeginningHoldsThoseThatWait() throws {
    let quiet = try hours("08:00..18:00")
    var world = world { $0.quiet = quiet }
    world.set(.network(Network.none))
    world.submit("task") { $0.terms.requires = .network }
    #expect(world.reasons("task") == [.network])
    world.pass(.hours(2))
    #expect(world.reasons("task") == [.quiet, .network])
    world.set(.network(.wifi))
    #expect(world.waits("task"))
    world.pass(.hours(10))
    #expect(world.isRunning("task"))
  }

  @Test func runsGoOn() throws {
    let quiet = try hours("07:00..18:00")
    var world = world { $0.quiet = quiet }
    world.submit("task") { $0.terms.budget = .hours(1) }
    world.pass(.minutes(45))
    #expect(world.isRunning("task"))
  }

  @Test func aKindAndAUserHaveTheirOwn() throws {
    let quiet = try hours("06:00..18:00")
    var world = world {
      $0.utility.quiet = quiet
      $0.quietUsers = [UserHours(user: 1001, hours: quiet)]
    }
    world.submit("task", .utility)
    world.submit("asked", .userInitiated)
    world.submit("theirs", .userInitiated) { $0.owner = 1001 }
    #expect(world.reasons("task") == [.quiet] && world.isRunning("asked"))
    let theirs = RequestKey(owner: 1001, app: nil, id: "theirs")
    let explanation = world.scheduler.explain(theirs, at: world.now)
    #expect(explanation?.reasons == [.quiet])
    #expect(explanation?.causes.first?.text.contains("`quiet-users` of the policy file") == true)
  }

  /// A request that missed several turns runs once for all of them.
  @Test func missedTurnsAreMadeUpOnce() throws {
    let quiet = try hours("07:00..18:00")
    var world = world { $0.quiet = quiet }
    let begin = world.now
    world.submit("task") { $0.terms.every = .hours(1) }
    world.finish("task")
    world.pass(.hours(11))
    #expect(world.starts(of: "task", after: begin) == [0])
    world.pass(.minutes(30))
    #expect(world.starts(of: "task", after: begin) == [0, 41_400])
    world.finish("task")
    world.pass(.minutes(20))
    #expect(world.waits("task"))
  }

  @Test func aLatestDateWithinThemWaits() throws {
    let quiet = try hours("06:00..18:00")
    var world = world { $0.quiet = quiet }
    world.submit("task") {
      $0.latest = .after(.hours(2))
      $0.terms.atLatest = .run
    }
    let before = try #require(world.explain("task")?.causes.first?.text)
    #expect(before.contains("its latest date is within them, and it waits for their end"))
    world.pass(.hours(3))
    #expect(world.reasons("task").contains(.quiet))
    let after = try #require(world.explain("task")?.causes.first?.text)
    #expect(after.contains("its latest date has passed, and it waits for their end"))
    world.pass(.hours(9))
    #expect(world.isRunning("task"))
  }

  @Test func aLatestDateWithinThemDrops() throws {
    let quiet = try hours("06:00..18:00")
    var world = world { $0.quiet = quiet }
    world.submit("task") {
      $0.latest = .after(.hours(2))
      $0.terms.atLatest = .drop
    }
    let explanation = try #require(world.explain("task"))
    #expect(
      explanation.causes.first?.text.contains("; it is dropped at its latest date, which is")
        == true)
    #expect(explanation.next == nil)
    world.pass(.hours(2) + .minutes(1))
    #expect(world.scheduler.request(world.key("task")) == nil)
  }

  @Test func theNextMomentIsNotInLaterOnes() throws {
    let quiet = try hours("08:00..18:00")
    var world = world { $0.quiet = quiet }
    world.submit("early") { $0.earliest = .after(.hours(1)) }
    world.submit("late") { $0.earliest = .after(.hours(2)) }
    #expect(world.reasons("late") == [.earliest])
    #expect(world.explain("early")?.next == world.now.wall + .hours(1))
    #expect(world.explain("late")?.next == WallTime(seconds: 1_772_474_400))
  }

  @Test func exactTimesAreKept() throws {
    let quiet = try hours("06:00..18:00")
    var world = world { $0.quiet = quiet }
    world.submit("task") {
      $0.earliest = .after(.hours(1))
      $0.terms.run.isExact = true
    }
    world.pass(.hours(1))
    #expect(world.isRunning("task"))
  }

  @Test func aClickOnANotificationDoesNotWait() throws {
    let quiet = try hours("06:00..18:00")
    var world = world { $0.quiet = quiet }
    world.register("tea") { app in
      app.backgroundModes = ["remote-notification"]
      app.installation = Installation(program: Command(arguments: ["/opt/tea"]))
    }
    let id = TaskCategory.responsePrefix + "pot"
    let asked: [(String?, TaskClass)] = [
      (nil, .push(payload: "{}")), (id, .response(payload: "{}")),
    ]
    for (name, task) in asked {
      world.submit(name, .push) {
        $0.app = "tea"
        $0.terms.command = Command(arguments: [])
        $0.terms.task = task
      }
      #expect(world.answer?.acceptance != nil)
    }
    #expect(!world.reasons(id, app: "tea").contains(.quiet))
    #expect(world.reasons(TaskCategory.pushIdentifier, app: "tea").contains(.quiet))
  }

  @Test func forceStartsItAndRunAloneDoesNot() throws {
    let quiet = try hours("06:00..18:00")
    var world = world { $0.quiet = quiet }
    world.submit("task")
    world.run("task", .ifReady)
    #expect(world.answer?.refusal?.reasons == ["quiet"])
    #expect(world.waits("task"))
    world.run("task", .force)
    #expect(world.isRunning("task"))
  }

  @Test func aRefusalNamesOneRemedy() throws {
    let quiet = try hours("06:00..18:00")
    var world = world { $0.quiet = quiet }
    world.set(.storage(.full))
    world.submit("task", .maintenance)
    world.run("task", .ifReady)
    let message = try #require(world.answer?.refusal?.message)
    #expect(message.contains("quiet hours until") && message.contains("--force --really`"))
    #expect(!message.contains("starts it anyway"))
  }

  @Test func theyFollowTheUsersClocks() throws {
    let quiet = try hours("07:00..18:00")
    var world = world { $0.quiet = quiet }
    world.send(.zone(secondsFromUTC: 3600))
    world.submit("task")
    #expect(world.explain("task")?.next == WallTime(seconds: 1_772_470_800))
    // The clocks are set to winter time: it is before seven again.
    world.send(.zone(secondsFromUTC: 0))
    #expect(world.isRunning("task"))
  }

  @Test func aRestartWithinThemHoldsAlso() throws {
    let quiet = try hours("06:00..18:00")
    var world = world { $0.quiet = quiet }
    world.submit("task")
    world.pass(.hours(1))
    world.restart()
    #expect(world.reasons("task") == [.quiet])
    world.suspend(.hours(11))
    #expect(world.isRunning("task"))
  }

  @Test func withoutAnEndItSaysSo() throws {
    let quiet = try hours("00:00..24:00")
    var world = world { $0.quiet = quiet }
    world.submit("task")
    #expect(
      world.explain("task")?.causes.first?.text.hasPrefix("quiet hours without an end") == true)
    #expect(world.explain("task")?.next == nil)
  }

  @Test func theTimeWaitedNamesThem() throws {
    let quiet = try hours("07:00..18:00")
    var world = world { $0.quiet = quiet }
    world.set(.network(Network.none))
    world.submit("task") { $0.terms.requires = .network }
    world.pass(.hours(2))
    let history = try #require(world.scheduler.history(of: world.key("task"), at: world.now))
    #expect(history.changes.map(\.reasons) == [[.network], [.quiet, .network]])
  }
}
