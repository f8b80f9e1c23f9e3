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
  /// The weight of turns: see `UserHabit.turnWeight`.
  private var turnWeight = 0.0
  /// The price at this moment.
  private var presentPrice = 0.0
  /// The rough price: a refresh with a rough valuation below it is also below the exact price.
  private var roughPrice: Double
  /// The rough price as a share of the price.
  private var roughShare = 0.0
  /// Memory that is used again for each moment.
  private var candidates: [UInt8] = []

  /// The habits, the allowance and the costs that the valuations of all moments read.
  struct Inputs: Sendable {
    let users: [UInt32: UserHabit]
    let allowance: EnergyAllowance
    let costs: RefreshCosts
  }

  /// Made once, since it allocates memory.
  private static let unknownUser = UserHabit()

  /// Creates a valuation at `time`. The values of a user are only computed with the first app of that user.
  init(at time: LocalTime, _ inputs: Inputs) {
    costs = inputs.costs
    allowance = inputs.allowance
    self.time = time
    users = inputs.users
    price = costs.price(allowance, at: time)
    // Placeholders: `switchUser` sets the values of the first user.
    moment = UserHabitMoment(
      time: time, share: 1, nextShare: 1, slowDays: 0, fastDays: 0, quickDays: 0, dayShare: 1,
      session: .zero, previous: nil)
    weights = UserHabitWeights.usual
    roughPrice = 0
  }

  /// Continues at another moment. Computes only the values that depend on the time, and keeps the other ones of the
  /// present user.
  mutating func move(to time: LocalTime) {
    self.time = time
    price = costs.price(allowance, at: time)
    // Before the first app, no user is known: `switchUser` then sets these values.
    if let owner { setMoment(of: users[owner] ?? Self.unknownUser) }
  }

  /// Returns whether a refresh of `app` is worth its price now, or is due regardless of its worth.
  mutating func affords(_ app: PricedApp) -> Bool {
    if isDue(app) { return true }
    guard isStale(app) else { return false }
    if owner != app.owner { switchUser(to: app.owner) }
    let worth = moment.worth(
      of: app.habit, moment.causes(of: app.habit, weights), lastRefreshed: app.lastRefreshed, costs,
      turnWeight: turnWeight)
    return worth > 0 && worth >= presentPrice
  }

  /// Returns the members of `classes` whose apps are worth their price, in no particular order. Each member is an index
  /// in `apps`. With `onlySome`, returns only a few, which suffices to know whether there are any.
  ///
  /// Nearly all apps are far below the price at nearly all times. A rough valuation of eight apps at a time excludes
  /// them; only the other apps get the exact valuation of `affords`.
  mutating func affordable(
    _ classes: some Sequence<Int>, of apps: PricedApps, onlySome: Bool
  ) -> [Int] {
    // For each group of eight apps, a bit for each app that could be refreshed.
    candidates.removeAll(keepingCapacity: true)
    candidates.append(contentsOf: repeatElement(0, count: apps.lanes.count))
    // A span avoids a copy of the large values, few of which need an exact valuation.
    let all = apps.all.span
    for index in classes where isStale(all[index]) || isDue(all[index]) {
      candidates[index / HabitLanes.count] |= 1 << UInt8(index % HabitLanes.count)
    }
    var affordable: [Int] = []
    for group in candidates.indices where candidates[group] != 0 {
      addAffordable(candidates[group], ofGroup: group, apps, to: &affordable)
      if onlySome && !affordable.isEmpty { break }
    }
    return affordable
  }

  /// Adds those of the `candidates` that are worth their price to `affordable`.
  ///
  /// - Parameter candidates: A bit for each app of the group that could be refreshed.
  /// - Parameter group: The index of eight apps in `apps.lanes`.
  private mutating func addAffordable(
    _ candidates: UInt8, ofGroup group: Int, _ apps: PricedApps, to affordable: inout [Int]
  ) {
    let firstApp = group * HabitLanes.count
    // Spans avoid copies, as above.
    let (all, lanes) = (apps.all.span, apps.lanes.span)
    // The apps of one user at a time, since habit, weights and prices are those of a user.
    var remaining = candidates
    while remaining != 0 {
      let owner = all[firstApp + remaining.trailingZeroBitCount].owner
      if self.owner != owner { switchUser(to: owner) }
      // A bit for each remaining app of this owner.
      var lanesOfOwner = UInt8(0)
      var refreshes = RefreshLanes()
      for lane in Self.lanes(of: remaining) where all[firstApp + lane].owner == owner {
        lanesOfOwner |= 1 << UInt8(lane)
        setRefresh(all[firstApp + lane], lane, in: &refreshes)
      }
      remaining &= ~lanesOfOwner
      let worths: RoughBatch8 = moment.worths(
        of: lanes[group], refreshes, weights, sequence: costs.sequence, turnWeight: turnWeight)
      let mayBeWorth = worths.areNotUnder(roughPrice)
      // On mains, an app can also be due regardless of its worth.
      guard mayBeWorth & lanesOfOwner != 0 || costs.isOnMains else { continue }
      for lane in Self.lanes(of: lanesOfOwner)
      where (mayBeWorth & 1 << UInt8(lane) != 0 || isDue(all[firstApp + lane]))
        && affords(all[firstApp + lane])
      {
        affordable.append(firstApp + lane)
      }
    }
  }

  /// Sets in `lane` the share of `app` in a full worth and, if turns matter, the age of its last refresh.
  @inline(__always)
  private func setRefresh(_ app: PricedApp, _ lane: Int, in refreshes: inout RefreshLanes) {
    if turnWeight > 0 { refreshes.ages[lane] = UserHabit.refreshAge(app.lastRefreshed, at: time) }
    refreshes.shares[lane] = costs.share(app.habit, lastRefreshed: app.lastRefreshed, at: time)
  }

  /// Returns the lanes whose bits are set: 0 and 2 for the bits 101.
  @inline(__always)
  private static func lanes(of bits: UInt8) -> some Sequence<Int> {
    (0..<HabitLanes.count).lazy.filter { bits & 1 << UInt8($0) != 0 }
  }

  /// Returns whether a refresh of `app` could be of use: its content is stale, or will be before the next comparison.
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
    let user = users[owner] ?? Self.unknownUser
    turnWeight = user.turnWeight(costs.turns)
    self.owner = owner
    weights = user.weights.values
    roughShare = 1 - min(1, UserHabitMoment.roughness(weights))
    setMoment(of: user)
  }

  /// Sets the values of the present user that depend on the time, and the prices for this user.
  private mutating func setMoment(of user: UserHabit) {
    moment = user.moment(at: time, costs)
    presentPrice = price * user.priceFactor(at: moment, patience: costs.patience)
    // Lower by the greatest error of a rough worth, so that no app is excluded that is worth the exact price.
    roughPrice = presentPrice * roughShare
  }
}
