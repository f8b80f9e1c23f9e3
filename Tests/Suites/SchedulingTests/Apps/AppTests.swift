import Testing

@testable import Scheduling

/// Registered apps, and the actions of their users.
struct AppTests {
  private func world(_ kind: Kind = .refresh) -> World {
    var world = World()
    world.register("reader")
    world.submit("feed", kind) { $0.app = "reader" }
    return world
  }

  @Test(arguments: [Kind.refresh, .processing, .push])
  func aForceQuitAppGetsNothingUntilItIsOpened(kind: Kind) {
    var world = world(kind)
    world.tell("reader", .forceQuit)
    #expect(world.warnings("feed") == [.gate(.forceQuit)])
    world.finish("feed", app: "reader", exit: 1)
    #expect(world.reasons("feed", app: "reader").first == .forceQuit)
    world.pass(.days(2))
    #expect(world.reasons("feed", app: "reader") == [.forceQuit])
    #expect(world.started.count == 1)
    world.tell("reader", .opened)
    #expect(world.isRunning("feed", app: "reader"))
  }

  @Test(arguments: [Kind.refresh, .processing, .push])
  func backgroundAppRefreshCanBeSwitchedOff(kind: Kind) {
    var world = world(kind)
    world.tell("reader", .refreshSwitched(on: false))
    #expect(world.warnings("feed") == [.gate(.switchedOff)])
    world.finish("feed", app: "reader", exit: 1)
    world.pass(.minutes(15))
    #expect(world.reasons("feed", app: "reader") == [.switchedOff])
    world.tell("reader", .refreshSwitched(on: true))
    #expect(world.isRunning("feed", app: "reader"))
  }

  @Test(arguments: [Kind.refresh, .processing, .push])
  func backgroundAppRefreshCanBeSwitchedOffForAllApps(kind: Kind) throws {
    var world = world(kind)
    world.set(.backgroundRefresh(false))
    #expect(world.warnings("feed") == [.gate(.switchedOff)])
    world.finish("feed", app: "reader", exit: 1)
    world.pass(.minutes(15))
    #expect(world.reasons("feed", app: "reader") == [.switchedOff])
    world.set(.backgroundRefresh(true))
    #expect(world.isRunning("feed", app: "reader"))
  }

  @Test func explainSaysWhichSwitchIsOff() {
    var world = world()
    world.finish("feed", app: "reader", exit: 75)
    func rationale() -> String? {
      world.explain("feed", app: "reader")?.rows.first { $0.policy == "Background App Refresh" }?
        .rationale
    }
    #expect(rationale() == nil)
    world.tell("reader", .refreshSwitched(on: false))
    #expect(rationale() == "Background App Refresh is switched off for the app")
    world.set(.backgroundRefresh(false))
    #expect(rationale() == "Background App Refresh is switched off for all apps, and for the app")
    world.tell("reader", .refreshSwitched(on: true))
    #expect(rationale() == "Background App Refresh is switched off for all apps")
  }

  @Test func anAppThatIsRegisteredLaterObeysTheSwitchOfAllToo() {
    var world = World(.backgroundRefresh(false))
    world.register("chat")
    world.tell("chat", .opened)
    world.submit("message", .push) { $0.app = "chat" }
    world.submit("backup", .utility) { $0.app = "chat" }
    world.submit("mail", .refresh)
    #expect(world.reasons("message", app: "chat") == [.switchedOff])
    #expect(world.isRunning("backup", app: "chat") && world.isRunning("mail"))
  }

  /// The switch is a choice of the user, and not a value of the machine that a thaw or the next boot would reset.
  @Test func theSwitchOfAllOutlivesThawsAndBoots() {
    var world = World(measured: [.power(.ac)])
    world.set(.backgroundRefresh(false))
    #expect(world.snapshot.overrides.isEmpty)
    world.freeze()
    world.thaw()
    #expect(world.device.backgroundRefresh == false)
    world.restart()
    #expect(world.device.backgroundRefresh == false)
    world.reboot(offline: .minutes(5))
    #expect(world.device.backgroundRefresh == false)
    world.set(.backgroundRefresh(nil))
    world.restart()
    #expect(world.device.backgroundRefresh == nil)
  }

  @Test(arguments: [Kind.maintenance, .utility, .userInitiated])
  func switchesDoNotConcernSystemWork(kind: Kind) {
    var world = world(kind)
    world.tell("reader", .forceQuit)
    world.tell("reader", .refreshSwitched(on: false))
    #expect(world.isRunning("feed", app: "reader"))
  }

  @Test func noLatestDatePassesASwitch() {
    var world = World()
    world.register("reader")
    world.tell("reader", .refreshSwitched(on: false))
    world.submit("feed", .refresh) {
      $0.app = "reader"
      $0.latest = .after(.minutes(1))
      $0.terms.atLatest = .run
    }
    world.pass(.hours(1))
    #expect(world.reasons("feed", app: "reader") == [.switchedOff])
  }

  @Test func aPushForTheAppOnTheScreenIsDeliveredAtOnce() throws {
    var world = World(.thermal(.critical), .power(.battery), .battery(3), .lowPower(true))
    world.register("chat")
    world.submit("message", .push) { $0.app = "chat" }
    #expect(world.waits("message", app: "chat"))
    world.tell("chat", .opened)
    #expect(world.isRunning("message", app: "chat"))
    let explanation = try #require(world.explain("message", app: "chat"))
    #expect(explanation.decision == .absolutelyMustProceed)
    #expect(explanation.sums == nil)
  }

