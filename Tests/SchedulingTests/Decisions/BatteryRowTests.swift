import Testing

@testable import Scheduling

/// The battery's row as `explain` shows it for a request of one kind.
struct BatteryRow {
  var weight: Double
  var score: Double
  var decision: Decision

  init?(_ kind: Kind, level: Int, power: Power) {
    var world = World(.power(power), .battery(level), .thermal(.serious))
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

  @Test(arguments: [
    (20, Power.ac, 0), (20, .battery, 0), (21, .ac, 0.2079435), (21, .battery, 0.1732862),
    (30, .ac, 0.5223303), (30, .battery, 0.4352753), (50, .ac, 0.8105760),
    (50, .battery, 0.6754800), (65, .ac, 0.9533015), (80, .battery, 0.8913012), (100, .ac, 1),
  ])
  func scoresFromItsOwnFloorElsewhere(level: Int, power: Power, score: Double) throws {
    for kind in [Kind.refresh, .processing, .push, .maintenance] {
      try expect(kind, level, power, score)
    }
  }

  @Test(arguments: [
    (5, Power.battery, 0.3017088), (10, .ac, 0.4777286), (50, .battery, 0.7578583),
    (64, .ac, 1), (1, .ac, 0.1901872),
  ])
  func scoresFromNothingWithoutAFloor(level: Int, power: Power, score: Double) throws {
    try expect(.userInitiated, level, power, score)
  }

  private func expect(_ kind: Kind, _ level: Int, _ power: Power, _ score: Double) throws {
    let row = try #require(BatteryRow(kind, level: level, power: power))
    #expect(row.weight == 1)
    #expect(abs(row.score - score) < 5e-7, "\(kind)")
    #expect(row.decision == .canProceed)
  }

  @Test(arguments: [
    // The floor alone vetoes; a score of nothing on mains counts.
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
    #expect(row.score == 0 || level > 0 && kind == .userInitiated && decision == .canProceed)
  }

  @Test func doesNotApplyWithoutABattery() {
    var world = World(.power(.ac), .thermal(.serious))
    world.submit("task", .utility)
    #expect(world.explain("task")?.rows.contains { $0.policy == "Battery Level" } == false)
  }
}
