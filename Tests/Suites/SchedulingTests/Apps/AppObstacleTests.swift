import Testing

@testable import Scheduling

/// The first cause that `explain` reports for a task: an obstacle of the app itself, and its remedy.
struct AppObstacleTests: NewsAppSuite {
  private func explanation(_ world: World) throws -> Explanation {
    try #require(world.explain("news.a", app: "news"))
  }

  @Test(arguments: [
    (
      [AppEvent.forceQuit], Reason.forceQuit,
      "start it, or report it with `rubatoctl app opened news`"
    ),
    (
      [.refreshSwitched(on: false)], .switchedOff,
      "switch it on with `rubatoctl app refresh on news`"
    ),
  ])
  func whatTheUserDidComesFirst(events: [AppEvent], reason: Reason, remedy: String) throws {
    var world = world()
    world.set(.network(Network.none))
    world.submit("news.a", .processing) { submission in
      submission.app = "news"
      submission.terms.command = Command(arguments: [])
      submission.earliest = .after(.hours(1))
      submission.terms.requires = .network
    }
    for event in events { world.tell("news", event) }
    let explanation = try explanation(world)
    // In the order of decisions, and in the reported order.
    #expect(explanation.causes.first?.reason == .earliest)
    #expect(explanation.reportedCauses.map(\.reason).first == reason)
    #expect(Set(explanation.reportedCauses.map(\.reason)) == Set(explanation.reasons))
    #expect(explanation.reportedCauses.count == explanation.causes.count)
    #expect(explanation.reportedCauses.first?.text.hasSuffix(remedy) == true)
  }

