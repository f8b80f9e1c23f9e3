import Testing

@testable import Scheduling

/// Users with waiting requests for the same slots take turns.
struct TurnTests {
  private static let other: UInt32 = 1001

  private func submit(
    _ id: String, _ kind: Kind = .maintenance, of owner: UInt32 = World.user, to world: inout World,
    _ change: (inout Submission) -> Void = { _ in }
  ) {
    world.submit(id, kind) {
      $0.owner = owner
      change(&$0)
    }
  }

  /// Ends the oldest run after `lasting`, and returns the number of its owner and its id.
  private func finish(_ world: inout World, after lasting: Duration = .seconds(1)) -> String {
    world.pass(lasting)
    guard let run = world.scheduler.runs.first else { return "none" }
    world.send(.runEnded(run.id, ProcessExit(exit: 0)))
    return "\(run.key.owner)/\(run.key.id)"
  }

  @Test(arguments: [
    (Kind.maintenance, 1), (.processing, 1), (.utility, 2), (.userInitiated, 4), (.refresh, 2),
  ])
  func nobodyWaitsForAllOfAnothersRequests(kind: Kind, slots: Int) {
    var world = World(.power(.ac))
    for number in 0..<40 {
      submit("a\(number)", kind, to: &world) { $0.terms.isExpedited = true }
    }
    submit("b", kind, of: Self.other, to: &world)
    let ended = (0..<slots + 1).map { _ in finish(&world) }
    #expect(ended.last == "1001/b", "\(ended)")
  }

  @Test func whatIsOverdueComesFirstOfItsUserAlone() {
    var world = World(.power(.ac))
    submit("runs", to: &world)
    for number in 0..<10 {
      submit("late\(number)", to: &world) { $0.latest = .after(.minutes(1)) }
    }
    submit("b", of: Self.other, to: &world)
    #expect(finish(&world, after: .minutes(10)) == "1000/runs")
    #expect(finish(&world) == "1001/b")
  }

  @Test func whoHasUsedLessIsFirst() {
    var world = World(.power(.ac))
    for number in 1...4 { submit("a\(number)", to: &world) }
    #expect(finish(&world, after: .minutes(25)) == "1000/a1")
    for number in 1...9 { submit("b\(number)", of: Self.other, to: &world) }
    #expect(finish(&world, after: .minutes(1)) == "1000/a2")
    let ended = (1...4).map { _ in finish(&world, after: .minutes(8)) }
    #expect(ended == ["1001/b1", "1001/b2", "1001/b3", "1001/b4"])
    #expect(finish(&world, after: .minutes(1)) == "1000/a3")
  }

  @Test func runsOfNoLengthTakeTurnsToo() {
    var world = World(.power(.ac))
    for number in 1...3 {
      submit("a\(number)", to: &world)
      submit("b\(number)", of: Self.other, to: &world)
    }
    let owners = (1...6).map { _ in finish(&world, after: .zero).prefix(4) }
    #expect(owners == ["1000", "1001", "1000", "1001", "1000", "1001"])
  }

  @Test func useFades() {
    var world = World(.power(.ac))
    submit("a", to: &world)
    #expect(finish(&world, after: .minutes(20)) == "1000/a")
    world.pass(.days(2))
    // A quarter of the twenty minutes is left.
    submit("b", of: Self.other, to: &world)
    #expect(finish(&world, after: .minutes(6)) == "1001/b")
    submit("c", of: 1002, to: &world)
    submit("b", of: Self.other, to: &world)
    submit("a", to: &world)
    let ended = (1...3).map { _ in finish(&world) }
    #expect(ended == ["1002/c", "1000/a", "1001/b"])
  }

  @Test func whoHoldsASlotLetsOthersHaveTheNext() {
    var world = World(.power(.ac))
    submit("b", .utility, of: Self.other, to: &world)
    #expect(finish(&world, after: .minutes(9)) == "1001/b")
    submit("long", .utility, to: &world)
    submit("short", .utility, to: &world)
    for number in 1...2 { submit("a\(number)", .utility, to: &world) }
    submit("b", .utility, of: Self.other, to: &world)
    let short = world.scheduler.run(of: world.key("short"))
    world.send(.runEnded(short?.id ?? 0, ProcessExit(exit: 0)))
    #expect(world.scheduler.runs.map(\.key.id) == ["long", "b"])
  }

  @Test func appsTakeTurnsWithinTheirUsers() {
    var settings = Settings()
    settings.appRunsAtOnce = 1
    var world = World(settings: settings, .storage(.full))
    for app in ["x", "y"] {
      world.register(app)
      world.submit("news", .push) { $0.app = app }
    }
    world.submit("mail", .push) { $0.owner = Self.other }
    world.set(.storage(.ok))
    let ended = (1...3).map { _ in finish(&world) }
    #expect(ended == ["1000/news", "1001/mail", "1000/news"])
  }

  @Test func oneUsersConditionsLeaveAPlaceForAnothers() {
    var world = World(.power(.ac))
    for number in 1...10 {
      submit("a\(number)", .utility, to: &world) { $0.terms.needs.condition = "sleep 30" }
    }
    #expect(world.tried.count == 4)
    submit("b", .utility, of: Self.other, to: &world) { $0.terms.needs.condition = "true" }
    #expect(world.tried.last == "b")
    submit("b2", .utility, of: Self.other, to: &world) { $0.terms.needs.condition = "true" }
    #expect(world.tried.count == 5)
    world.pass(.seconds(2))
    for id in ["a1", "a2"] { world.endCheck(id, exit: 1) }
    #expect(world.tried.last == "b2")
  }
}
