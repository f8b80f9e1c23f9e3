import Testing

@testable import Scheduling

/// The battery's row, as `explain` shows it for a request of one kind.
struct BatteryRow {
  var weight: Double
  var score: Double
  var decision: Decision

  init?(_ kind: Kind, level: Int, power: Power, settings: Settings = Settings()) {
    var world = World(settings: settings, .power(power), .battery(level), .thermal(.serious))
    world.submit("task", kind)
    guard let row = world.explain("task")?.rows.first(where: { $0.policy == "Battery Level" })
    else { return nil }
    (weight, score, decision) = (row.verdict.weight, row.verdict.score, row.verdict.decision)
  }
}

/// Literals from fifty-digit decimal arithmetic, to seven places.
struct BatteryRowTests {
  @Test(arguments: [
    // Published: 0.60 at 26 % plugged in, 0.55 at 30 % unplugged.
    (26, Power.ac, 0.6013568), (30, .battery, 0.5479173),
    (10, .ac, 0), (10, .battery, 0), (11, .ac, 0.1983738), (11, .battery, 0.1653115),
    (20, .ac, 0.4982924), (20, .battery, 0.4152436), (26, .battery, 0.5011307),
    (30, .ac, 0.6575007), (50, .ac, 0.8675774), (50, .battery, 0.7229812),
    (67, .ac, 0.9996183), (68, .ac, 1), (75, .battery, 0.8779471), (80, .battery, 0.9043618),
    (99, .battery, 0.9955407), (100, .battery, 1), (100, .ac, 1),
  ])
  func scoresAsPublishedAtUtilityPriority(level: Int, power: Power, score: Double) throws {
    try expect(.utility, level, power, score)
  }

  /// Published at the weights of maintenance: 0.9395 at 87 % unplugged. Its floor is 20 %, and so the
  /// base is not the floor.
  @Test(arguments: [
    (87, Power.battery, 0.9395054), (20, .ac, 0.4982924), (20, .battery, 0.4152436),
    (21, .battery, 0.4313801), (30, .battery, 0.5479173), (50, .ac, 0.8675774),
    (80, .battery, 0.9043618), (100, .ac, 1),
  ])
  func scoresFromTheSameBaseWhereTheFloorIsHigher(level: Int, power: Power, score: Double) throws {
    for kind in [Kind.refresh, .processing, .push, .maintenance] {
      try expect(kind, level, power, score)
    }
  }

  @Test func floorAndBaseAreTwoNumbers() throws {
    var settings = Settings()
    settings.maintenance.batteryFloor = 30
    settings.utility.batteryScoreBase = 40
    for (kind, score) in [(Kind.maintenance, 0.7229812), (.utility, 0.4883594)] {
      let row = try #require(BatteryRow(kind, level: 50, power: .battery, settings: settings))
      #expect(abs(row.score - score) < 5e-7, "\(kind)")
    }
    // A score of zero holds no request. A level below the floor holds the request with any score.
    let low = try #require(BatteryRow(.utility, level: 35, power: .battery, settings: settings))
    #expect((low.decision, low.score) == (.canProceed, 0))
    let held = try #require(BatteryRow(.maintenance, level: 29, power: .ac, settings: settings))
    #expect(held.decision == .mustNotProceed)
  }

  @Test(arguments: [
    (5, Power.battery, 0.3017088), (10, .ac, 0.4777286), (50, .battery, 0.7578583),
    (64, .ac, 1), (1, .ac, 0.1901872),
  ])
  func scoresFromNothingWhereAUserWaits(level: Int, power: Power, score: Double) throws {
    try expect(.userInitiated, level, power, score)
  }

  private func expect(_ kind: Kind, _ level: Int, _ power: Power, _ score: Double) throws {
    let row = try #require(BatteryRow(kind, level: level, power: power))
    #expect(row.weight == 1)
    #expect(abs(row.score - score) < 5e-7, "\(kind)")
    #expect(row.decision == .canProceed)
  }

  @Test(arguments: [
    // Only the floor vetoes. On mains, a score also counts below the floor, even a score of zero.
    (Kind.refresh, 19, Power.battery, Decision.mustNotProceed), (.refresh, 19, .ac, .canProceed),
    (.refresh, 3, .ac, .canProceed), (.maintenance, 19, .ac, .mustNotProceed),
    (.utility, 9, .ac, .mustNotProceed), (.utility, 9, .battery, .mustNotProceed),
    (.userInitiated, 5, .battery, .canProceed),
    (.userInitiated, 4, .battery, .absolutelyMustNotProceed),
    (.userInitiated, 0, .ac, .canProceed),
  ])
  func vetoesBelowItsFloor(kind: Kind, level: Int, power: Power, decision: Decision) throws {
    let row = try #require(BatteryRow(kind, level: level, power: power))
    #expect(row.decision == decision)
    #expect(row.score == 0 || decision == .canProceed)
  }

  @Test func doesNotApplyWithoutABattery() {
    var world = World(.power(.ac), .thermal(.serious))
    world.submit("task", .utility)
    #expect(world.explain("task")?.rows.contains { $0.policy == "Battery Level" } == false)
  }
}
