import Testing

@testable import Scheduling

/// Batches of eight apps give exactly the forecasts, prices and learned weights of single apps. The rough batches never
/// hide an app that is worth its price.
struct HabitLanesTests {
  @Test(arguments: 0..<12)
  func exactSignsAreThoseOfEach(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let (life, now) = Self.life(&generator)
    for _ in 0..<60 {
      let moment = life.user.moment(at: Self.later(now, &generator))
      let habits = Self.opened(life, &generator)
      let signs = moment.signs(of: Self.lanes(habits))
      var lanesOfMoment = HabitLanes()
      for (lane, habit) in habits.enumerated() {
        lanesOfMoment.setHabit(habit, inLane: lane, forSignsAt: moment.clock)
      }
      let signsOfMoment = moment.signs(of: lanesOfMoment)
      for (lane, habit) in habits.enumerated() {
        let single = moment.signs(of: habit)
        for index in single.indices {
          let bits = single[index].bitPattern
          #expect(signs[index].lanes[lane].bitPattern == bits, "sign \(index)")
          #expect(signsOfMoment[index].lanes[lane].bitPattern == bits, "sign \(index) of a moment")
        }
      }
    }
  }

  @Test(arguments: 0..<12, [0.2, 10])
  func roughWorthsAreOffByLittle(seed: UInt64, sequence: Double) {
    var generator = SeededGenerator(seed: seed)
    let (life, now) = Self.life(&generator)
    let weights = life.user.weights.values
    for _ in 0..<60 {
      let moment = life.user.moment(at: Self.later(now, &generator))
      let habits = Self.opened(life, &generator)
      let lanes = Self.lanes(habits)
      let rough: RoughBatch8 = moment.worths(
        of: lanes, RefreshLanes(), weights, sequence: sequence, turnWeight: 0)
      let exact: ExactBatch8 = moment.worths(
        of: lanes, RefreshLanes(), weights, sequence: sequence, turnWeight: 0)
      for (lane, habit) in habits.enumerated() {
        let worth = moment.worth(of: habit, weights, sequence: sequence)
        #expect(exact.lanes[lane].bitPattern == worth.bitPattern)
        #expect(
          abs(Double(rough.lanes[lane]) - worth) <= worth * UserHabitMoment.roughness(weights) / 10)
      }
    }
  }

  @Test(arguments: 0..<6)
  func silenceTeachesAsOneByOne(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let (life, now) = Self.life(&generator)
    var together = life.user.weights
    var single = together
    for count in 1...8 {
      let moment = life.user.moment(at: Self.later(now, &generator))
      let habits = Array(Self.opened(life, &generator).prefix(count))
      together.learnSilence(
        moment.signs(of: Self.lanes(habits)), count: habits.count)
      for habit in habits { single.learn(moment.signs(of: habit), wasOpened: false) }
      #expect(together == single)
      together.settle()
      single.settle()
      #expect(together == single)
    }
  }

  @Test(arguments: 0..<12)
  func whatIsAffordableIsWhatIsAffordedOneByOne(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let (life, now) = Self.life(&generator)
    var user = life.user
    user.likeness = [0, 50, 1000][Int(seed) % 3]
    let users = [UInt32(1000): user, 1001: UserHabit()]
    var apps = PricedApps()
    for (index, habit) in life.apps.enumerated() {
      let app = PricedApp(
        owner: index % 7 == 6 ? 1001 : 1000, habit: habit,
        lastRefreshed: Bool.random(using: &generator) ? now : nil)
      apps.put(app, at: index)
    }
    var (affordable, all) = (0, 0)
    for _ in 0..<60 {
      let time = Self.later(now, &generator)
      var allowance = EnergyAllowance(secondsPerDay: 60)
      allowance.level = Double.random(in: -12...1, using: &generator)
      var costs = RefreshCosts(
        EnergySettings(), isOnMains: Bool.random(using: &generator), isMetered: false)
      costs.mains = exp2(Double.random(in: -12...1, using: &generator))
      let valuation = BatchValuation(
        at: time, BatchValuation.Inputs(users: users, allowance: allowance, costs: costs))
      var (sieve, each) = (valuation, valuation)
      let classes = apps.all.indices.shuffled(using: &generator)
      let afforded = classes.filter { each.affords(apps.all[$0]) }
      let found = sieve.affordable(classes, of: apps, onlySome: false)
      #expect(found.sorted() == afforded.sorted())
      var first = valuation
      let some = first.affordable(classes, of: apps, onlySome: true)
      #expect(some.isEmpty == afforded.isEmpty && Set(some).isSubset(of: afforded))
      (affordable, all) = (affordable + afforded.count, all + apps.all.count)
    }
    // Otherwise the test would show nothing.
    #expect(affordable > 0 && affordable < all)
  }

  /// Thirty apps, some of them never opened, over some weeks with hours of many opens.
  private static func life(_ generator: inout SeededGenerator) -> (HabitLife, LocalTime) {
    var life = HabitLife(apps: 30)
    var time = HabitLife.time(0, 0)
    for _ in 0..<500 {
      time = time + .minutes(Int.random(in: 1..<200, using: &generator) / 2)
      let app = Int.random(in: 0..<27, using: &generator)
      life.open(Bool.random(using: &generator) ? app % 5 : app, at: time)
    }
    return (life, time)
  }

  /// Most times are within hours, some within months, and some before the last open.
  private static func later(
    _ now: LocalTime, _ generator: inout SeededGenerator
  ) -> LocalTime {
    let most = [20, 200, 3000, 200_000].randomElement(using: &generator) ?? 20
    return now + .minutes(Int.random(in: -5..<most, using: &generator))
  }

  private static func opened(
    _ life: HabitLife, _ generator: inout SeededGenerator
  ) -> [AppHabit] {
    let opened = life.apps.filter { $0.lastOpen != nil }.shuffled(using: &generator)
    return Array(opened.prefix(Int.random(in: 1...8, using: &generator)))
  }

  private static func lanes(_ habits: [AppHabit]) -> HabitLanes {
    var lanes = HabitLanes()
    for (lane, habit) in habits.enumerated() { lanes.setHabit(habit, inLane: lane) }
    return lanes
  }
}
