import Testing

@testable import Scheduling

/// Required conditions, which only an operator's `run --force` overrides.
struct RequirementTests {
  private func chat(_ values: [DeviceValue], _ change: (inout Submission) -> Void) -> World {
    var world = World()
    world.set(values)
    world.register("chat")
    world.tell("chat", .opened)
    world.submit("message", .push) {
      $0.app = "chat"
      change(&$0)
    }
    return world
  }

  @Test(arguments: Conditions.named.map(\.name))
  func aPushForTheAppOnTheScreenPassesNoRequirement(name: String) throws {
    let condition = try Conditions(names: [name], field: "requires")
    var world = chat([
      .power(.battery), .battery(15), .network(Network.none), .metered(true), .storage(.low),
      .screen(isOn: true), .idle(false), .lowPower(true),
    ]) { $0.terms.requires = condition }
    let explanation = try #require(world.explain("message", app: "chat"))
    #expect(explanation.decision == .mustNotProceed)
    // A reason that the push would override is not reported as a reason to wait.
    #expect(explanation.reasons.count == 1)
    #expect(explanation.rows.contains { $0.verdict.decision == .absolutelyMustProceed })
    world.set(
      .power(.ac), .battery(80), .network(.wifi), .metered(false), .storage(.ok),
      .screen(isOn: false), .idle(true))
    world.pass(.seconds(61))
    #expect(world.isRunning("message", app: "chat"))
  }

  @Test func aPushForTheAppOnTheScreenWaitsForWhatMustBeThere() {
    var world = chat([.path("/mnt/mail", isThere: false)]) { $0.terms.needs.paths = ["/mnt/mail"] }
    #expect(world.reasons("message", app: "chat") == [.path])
    world.set(.path("/mnt/mail", isThere: true))
    #expect(world.isRunning("message", app: "chat"))
  }

  @Test func aPushOnTheScreenThatLosesWhatItRequiresEnds() {
    var world = chat([.network(.wifi), .thermal(.serious)]) { $0.terms.requires = .network }
    #expect(world.isRunning("message", app: "chat"))
    world.set(.network(Network.none))
    #expect(world.warnings("message") == [.gate(.network)])
  }

  @Test func aLatestDatePassesNoRequirement() {
    var world = World(.power(.battery), .battery(80), .load(99))
    world.submit("backup", .utility) {
      $0.terms.requires = .power
      $0.latest = .after(.hours(1))
      $0.terms.atLatest = .run
    }
    #expect(world.explain("backup")?.next == nil)
    world.pass(.hours(2))
    #expect(world.reasons("backup") == [.power])
    world.set(.power(.ac))
    world.pass(.seconds(61))
    #expect(world.isRunning("backup"))
    world.set(.power(.battery))
    world.pass(.seconds(11))
    #expect(world.warnings("backup") == [.gate(.power)])
  }

  @Test(arguments: [RunMode.force, .forceReally])
  func anOperatorPassesIt(mode: RunMode) {
    var world = World(.power(.battery), .battery(80))
    world.submit("backup", .utility) { $0.terms.requires = .power }
    world.run("backup", mode)
    world.set(.battery(70))
    #expect(world.isRunning("backup"))
  }

  @Test func aPushIsLookedAtWhereHeatAloneHoldsIt() {
    var world = World(measured: [.thermal(.serious)])
    world.submit("message", .push)
    #expect(world.pollingNeeds == .heat)
  }
}
