import Testing

@testable import Scheduling

/// Apps that are woken by changes, and report when they have handled them.
struct AppObserverTests: NewsAppSuite {
  private let id = "observer:mail"

  private func observingWorld(
    isAllowed: Bool = true, isOpened: Bool = true, settings: Settings = Settings()
  ) -> World {
    var world = World(settings: settings, .power(.ac), .network(.wifi), .idle(true))
    world.register("news", isNew: !isOpened) { app in
      app.installation = Installation(program: Command(arguments: ["/opt/news"]))
    }
    if isAllowed { world.tell("news", .consented(.observe, isGiven: true)) }
    observe(in: &world)
    return world
  }

  @discardableResult
  private func observe(
    in world: inout World, id: String? = "observer:mail",
    _ change: (inout Submission) -> Void = { _ in }
  ) -> Answer? {
    world.submit(id, .push) { submission in
      submission.app = "news"
      submission.terms.command = Command(arguments: [])
      submission.terms.task = .observer()
      submission.terms.needs.changes.watched = ["/home/me/in", "mail"]
      change(&submission)
    }
  }

  private func reasons(_ world: World) -> [Reason] { world.reasons(id, app: "news") }

  private func woken(_ world: World) throws -> Run { try #require(run(id, of: world)) }

  private func passUntilWoken(_ world: inout World) {
    for _ in 0..<1000 where run(id, of: world) == nil { world.pass(.seconds(1)) }
  }

  /// Returns the wake that begins, in the process of the app.
  private func take(in world: inout World) throws -> Run {
    let run = try woken(world)
    if world.scheduler.process(of: Self.app)?.identity == nil {
      _ = attach(run.process, in: &world)
    }
    return run
  }

  @Test func isHandedWhatHasChangedAndOwesACompletion() throws {
    var world = observingWorld()
    #expect(reasons(world) == [.unchanged])
    world.pass(.days(1))
    world.bump("mail")
    let first = try take(in: &world)
    #expect(first.task == .observer(changed: ["mail"]) && first.budget == .seconds(30))
    // Changes during a run cause one further wake.
    world.change("/home/me/in")
    world.bump("mail")
    complete(first, true, in: &world)
    let second = try woken(world)
    #expect(second.task == .observer(changed: ["/home/me/in", "mail"]))
    #expect(second.process == first.process)
    complete(second, true, in: &world)
    #expect(reasons(world) == [.unchanged])
    #expect(world.outcomes(id) == [.completed, .completed])
    #expect(delivered(world) == [first.id, second.id])
  }

  @Test func wakesAForceQuitAppAndOneThatMayNotRefresh() throws {
    var world = observingWorld()
    world.tell("news", .forceQuit)
    world.tell("news", .refreshSwitched(on: false))
    world.set(.backgroundRefresh(false))
    #expect(observe(in: &world)?.refusal == nil)
    world.bump("mail")
    complete(try take(in: &world), true, in: &world)
    #expect(world.outcomes(id) == [.completed])
  }

  @Test func needsConsentAndOneOpen() throws {
    var world = observingWorld(isAllowed: false, isOpened: false)
    world.bump("mail")
    #expect(reasons(world) == [.notAllowed, .neverOpened])
    let texts = world.explain(id, app: "news")?.causes.map(\.text) ?? []
    #expect(texts.contains { $0.contains("`rubatoctl app allow news observe`") })
    world.tell("news", .opened)
    world.tell("news", .closed)
    #expect(reasons(world) == [.notAllowed])
    world.tell("news", .consented(.observe, isGiven: true))
    _ = try take(in: &world)
    // Without consent the wake is stopped, and waits for the next consent.
    world.tell("news", .consented(.observe, isGiven: false))
    world.pass(.seconds(5))
    world.tell("news", .consented(.observe, isGiven: true))
    world.pass(.minutes(1))
    #expect(try woken(world).task == .observer(changed: ["mail"]))
  }

  @Test func consentOutlivesAnInstallation() {
    var world = observingWorld()
    world.register("news") { app in
      app.installation = Installation(program: Command(arguments: ["/opt/news"]))
    }
    world.restart()
    #expect(world.scheduler.app(Self.app)?.allows(.observe) == true)
    world.register("other")
    world.tell("other", .consented(.observe, isGiven: true))
    #expect(world.answer?.refusal?.message.contains("app install") == true)
  }

  @Test func powerSavingAndHeatDelayIt() throws {
    var world = observingWorld()
    world.set(.power(.battery), .battery(80), .lowPower(true), .thermal(.serious))
    world.pass(.minutes(1))
    world.bump("mail")
    #expect(reasons(world) == [.thermal, .lowPower])
    world.set(.lowPower(false), .thermal(.nominal))
    world.pass(.minutes(1))
    _ = try take(in: &world)
  }

  @Test func theAppInFrontHearsAtOnce() throws {
    var world = observingWorld()
    let process = attach(nil, in: &world)
    world.set(.power(.battery), .battery(3), .lowPower(true), .thermal(.fair))
    world.tell("news", .refreshSwitched(on: false))
    world.bump("mail")
    #expect(try woken(world).process == process)
  }

  @Test func wakesThatAreNotCompletedBackOff() throws {
    var world = observingWorld()
    world.bump("mail")
    var pauses: [Duration] = []
    for _ in 0..<8 {
      let run = try take(in: &world)
      world.pass(.seconds(30))
      world.pass(.seconds(1))
      world.send(.runEnded(try #require(run.process), .killed))
      #expect(self.run(id, of: world) == nil)
      let failed = world.now.awake
      for _ in 0..<10_000 where self.run(id, of: world) == nil { world.pass(.seconds(30)) }
      pauses.append(try woken(world).started.awake - failed)
    }
    // The first two are repeated soon. The delay is then an hour, two, four ... up to a day.
    #expect(pauses[0] < .minutes(2) && pauses[1] < .minutes(3))
    #expect(pauses[2] >= .minutes(59) && pauses[2] < .hours(5))
    #expect(pauses[7] >= .hours(23))
    complete(try take(in: &world), true, in: &world)
    #expect(
      world.scheduler.request(world.key(id, app: "news"))?.progress.changes?.unanswered == nil)
    world.bump("mail")
    #expect(run(id, of: world) != nil || reasons(world).contains(.unreliable))
  }

  @Test func explainSaysThatItBacksOff() throws {
    var world = observingWorld()
    world.bump("mail")
    for _ in 0..<3 {
      for _ in 0..<100 where run(id, of: world) == nil { world.pass(.seconds(30)) }
      complete(try take(in: &world), false, in: &world)
    }
    #expect(reasons(world) == [.backoff])
    let text = world.explain(id, app: "news")?.causes.first?.text ?? ""
    #expect(text.contains("did not complete its last 3 wakes"))
    // The next launch registers the observer again, with its changes and its delay.
    observe(in: &world)
    #expect(reasons(world) == [.backoff])
    world.pass(.hours(1))
    #expect(try woken(world).task == .observer(changed: ["mail"]))
  }

  @Test func aLaunchThatRegistersItAgainKeepsWhatHasChanged() throws {
    var world = observingWorld()
    world.bump("mail")
    let run = try take(in: &world)
    // An app that is launched for the wake registers its observer again.
    observe(in: &world)
    world.bump("mail")
    complete(run, true, in: &world)
    complete(try take(in: &world), true, in: &world)
    #expect(reasons(world) == [.unchanged])
    #expect(world.outcomes(id) == [.completed, .completed])
  }

  @Test func theWakeOutlivesDaemonProcessAndMachine() throws {
    var world = observingWorld()
    world.bump("mail")
    let run = try take(in: &world)
    world.send(.runEnded(try #require(run.process), ProcessExit(signal: 11)))
    passUntilWoken(&world)
    #expect(try take(in: &world).task == .observer(changed: ["mail"]))
    world.restart()
    passUntilWoken(&world)
    _ = try take(in: &world)
    world.reboot(offline: .hours(1))
    passUntilWoken(&world)
    complete(try take(in: &world), true, in: &world)
    #expect(reasons(world) == [.unchanged])
  }

  @Test func ofWhatNobodyHandlesExplainWarns() throws {
    var world = observingWorld()
    #expect(world.explain(id, app: "news")?.warnings == [])
    world.bump("mail")
    let run = try woken(world)
    let process = try #require(attach(run.process, in: &world, finishes: false))
    world.send(.finishLaunch(process, world.ticket(), handlers: ["observer:other"]))
    complete(run, true, in: &world)
    #expect(world.explain(id, app: "news")?.warnings.map(\.code) == [.noHandler])
    // The observer is registered a moment later.
    world.send(.finishLaunch(process, world.ticket(), handlers: ["observer:other", id]))
    #expect(world.explain(id, app: "news")?.warnings == [])
  }

  @Test func isNoTaskThatAnAppMayListOrSubmitOtherwise() {
    var world = observingWorld()
    #expect(observe(in: &world, id: "news.x")?.refusal?.field == "id")
    #expect(observe(in: &world, id: "observer:")?.refusal?.field == "id")
    #expect(
      observe(in: &world) { $0.terms.needs.changes.watched = [] }?.refusal?.field == "whenChanged")
    #expect(observe(in: &world) { $0.latest = .after(.hours(1)) }?.refusal?.field == "latest")
    #expect(observe(in: &world) { $0.terms.namedKind = .refresh }?.refusal?.field == "kind")
    #expect(observe(in: &world) { $0.terms.task = .fetch(interval: .hours(1)) }?.refusal != nil)
    world.register("news") { app in
      app.permittedIdentifiers = ["observer:mail"]
      app.installation = Installation(program: Command(arguments: ["/opt/news"]))
    }
    #expect(world.answer?.refusal?.field == "permittedIdentifiers")
  }

  @Test func howOftenIsBounded() throws {
    var world = observingWorld()
    observe(in: &world) { $0.terms.needs.changes.atMost = .hours(1) }
    for _ in 0..<60 {
      world.bump("mail")
      if run(id, of: world) != nil { complete(try take(in: &world), true, in: &world) }
      world.pass(.minutes(2))
    }
    #expect(world.outcomes(id).count == 2)
  }

  @Test func cancelledIsWokenNoMore() throws {
    var world = observingWorld()
    world.bump("mail")
    let run = try take(in: &world)
    world.send(.cancel(world.key(id, app: "news"), keepsRunning: true, world.ticket()))
    complete(run, false, in: &world)
    world.bump("mail")
    world.pass(.days(1))
    #expect(self.run(id, of: world) == nil)
  }
}