  @Test func anAppThatWasNeverOpenedIsToldFirst() throws {
    var world = World(.network(Network.none))
    world.register("reader", isNew: true)
    world.submit("feed", .refresh) { submission in
      submission.app = "reader"
      submission.terms.requires = .network
    }
    let causes = try #require(world.explain("feed", app: "reader")).reportedCauses
    #expect(causes.map(\.reason) == [.neverOpened, .network])
    #expect(
      causes.first?.text
        == "the app has not been opened since it was registered;"
        + " start it, or report it with `rubatoctl app opened reader`")
  }

  @Test func theSwitchOfAllAppsIsNamedBesideItsOwn() throws {
    var world = world()
    submit("news.a", in: &world)
    world.set(.backgroundRefresh(false))
    #expect(
      try explanation(world).reportedCauses.first?.text.hasSuffix(
        "for all apps; switch it on with `rubatoctl app refresh on --all`") == true)
    world.tell("news", .refreshSwitched(on: false))
    #expect(
      try explanation(world).reportedCauses.first?.text.hasSuffix(
        "`rubatoctl app refresh on --all` and `rubatoctl app refresh on news`") == true)
  }

  @Test(arguments: [
    (["news.b"], ["processing"], [Warning.Code.notListed], "does not list 'news.a'"),
    (["news.*"], ["fetch"], [.noBackgroundMode], "the background mode 'processing'"),
    ([], [], [.notListed, .noBackgroundMode], "does not list 'news.a'"),
    (["news.a"], ["processing"], [], ""),
  ])
  func whatItsAppDeclaresNoMoreIsWarnedOf(
    identifiers: [String], modes: [String], codes: [Warning.Code], text: String
  ) throws {
    var world = world()
    submit("news.a", in: &world)
    #expect(try explanation(world).warnings.isEmpty)
    var app = try #require(world.scheduler.app(Self.app))
    (app.permittedIdentifiers, app.backgroundModes) = (identifiers, modes)
    world.send(.registerApp(app, world.ticket()))
    let warnings = try explanation(world).warnings
    #expect(warnings.map(\.code) == codes)
    #expect(warnings.first.map { $0.text.contains(text) } ?? true)
    #expect(warnings.allSatisfy { $0.text.contains("`rubatoctl app install`") })
  }

  @Test func aCommandOfAnAppIsNotWarnedOfWhatTasksNeed() throws {
    var world = world()
    world.submit("news.a", .processing) { submission in
      submission.app = "news"
      submission.earliest = .after(.hours(1))
    }
    var app = try #require(world.scheduler.app(Self.app))
    app.permittedIdentifiers = []
    world.send(.registerApp(app, world.ticket()))
    #expect(try explanation(world).warnings.isEmpty)
  }

  @Test func whatIsInTheWayOfTheNextTaskIsToldWhereNothingIsQueued() throws {
    var world = world()
    func obstacles(to identifier: String = "news.a", _ kind: Kind? = nil) throws -> [String] {
      let app = try #require(world.scheduler.app(Self.app))
      return world.scheduler.obstacles(to: identifier, of: app, kind, at: world.now)
    }
    #expect(try obstacles().isEmpty)
    #expect(try obstacles(to: "other").map { $0.contains("does not list 'other'") } == [true])
    world.tell("news", .forceQuit)
    world.tell("news", .refreshSwitched(on: false))
    let told = try obstacles()
    #expect(told.count == 2)
    #expect(told[0].hasPrefix("its user has force-quit the app; start it"))
    #expect(told[1].hasSuffix("switch it on with `rubatoctl app refresh on news`"))
    var app = try #require(world.scheduler.app(Self.app))
    app.backgroundModes = []
    world.send(.registerApp(app, world.ticket()))
    #expect(try obstacles().first?.contains("the background mode 'fetch' or 'processing'") == true)
    #expect(try obstacles(.userInitiated) == told)
  }

  // MARK: Repeated submissions

  private func codes(_ world: World) throws -> [Warning.Code] {
    try explanation(world).warnings.map(\.code)
  }

  @Test func whatIsSubmittedAgainBeforeItIsDueIsWarnedOf() throws {
    var world = world()
    for count in 1...4 {
      submit("news.a", in: &world)
      #expect(try codes(world) == (count > 2 ? [.putOff] : []))
      world.pass(.minutes(30))
    }
    #expect(try explanation(world).warnings.first?.text.contains("replaced 3 times") == true)
    // The store still has the same state.
    world.restart(found: [:])
    #expect(try codes(world) == [.putOff])
  }

  @Test func aTaskThatHasBegunIsCountedAnew() throws {
    var world = world()
    for _ in 1...3 { submitLater(in: &world) }
    #expect(try codes(world) == [.putOff])
    world.send(.runNow(world.key("news.a", app: "news"), .forceReally, world.ticket()))
    // A task that has begun has no reason to wait.
    #expect(try explanation(world).state == .running)
    #expect(try codes(world).isEmpty)
    submitLater(in: &world)
    #expect(try codes(world).isEmpty)
  }

  @Test func aTaskThatComesBackIsCountedAnew() throws {
    var world = world()
    let process = try #require(attach(nil, in: &world, finishes: false))
    for _ in 1...3 { submitLater(in: &world) }
    world.send(.runNow(world.key("news.a", app: "news"), .forceReally, world.ticket()))
    world.send(.detachApp(process))
    #expect(try codes(world).isEmpty)
    #expect(try explanation(world).state == .waiting)
  }

  @Test func whatKeepsItsDateOrWasDueIsNotPutOff() throws {
    var world = world()
    let due = world.now.wall + .hours(2)
    for _ in 1...4 {
      world.submit("news.a", .processing) { submission in
        submission.app = "news"
        submission.terms.command = Command(arguments: [])
        submission.earliest = .at(due)
      }
    }
    #expect(try codes(world).isEmpty)
    world.set(.network(Network.none))
    for _ in 1...4 {
      world.submit("news.a", .processing) { submission in
        submission.app = "news"
        submission.terms.command = Command(arguments: [])
        submission.terms.requires = .network
      }
      world.pass(.minutes(1))
    }
    #expect(try codes(world).isEmpty)
  }

  private func submitLater(in world: inout World) {
    submit("news.a", in: &world)
    world.letTimeGo(.seconds(1))
  }
}
