import Testing

@testable import Scheduling

/// Requests that run after each change.
struct ChangeTriggerTests {
  @Test func waitsForAChangeAndThenForTheNext() {
    var world = World()
    world.observe("index")
    #expect(world.reasons("index") == [.unchanged])
    let text = world.explain("index")?.causes.first?.text
    #expect(text == "waiting for a change of /home/me/in, the key mail")
    #expect(world.explain("index")?.next == nil)
    world.pass(.days(7))
    #expect(world.started == [])
    world.bump("mail")
    #expect(world.isRunning("index"))
    world.finish("index")
    #expect(world.reasons("index") == [.unchanged])
    world.change("/home/me/in")
    world.pass(.seconds(1))
    #expect(world.isRunning("index"))
  }

  @Test func whatChangedMeanwhileIsOneWake() {
    var world = World(.power(.battery), .battery(80))
    world.observe("index") { $0.terms.requires = .power }
    for _ in 0..<100 { world.bump("mail") }
    world.change("/home/me/in")
    #expect(world.reasons("index") == [.power])
    world.set(.power(.ac))
    world.pass(.minutes(2))
    world.finish("index")
    world.pass(.days(1))
    #expect(world.started == ["index"])
  }

  /// A million changes in a second cause few writes to the disk.
  @Test func whatIsNotedAlreadyCostsNoCommit() {
    var world = World(.power(.battery), .battery(80))
    world.observe("index") { $0.terms.requires = .power }
    world.bump("mail")
    #expect(world.changesOfLastEvent == 1)
    for _ in 0..<1000 {
      world.bump("mail")
      #expect(world.changesOfLastEvent == 0)
    }
    world.change("/home/me/in", "a")
    world.change("/home/me/in", "b")
    #expect(world.changesOfLastEvent == 0)
  }

  @Test func whatChangesDuringARunWakesAgain() {
    var world = World()
    world.observe("index")
    world.bump("mail")
    world.bump("mail")
    world.finish("index")
    #expect(world.isRunning("index"))
    world.finish("index")
    #expect(world.started == ["index", "index"])
    #expect(world.reasons("index") == [.unchanged])
  }

  @Test func aChangeSurvivesTheDaemonAndTheMachine() {
    var world = World(.power(.battery), .battery(80))
    world.observe("index") { $0.terms.requires = .power }
    world.bump("mail")
    world.restart()
    #expect(world.reasons("index") == [.power])
    world.reboot(offline: .days(1))
    world.set(.power(.ac))
    world.pass(.minutes(10))
    #expect(world.started == ["index"])
    // The machine goes down in the middle of the run.
    world.reboot(offline: .minutes(1), bootID: "third")
    world.pass(.minutes(10))
    #expect(world.started == ["index", "index"])
    world.finish("index")
    #expect(world.reasons("index") == [.unchanged])
  }

  @Test func whatFailedIsTriedAgainForTheSameChange() {
    var world = World()
    world.observe("index") { $0.terms.retries = 1 }
    world.bump("mail")
    world.finish("index", exit: 1)
    #expect(world.reasons("index") == [.backoff])
    world.passUntilRunning("index")
    world.finish("index", exit: 1)
    // The wake is given up: only the next change causes another.
    #expect(world.reasons("index") == [.unchanged])
    world.pass(.days(1))
    #expect(world.started.count == 2)
    world.bump("mail")
    #expect(world.isRunning("index"))
  }

  @Test func onlyItsOwnerIsHeard() {
    var world = World()
    world.observe("index")
    world.send(
      .changed([ChangeReport(owner: 0, pathOrKey: "mail", .bumped(atMost: nil))], world.ticket()))
    #expect(world.reasons("index") == [.unchanged])
    world.bump("other")
    #expect(world.reasons("index") == [.unchanged])
  }

  @Test func standsUntilItIsCancelled() {
    var world = World()
    world.observe("index")
    world.bump("mail")
    world.cancel("index")
    world.finish("index", exit: nil, signal: 15)
    #expect(world.scheduler.request(world.key("index")) == nil)
    world.bump("mail")
    #expect(world.started == ["index"])
  }

  // MARK: Frequency

  @Test func runsAtMostHourly() throws {
    var world = World()
    let begin = world.now
    world.observe("index") { $0.terms.needs.changes.atMost = .hours(1) }
    world.bump("mail")
    world.pass(.minutes(10))
    world.finish("index")
    world.bump("mail")
    #expect(world.reasons("index") == [.earliest])
    let cause = try #require(world.explain("index")?.causes.first?.text)
    #expect(cause.contains("mail changed at") && cause.contains("it runs at most hourly"))
    world.pass(.minutes(49))
    #expect(!world.isRunning("index"))
    world.pass(.minutes(1))
    world.finish("index")
    #expect(world.starts(of: "index", after: begin) == [0, 3600])
  }

  @Test func whoBumpsAKeyMayAskForLessToo() {
    var world = World()
    let begin = world.now
    world.observe("index")
    world.bump("mail")
    world.finish("index")
    world.bump("mail", atMost: .hours(1))
    world.pass(.minutes(30))
    #expect(world.reasons("index") == [.earliest])
    // Another request without this option.
    world.change("/home/me/in")
    world.pass(.seconds(1))
    #expect(world.starts(of: "index", after: begin) == [0, 1800])
  }

