import Testing

@testable import Scheduling

/// Goals for the apps that a user opens often, and for those that the user does not open.
struct QuotaGoalTests {
  /// Opens "app" at these gaps, in days, and returns the moments.
  private func openings(
    _ gaps: [Double], _ life: inout QuotaLife
  ) -> [WallTime] {
    var moments: [WallTime] = []
    for gap in gaps {
      life.pass(.seconds(gap * 86400))
      moments.append(life.world.now.wall)
      life.open("app")
    }
    return moments
  }

  @Test func anAppOpenedWeeklyIsRefreshedTheDayBefore() {
    var fresh = 0
    for seed in 0..<20 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var life = QuotaLife(["app"], onBattery: true)
      let gaps = [0] + (0..<6).map { _ in Double.random(in: 4...10, using: &random) }
      let moments = openings(gaps, &life)
      // The frequency of use is unknown until the second use.
      let isFresh = moments.dropFirst(2).allSatisfy { moment in
        life.refreshes(of: "app", from: moment - .days(1), to: moment) > 0
      }
      if isFresh { fresh += 1 }
    }
    #expect(fresh >= 19)
  }

  @Test(arguments: 0..<5 as Range<UInt64>)
  func anAppOpenedEveryTwoOrThreeDaysIsRefreshedOnTwoDaysOfThree(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var life = QuotaLife(["app"], onBattery: true)
    let gaps = [0] + (0..<12).map { _ in Double.random(in: 2...3, using: &random) }
    let moments = openings(gaps, &life)
    let days = Int(((moments.last ?? moments[0]) - moments[0]).seconds / 86400)
    let served = (0..<days).count { day in
      let start = moments[0] + .days(day)
      return life.refreshes(of: "app", from: start, to: start + .days(1)) > 0
    }
    #expect(served * 3 >= days * 2)
  }

  @Test(arguments: [true, false])
  func aForgottenAppRestsUntilItIsOpened(onBattery: Bool) throws {
    var life = QuotaLife(["app"], onBattery: onBattery)
    _ = openings([0] + Array(repeating: 1.0, count: 10), &life)
    life.pass(.days(14))
    let forgotten = life.world.now.wall
    life.pass(.days(60))
    #expect(life.refreshes(of: "app", from: forgotten, to: life.world.now.wall) == 0)
    let opened = life.world.now.wall
    life.open("app")
    life.pass(.days(1))
    #expect(life.refreshes(of: "app", from: opened, to: opened + .days(1)) >= 2)
    #expect(life.world.usage(of: "app").tier(at: opened + .days(1), QuotaSettings()) == .working)
  }

  @Test func anAppThatNobodyOpenedSinceItCameWaits() {
    var life = QuotaLife(["app"], onBattery: false)
    life.pass(.days(60))
    #expect(life.refreshes.isEmpty)
    life.open("app")
    #expect(life.refreshes["app"]?.count == 1)
  }

  @Test func twoHundredAppsTakeTurns() {
    let apps = (0..<200).map { "app\($0)" }
    var life = QuotaLife(apps, onBattery: false, isPriced: false)
    for app in apps {
      life.world.tell(app, .opened)
      life.world.tell(app, .closed)
    }
    life.pass(.minutes(40))
    let counts = apps.map { life.refreshes[$0]?.count ?? 0 }
    // Two at the same time, ten seconds each: 480 turns.
    #expect(counts.reduce(0, +) >= 470)
    #expect((counts.max() ?? 0) - (counts.min() ?? 0) <= 1)
  }

  @Test(arguments: [true, false])
  func refreshesOfAnAppAreNeverCloserThanTheirDistance(onBattery: Bool) {
    var life = QuotaLife(["app", "other"], onBattery: onBattery, isPriced: false)
    for _ in 0..<4 {
      life.open("app")
      life.open("other")
      life.pass(.hours(6))
    }
    for app in ["app", "other"] {
      let starts = life.refreshes[app] ?? []
      #expect(starts.count > 10)
      #expect(zip(starts.dropFirst(), starts).allSatisfy { $0 - $1 >= .minutes(15) })
    }
    #expect(onBattery != life.world.usage(of: "app").regular.ledger.sessions.isEmpty)
  }
}
