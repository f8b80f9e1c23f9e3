import Testing

@testable import Scheduling

/// The explanations of waiting and running requests.
struct ExplainTests {
  @Test(arguments: [AppEvent.forceQuit, .refreshSwitched(on: false)])
  func noTimeIsNamedForWhatItsUserMustEndFirst(event: AppEvent) throws {
    var world = World()
    world.register("news")
    world.submit("task", .refresh) {
      $0.app = "news"
      $0.earliest = .after(.hours(1))
    }
    #expect(world.explain("task", app: "news")?.next == world.now.wall + .hours(1))
    world.tell("news", event)
    let explanation = try #require(world.explain("task", app: "news"))
    #expect(explanation.next == nil && explanation.reasons.contains(.earliest))
  }

  @Test func namesEveryReasonAtOnce() throws {
    var world = World(
      bootedFor: .seconds(60), .power(.battery), .battery(10), .lowPower(true), .thermal(.fair),
      .idle(false), .load(80), .memory(.critical), .network(Network.none), .storage(.low))
    world.submit("backup", .maintenance) {
      $0.terms.requires = [.network, .storageNotLow]
      $0.earliest = .after(.hours(1))
    }
    let explanation = try #require(world.explain("backup"))
    #expect(
      explanation.reasons == [
        .earliest, .userActive, .power, .network, .thermal, .load, .memory, .battery, .lowPower,
        .bootDelay, .storage,
      ])
    #expect(explanation.decision == .mustNotProceed)
    #expect(explanation.sums == nil)
    #expect(!explanation.runsNow)
    #expect(explanation.state == .waiting)
  }

  @Test func theStrongestDecisionIsShownAndEveryReasonStill() throws {
    var world = World(.thermal(.critical), .load(80))
    world.submit("feed", .refresh)
    let explanation = try #require(world.explain("feed"))
    #expect(explanation.decision == .absolutelyMustNotProceed)
    #expect(explanation.reasons == [.thermal, .load])
  }

  @Test func afterALatestDateThatMustRunOnlyWhatIsStrongerIsNamed() throws {
    var world = World(.thermal(.serious), .load(80), .power(.battery))
    world.submit("backup", .maintenance) {
      $0.latest = .after(.hours(1))
      $0.terms.atLatest = .run
    }
    #expect(Set(world.reasons("backup")) == [.thermal, .load, .power, .userActive])
    world.pass(.hours(1))
    #expect(world.reasons("backup") == [.thermal])
  }

  @Test func rowsAreListedInOneOrderAlsoUnderAVeto() throws {
    var world = World(.power(.ac), .battery(50), .thermal(.nominal), .load(10), .memory(.normal))
    world.submit("feed", .refresh) { $0.earliest = .after(.hours(1)) }
    let names = try #require(world.explain("feed")).rows.map(\.policy)
    #expect(
      names == [
        "Device Activity", "Charger Plugged In", "Thermal", "CPU Usage", "Memory Pressure",
        "Battery Level", "Low Power Mode", "Boot Delay",
      ])
    world.set(.thermal(.critical))
    #expect(world.explain("feed")?.rows.map(\.policy) == names)
    #expect(world.explain("feed")?.rows.allSatisfy { !$0.rationale.isEmpty } == true)
  }

  @Test func theSumsAreThoseOfTheRows() throws {
    var world = World(.power(.battery), .battery(30), .load(20), .screen(isOn: true), .idle(true))
    world.submit("feed", .refresh) { $0.earliest = .after(.hours(1)) }
    let explanation = try #require(world.explain("feed"))
    let sums = try #require(explanation.sums)
    // Activity 5 at 0.75, charger 10 at 0.5, thermal 5 at 1, load 5 at 0.8, battery 1, low-power
    // mode 1 and boot delay 1 at 1.
    #expect(abs(sums.sum - (3.75 + 5 + 5 + 4 + 0.5479173 + 1 + 1)) < 5e-7)
    #expect(sums.denominator == 28)
    #expect(explanation.decision == .canProceed)
    #expect(explanation.next == explanation.request.window.opens)
  }

  @Test func saysSinceWhenAReasonHolds() throws {
    var world = World(.power(.ac), .battery(80))
    world.submit("backup", .maintenance) { $0.earliest = .after(.hours(1)) }
    world.pass(.minutes(12))
    let unplugged = world.now.wall
    world.set(.power(.battery))
    world.pass(.minutes(30))
    world.set(.battery(70))
    let causes = try #require(world.explain("backup")).causes
    #expect(causes.map(\.reason) == [.earliest, .power])
    #expect(causes.last?.since == unplugged)
    #expect(causes.last?.text == "external power: this kind's default; on battery")
  }

  @Test func saysOnWhoseBehalfAConditionHolds() {
    var world = World(.power(.battery), .battery(50))
    func text(_ change: (inout Submission) -> Void) -> String? {
      world.submit("task", .maintenance, change)
      return world.explain("task")?.causes.first?.text
    }
    #expect(text { $0.terms.requires = .power } == "external power: required; on battery")
    #expect(
      text {
        $0.terms.prefers = .power
        $0.terms.allowsBattery = true
      } == "external power: preferred; on battery")
    world.set(.power(.ac))
    #expect(
      text { $0.terms.requires = .power }
        == "external power: required; plugged in for less than a minute")
  }

  @Test func whatRunsIsShownAsRunning() throws {
    var world = World()
    world.submit("feed", .refresh)
    let explanation = try #require(world.explain("feed"))
    #expect(explanation.state == .running)
    #expect(explanation.run == 1)
    #expect(explanation.reasons == [.running])
    #expect(explanation.next == nil)
    #expect(!explanation.runsNow)
  }

  /// A former version named the moment when power gives way, a week after the window opened, although the plug was
  /// already connected then.
  @Test func theNextMomentIsTheEarliestAtWhichItMayStart() {
    var world = World(bootedFor: .seconds(100), .power(.battery), .battery(80))
    world.submit("backup", .maintenance) { $0.earliest = .after(.minutes(1)) }
    let begin = world.now.wall
    #expect(world.explain("backup")?.next == begin + .seconds(200))
    world.set(.power(.ac))
    #expect(world.explain("backup")?.next == begin + .seconds(200))
    world.set(.power(.battery))
    world.pass(.seconds(200))
    // The request has no latest date: on battery it runs after a week.
    #expect(world.explain("backup")?.next == begin + .minutes(1) + .days(7))
    world.submit("backup", .maintenance) { $0.earliest = .after(.hours(1)) }
    #expect(world.explain("backup")?.next == world.now.wall + .hours(1))
  }

  @Test func whatWaitsForARunHasNoKnownMoment() {
    var world = World()
    world.submit("one", .maintenance)
    world.submit("two", .maintenance)
    #expect(world.reasons("two") == [.concurrencyLimit])
    #expect(world.explain("two")?.next == nil)
  }

  @Test func theBudgetShownIsTheOneARunWouldGet() {
    var world = World(.power(.battery), .battery(80))
    world.submit("scrub", .maintenance) {
      $0.terms.budget = .hours(10)
      $0.terms.grace = .seconds(60)
    }
    #expect(world.explain("scrub")?.budget == .hours(2))
    #expect(world.explain("scrub")?.grace == .seconds(60))
    world.set(.power(.ac))
    world.set(.thermal(.fair))
    world.pass(.minutes(1))
    #expect(world.explain("scrub")?.budget == .hours(10))
  }

  @Test func acceptanceSaysWhatASubmitterWantsToKnow() throws {
    var world = World(.power(.battery), .battery(80))
    let answer = world.submit("backup", .maintenance) { $0.latest = .after(.hours(3)) }
    let acceptance = try #require(answer?.acceptance)
    #expect(acceptance.explanation?.reasons == [.power])
    #expect(acceptance.explanation?.next == world.now.wall + .hours(3))
    #expect(!acceptance.replaced)
    #expect(!acceptance.kept)
  }

  /// Returns the score of one row for a request with every option.
  private func score(_ policy: String, _ values: DeviceValue...) -> Double? {
    var world = World(.locked(true))
    world.set(values)
    world.submit("task", .userInitiated) { $0.terms.prefers = [.network, .unmetered, .screenOff] }
    return world.explain("task")?.rows.first { $0.policy == policy }?.verdict.score
  }

  @Test func scoresAreAsWritten() {
    #expect(score("Network Quality", .network(.ethernet)) == 1)
    #expect(score("Network Quality", .network(nil)) == 1)
    #expect(score("Network Quality", .network(.wifi)) == 0.9)
    #expect(score("Network Quality", .network(.cellular)) == 0.5)
    #expect(score("Device Activity", .idle(true)) == 1)
    #expect(score("Device Activity", .idle(true), .screen(isOn: true)) == 0.75)
    #expect(score("Device Activity", .idle(false)) == 0.25)
    #expect(score("Charger Plugged In", .power(.ac)) == 1)
    #expect(score("Charger Plugged In", .power(.battery)) == 0.5)
    #expect(score("Thermal", .thermal(.nominal)) == 1)
    #expect(score("Thermal", .thermal(.fair)) == 0.2)
    #expect(score("CPU Usage", .load(20)) == 0.8)
    #expect(score("CPU Usage", .load(100)) == 0)
    #expect(score("Memory Pressure", .memory(.normal)) == 1)
    #expect(score("Memory Pressure", .memory(.warning)) == 0.5)
    #expect(score("Low Power Mode", .lowPower(false)) == 1)
    #expect(score("Low Power Mode", .lowPower(true)) == 0.5)
    #expect(score("Screen", .screen(isOn: false)) == 1)
    #expect(score("Storage", .storage(.ok)) == 1)
    #expect(score("Storage", .storage(.low)) == 0.5)
  }

  @Test func meteringHalvesANetworkThatNeedNotBeUnmetered() {
    var world = World(.locked(true), .network(.wifi), .metered(true))
    world.submit("task", .userInitiated) { $0.terms.requires = .network }
    let row = world.explain("task")?.rows.first { $0.policy == "Network Quality" }
    #expect(row?.verdict.score == 0.45)
    #expect(row?.verdict.weight == 8.4)
  }
}