  @Test func anAppThatOnlySaysThatItIsOpenGetsNoPushPastAVeto() {
    var world = World(.thermal(.critical))
    world.register("chat")
    world.tell("chat", .openReported)
    world.submit("message", .push) { $0.app = "chat" }
    #expect(world.waits("message", app: "chat"))
  }

  @Test func anotherAppsRequestsAreNotConcerned() {
    var world = world()
    world.register("mail")
    world.submit("feed", .refresh) { $0.app = "mail" }
    world.tell("reader", .forceQuit)
    #expect(world.isRunning("feed", app: "mail"))
    #expect(world.warnings("feed").count == 1)
  }

  @Test func removingAnAppRemovesItsRequestsAndStopsItsRuns() {
    var world = world()
    world.submit("later", .refresh) {
      $0.app = "reader"
      $0.earliest = .after(.hours(1))
    }
    world.submit("own", .utility)
    world.send(.removeApp(AppKey(owner: World.user, id: "reader"), 9))
    #expect(world.warnings("feed") == [.cancelled])
    #expect(world.removals("later") == [.cancelled])
    #expect(world.scheduler.allRequests.map(\.key.id) == ["own"])
    #expect(world.isRunning("own"))
    #expect(world.scheduler.allApps.isEmpty)
  }

  @Test func registeringAgainKeepsWhatTheUserDid() {
    var world = World()
    world.register("reader")
    world.tell("reader", .refreshSwitched(on: false))
    world.tell("reader", .forceQuit)
    world.register("reader", isNew: true) { $0.permittedIdentifiers = ["feed"] }
    let app = world.scheduler.allApps.first
    #expect(app?.refreshIsOn == false)
    #expect(app?.isForceQuit == true)
    #expect(app?.permittedIdentifiers == ["feed"])
  }

  @Test func onlyPermittedIdentifiersMayBeSubmitted() throws {
    var world = World()
    world.register("reader") { $0.permittedIdentifiers = ["feed", "index"] }
    let answer = world.submit("other") { $0.app = "reader" }
    let refusal = try #require(answer?.refusal)
    #expect(refusal.code == .notPermitted)
    #expect(refusal.field == "id")
    #expect(refusal.value == "other")
    #expect(refusal.message.contains("feed, index"))
    #expect(world.submit("feed") { $0.app = "reader" }?.acceptance != nil)
    // A command without an app is not affected.
    #expect(world.submit("other")?.acceptance != nil)
  }

  @Test func aRegistrationWithFewerIdentifiersRemovesTheOtherRequests() {
    var world = World(.power(.ac))
    world.register("reader")
    for id in ["feed", "index", "failed", "running"] {
      let waits = id == "feed" || id == "index"
      world.submit(id) {
        $0.app = "reader"
        $0.earliest = waits ? .after(.hours(1)) : nil
        $0.terms.retries = 0
      }
      if id == "failed" { world.finish(id, app: "reader", exit: 1) }
    }
    world.submit("index") { $0.earliest = .after(.hours(1)) }
    let failed = world.key("failed", app: "reader")
    #expect(world.scheduler.failedRequest(failed) != nil)
    world.register("reader") { $0.permittedIdentifiers = ["feed"] }
    #expect(world.waits("feed", app: "reader"))
    #expect(world.scheduler.request(world.key("index", app: "reader")) == nil)
    #expect(world.waits("index"))
    #expect(world.scheduler.request(world.key("running", app: "reader")) == nil)
    #expect(world.isRunning("running", app: "reader"))
    #expect(world.removals("index") == [.cancelled])
    world.send(.retry(failed, world.ticket()))
    #expect(world.answer?.refusal?.code == .notPermitted)
    world.register("reader") { $0.permittedIdentifiers = ["feed", "failed"] }
    world.send(.retry(failed, world.ticket()))
    #expect(world.answer?.refusal == nil)
    #expect(world.scheduler.failedRequest(failed) == nil)
  }

  @Test func anUnknownAppIsNotFound() {
    var world = World()
    #expect(world.refusal { $0.app = "ghost" }?.code == .notFound)
    world.tell("ghost", .opened)
    #expect(world.answer?.refusal?.code == .notFound)
    world.send(.removeApp(AppKey(owner: World.user, id: "ghost"), 9))
    #expect(world.answer?.refusal?.code == .notFound)
  }

  @Test func oneUserMayRegisterSoManyApps() {
    var settings = Settings()
    settings.appsPerUser = 2
    var world = World(settings: settings)
    for app in ["a", "b", "c", "a"] { world.register(app) }
    #expect(world.scheduler.allApps.map(\.key.id) == ["a", "b"])
    let other = App(key: AppKey(owner: 1001, id: "c"), registered: world.now.wall)
    world.send(.registerApp(other, 9))
    #expect(world.scheduler.allApps.count == 3)
  }

  @Test(arguments: ["", " ", "-a", "a b", "a/b", "ä"])
  func anAppNeedsAPlainName(name: String) {
    var world = World()
    world.register(name)
    #expect(world.answer?.refusal?.code == .invalid)
    #expect(world.answer?.refusal?.field == "id")
  }
}
