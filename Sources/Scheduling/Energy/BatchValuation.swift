/// What refreshes are worth at one moment, and what they must be worth: what apps have in common is
/// reckoned once for all of them.
struct BatchValuation {
  private let costs: RefreshCosts
  /// What a run must be worth, where most of that comes soon.
  private let price: Double
  private let users: [UInt32: UserHabit]
  private let time: LocalTime
  /// Of the user who was asked for last.
  private var owner: UInt32?
  private var moment: UserHabitMoment
  private var weights: UserHabitSigns
  private var user = UserHabit()
  private var turning = 0.0
  /// What it must be worth now.
  private var presentPrice = 0.0
  /// What is roughly worth less is worth less.
  private var roughPrice: Double

  init(
    at time: LocalTime, _ users: [UInt32: UserHabit], _ allowance: EnergyAllowance,
    _ costs: RefreshCosts
  ) {
    self.costs = costs
    self.time = time
    self.users = users
    price = costs.price(allowance, at: time)
    // Of nobody yet.
    moment = UserHabitMoment(
      time: time, share: 1, nextShare: 1, slowDays: 0, fastDays: 0, quickDays: 0, dayShare: 1,
      session: .zero,
      recent: [])
    weights = UserHabitWeights.usual
    roughPrice = 0
  }

  /// Whether a refresh of the app is worth its price.
  mutating func affords(_ app: PricedApp) -> Bool {
    if isDue(app) { return true }
    guard isStale(app) else { return false }
    if owner != app.owner { turn(to: app.owner) }
    let worth = user.worth(of: app.habit, lastRefreshed: app.lastRefreshed, costs, at: moment)
    return worth > 0 && worth >= presentPrice
  }

  /// Those of `queues` whose apps, which stand in `apps`, are worth their price; no more than the first
  /// few where `onlySome`. Nearly all are far from it at nearly all times, which is seen roughly, eight
  /// at a time, for far less.
  mutating func affordable(
    _ queues: [Int], of apps: [PricedApp], onlySome: Bool
  ) -> [Int] {
    var affordable: [Int] = []
    var sieve = HabitLanes()
    var sifted = InlineArray<8, Int>(repeating: 0)
    // Not copied: they are large, and few of them are looked at closely.
    let all = apps.span
    for queue in queues where isStale(all[queue]) || isDue(all[queue]) {
      if owner != all[queue].owner {
        pass(&sieve, sifted, apps, &affordable)
        turn(to: all[queue].owner)
      }
      sifted[sieve.filled] = queue
      sieve.append(
        all[queue].habit,
        refreshAge: turning > 0 ? UserHabit.refreshAge(all[queue].lastRefreshed, at: time) : 1,
        share: costs.share(all[queue].habit, lastRefreshed: all[queue].lastRefreshed, at: time),
        at: moment)
      if sieve.isFull { pass(&sieve, sifted, apps, &affordable) }
      if onlySome && !affordable.isEmpty { return affordable }
    }
    pass(&sieve, sifted, apps, &affordable)
    return affordable
  }

  /// Empties `sieve`, and reckons exactly what it lets through.
  private mutating func pass(
    _ sieve: inout HabitLanes, _ sifted: InlineArray<8, Int>, _ apps: [PricedApp],
    _ affordable: inout [Int]
  ) {
    guard sieve.filled > 0 else { return }
    defer { sieve.removeAll() }
    let mayBeWorth = moment.worths(of: sieve, weights, turning: turning, Rough.self) .>= roughPrice
    guard mayBeWorth.isTrueOfAny || costs.isOnMains else { return }
    for lane in 0..<sieve.filled
    where (mayBeWorth[lane] || isDue(apps[sifted[lane]])) && affords(apps[sifted[lane]]) {
      affordable.append(sifted[lane])
    }
  }

  @inline(__always)
  private func isStale(_ app: PricedApp) -> Bool {
    app.habit.isStale(at: time, lastRefreshed: app.lastRefreshed, freshness: costs.freshness)
  }

  @inline(__always)
  private func isDue(_ app: PricedApp) -> Bool {
    costs.isFree(app.habit, lastRefreshed: app.lastRefreshed)
      || costs.isDue(lastRefreshed: app.lastRefreshed, at: time)
  }

  private mutating func turn(to owner: UInt32) {
    user = users[owner] ?? UserHabit()
    turning = user.turning(costs.turns)
    self.owner = owner
    moment = user.moment(at: time)
    weights = user.weights.values
    presentPrice = price * user.delay(at: moment, patience: costs.patience)
    roughPrice = presentPrice * (1 - min(1, UserHabitMoment.roughness(weights)))
  }
}