  @Test func itsLatestDateIsCountedFromTheChange() {
    var world = World(.power(.battery), .battery(80))
    world.observe("index", .maintenance) {
      $0.terms.prefers = .power
      $0.latest = .after(.hours(2))
    }
    world.pass(.days(30))
    #expect(world.reasons("index").contains(.unchanged))
    world.bump("mail")
    #expect(world.waits("index"))
    world.pass(.hours(1))
    #expect(world.waits("index"))
    world.pass(.hours(1) + .minutes(1))
    #expect(world.isRunning("index"))
  }

  @Test func whatIsDroppedWaitsForTheNextChange() {
    var world = World(.power(.battery), .battery(80))
    world.observe("index") {
      $0.terms.requires = .power
      $0.latest = .after(.hours(2))
      $0.terms.atLatest = .drop
    }
    world.bump("mail")
    world.pass(.hours(3))
    #expect(world.outcomes("index") == [.skipped])
    #expect(world.reasons("index").contains(.unchanged))
    world.set(.power(.ac))
    world.pass(.hours(3))
    world.bump("mail")
    #expect(world.isRunning("index"))
  }

  private func dropping(_ change: (inout Submission) -> Void = { _ in }) -> World {
    var world = World(.power(.battery), .battery(80))
    world.observe("index") {
      $0.latest = .after(.hours(2))
      $0.terms.atLatest = .drop
      change(&$0)
    }
    world.bump("mail")
    return world
  }

  /// The drop may be late, for example after a failed commit.
  @Test func whatChangesBehindTheLatestDateIsTheNextChange() {
    var world = dropping { $0.terms.requires = .power }
    world.letTimeGo(.hours(3))
    world.change("/home/me/in")
    #expect(world.outcomes("index") == [.skipped])
    world.set(.power(.ac))
    world.pass(.minutes(2))
    #expect(world.isRunning("index"))
  }

  @Test func whatChangedDuringARunIsNotGivenUpWithIt() {
    var world = dropping()
    #expect(world.isRunning("index"))
    world.set(.power(.battery), .battery(3))
    world.letTimeGo(.minutes(100))
    world.bump("mail")
    world.finish("index", exit: 1)
    world.pass(.minutes(40))
    #expect(world.outcomes("index").last == .skipped)
    #expect(!world.reasons("index").contains(.unchanged))
    world.set(.power(.ac), .battery(100))
    world.pass(.minutes(2))
    #expect(world.isRunning("index"))
  }

  @Test func aClockThatWasAheadHoldsNothingBack() {
    var world = World()
    world.observe("index") { $0.terms.needs.changes.atMost = .hours(1) }
    world.setClock(by: .days(365))
    world.bump("mail")
    world.finish("index")
    world.bump("mail")
    world.setClock(by: .days(-365))
    world.pass(.hours(1) + .minutes(1))
    #expect(world.started == ["index", "index"])
  }

  /// A window in the future does not show that the clock was ahead.
  @Test func aRunForcedBeforeItsWindowKeepsItOverARestart() throws {
    var world = World()
    world.observe("index") { $0.terms.needs.changes.atMost = .hours(1) }
    world.bump("mail")
    world.finish("index")
    world.bump("mail")
    world.run("index", .force)
    #expect(world.isRunning("index"))
    let window = try #require(world.scheduler.request(world.key("index"))).window
    #expect(window.opens > world.now.wall)
    world.reboot(offline: .minutes(1), bootID: "second")
    #expect(world.scheduler.request(world.key("index"))?.window == window)
  }

  /// A report that asks for an earlier wake moves the window back, but not beyond its end.
  @Test func aWindowThatWasMovedBackStaysOverARestart() throws {
    var world = World()
    world.observe("index") {
      $0.latest = .after(.hours(2))
      $0.terms.atLatest = .drop
    }
    world.bump("mail")
    world.finish("index")
    world.set(.battery(3), .power(.battery))
    world.bump("mail", atMost: .hours(3))
    world.pass(.hours(2) + .minutes(30))
    world.change("/home/me/in")
    let window = try #require(world.scheduler.request(world.key("index"))).window
    #expect(window.opens == world.now.wall)
    world.restart()
    #expect(world.scheduler.request(world.key("index"))?.window == window)
  }

  // MARK: Submitted again

  @Test func submittedAgainItKeepsWhatHasChanged() {
    var world = World(.power(.battery), .battery(80))
    world.observe("index") { $0.terms.requires = .power }
    world.bump("mail")
    world.observe("index") { $0.terms.requires = .power }
    world.set(.power(.ac))
    world.pass(.minutes(2))
    #expect(world.isRunning("index"))
    // Submitted during the run of an earlier submission with the same command.
    world.observe("index")
    world.finish("index")
    #expect(world.reasons("index") == [.unchanged])
  }

  @Test func whatIsNotWatchedAnyMoreIsForgotten() {
    var world = World(.power(.battery), .battery(80))
    world.observe("index") { $0.terms.requires = .power }
    world.bump("mail")
    world.observe("index") {
      $0.terms.requires = .power
      $0.terms.needs.changes.watched = ["other"]
    }
    #expect(world.reasons("index").contains(.unchanged))
  }

  // MARK: By hand

  @Test func forcedItRunsWithoutAChange() {
    var world = World()
    world.observe("index")
    world.run("index", .ifReady)
    #expect(world.answer?.refusal?.reasons == [Reason.unchanged.rawValue])
    world.run("index", .force)
    #expect(world.isRunning("index"))
    world.finish("index")
    #expect(world.reasons("index") == [.unchanged])
  }
}
