/// The valuations of refreshes at one moment, and the price that they must reach. Values that apps have in common are
/// calculated once for all of them.
struct BatchValuation {
  private let costs: RefreshCosts
  private let allowance: EnergyAllowance
  /// The price of a run whose benefit mostly comes soon.
  private var price: Double
  private let users: [UInt32: UserHabit]
  private var time: LocalTime
  /// The owner of the last app; `nil` before the first. The fields below belong to this user.
  private var owner: UInt32?
  private var moment: UserHabitMoment
  private var weights: UserHabitSigns
  private var user = Self.unknownUser
  /// The weight of turns: see `UserHabit.turnWeight`.
  private var turnWeight = 0.0
  /// The price at this moment.
  private var presentPrice = 0.0
  /// The rough price: a refresh with a rough valuation below it is also below the exact price.
  private var roughPrice: Double
  /// The rough price as a share of the price.
  private var roughShare = 0.0
  // Memory that is used again for each eight apps, and each moment.
  private var signs = SignLanes<RoughBatch8>()
  private var requested: [UInt8] = []

  /// Made once, since it allocates memory.
  private static let unknownUser = UserHabit()

  /// Creates a valuation at `time`. The values of a user are only computed with the first app of that user.
  init(
    at time: LocalTime, _ users: [UInt32: UserHabit], _ allowance: EnergyAllowance,
    _ costs: RefreshCosts
  ) {
    self.costs = costs
    self.allowance = allowance
    self.time = time
    self.users = users
    price = costs.price(allowance, at: time)
    // The user is not set yet.
    moment = UserHabitMoment(
      time: time, share: 1, nextShare: 1, slowDays: 0, fastDays: 0, quickDays: 0, dayShare: 1,
      session: .zero, previous: nil)
    weights = UserHabitWeights.usual
    roughPrice = 0
  }

  /// Continues at another moment, without the values of a user that stay the same.
  mutating func move(to time: LocalTime) {
    self.time = time
    price = costs.price(allowance, at: time)
    if owner != nil { setMoment() }
  }

  /// Returns whether a refresh of `app` is worth its price now, or is due regardless of its worth.
  mutating func affords(_ app: PricedApp) -> Bool {
    if isDue(app) { return true }
    guard isStale(app) else { return false }
    if owner != app.owner { switchUser(to: app.owner) }
    let worth = user.worth(of: app.habit, lastRefreshed: app.lastRefreshed, costs, at: moment)
    return worth > 0 && worth >= presentPrice
  }

  /// Returns the members of `classes` whose apps in `apps` are worth their price, in no particular order. With
  /// `onlySome`, returns only a few. Nearly all are far below the price at nearly all times, which a rough valuation of
  /// eight at a time shows for far less.
  mutating func affordable(
    _ classes: some Sequence<Int>, of apps: PricedApps, onlySome: Bool
  ) -> [Int] {
    // One bit for each requested app.
    requested.removeAll(keepingCapacity: true)
    requested.append(contentsOf: repeatElement(0, count: apps.lanes.count))
    // A span avoids a copy of the large values, few of which need an exact valuation.
    let all = apps.all.span
    for index in classes where isStale(all[index]) || isDue(all[index]) {
      requested[index / HabitLanes.count] |= 1 << UInt8(index % HabitLanes.count)
    }
    var affordable: [Int] = []
    for eight in requested.indices where requested[eight] != 0 {
      add(requested[eight], of: eight, apps, to: &affordable)
      if onlySome && !affordable.isEmpty { break }
    }
    return affordable
  }

  /// Adds the requested ones of eight apps, one bit for each, that are worth their price.
  private mutating func add(
    _ requested: UInt8, of eight: Int, _ apps: PricedApps, to affordable: inout [Int]
  ) {
    let first = eight * HabitLanes.count
    // Spans avoid copies, as above.
    let (all, lanes) = (apps.all.span, apps.lanes.span)
    var remaining = requested
    while remaining != 0 {
      let owner = all[first + remaining.trailingZeroBitCount].owner
      if self.owner != owner { switchUser(to: owner) }
      var (ofOwner, refreshes) = (UInt8(0), RefreshLanes())
      for lane in Self.lanes(of: remaining) where all[first + lane].owner == owner {
        ofOwner |= 1 << UInt8(lane)
        note(all[first + lane], lane, in: &refreshes)
      }
      remaining &= ~ofOwner
      let worths = moment.worths(
        of: lanes[eight], refreshes, weights, sequence: costs.sequence, turnWeight: turnWeight,
        &signs)
      let mayBeWorth = worths.areNotUnder(roughPrice)
      guard mayBeWorth & ofOwner != 0 || costs.isOnMains else { continue }
      for lane in Self.lanes(of: ofOwner)
      where (mayBeWorth & 1 << UInt8(lane) != 0 || isDue(all[first + lane]))
        && affords(all[first + lane])
      {
        affordable.append(first + lane)
      }
    }
  }

  /// Notes in `lane` the share of `app` in a full worth and, if turns matter, the age of its last refresh.
  @inline(__always)
  private func note(_ app: PricedApp, _ lane: Int, in refreshes: inout RefreshLanes) {
    if turnWeight > 0 { refreshes.ages[lane] = UserHabit.refreshAge(app.lastRefreshed, at: time) }
    refreshes.shares[lane] = costs.share(app.habit, lastRefreshed: app.lastRefreshed, at: time)
  }

  /// Returns the lanes whose bits are set.
  @inline(__always)
  private static func lanes(of bits: UInt8) -> some Sequence<Int> {
    (0..<HabitLanes.count).lazy.filter { bits & 1 << UInt8($0) != 0 }
  }

  @inline(__always)
  private func isStale(_ app: PricedApp) -> Bool {
    app.habit.isStale(at: time, lastRefreshed: app.lastRefreshed, freshness: costs.freshness)
  }

  /// Returns whether a refresh of `app` has no price, or is due regardless of its worth.
  @inline(__always)
  private func isDue(_ app: PricedApp) -> Bool {
    costs.isFree(app.habit, lastRefreshed: app.lastRefreshed)
      || costs.isDue(lastRefreshed: app.lastRefreshed, at: time)
  }

  /// Sets the values that all apps of `owner` share: the user's habit, moment and weights, and the prices at this
  /// moment.
  private mutating func switchUser(to owner: UInt32) {
    user = users[owner] ?? Self.unknownUser
    turnWeight = user.turnWeight(costs.turns)
    self.owner = owner
    weights = user.weights.values
    roughShare = 1 - min(1, UserHabitMoment.roughness(weights))
    setMoment()
  }

  /// Sets the values of the user, and the prices, at this moment.
  private mutating func setMoment() {
    moment = user.moment(at: time, costs)
    presentPrice = price * user.priceFactor(at: moment, patience: costs.patience)
    roughPrice = presentPrice * roughShare
  }
}
