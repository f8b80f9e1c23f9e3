/// What refreshes are worth at one moment, and what they must be worth: what apps have in common is
/// reckoned once for all of them.
struct Appraisal {
  /// What a run must be worth.
  private let price: Double
  private let users: [UInt32: UserHabit]
  private let time: LocalTime
  /// Of the user who was asked for last.
  private var owner: UInt32?
  private var moment: UserHabitMoment
  private var weights: UserHabitSigns
  /// What is roughly worth less is worth less.
  private var roughPrice: Double

  init(at time: LocalTime, _ users: [UInt32: UserHabit], _ allowance: EnergyAllowance) {
    self.time = time
    self.users = users
    price = allowance.price(at: time) * allowance.usualSeconds
    (moment, weights) = (UserHabit().moment(at: time), UserHabitWeights.usual)
    roughPrice = 0
  }

  /// Whether a refresh of the app is worth its price.
  mutating func affords(_ app: HeldApp) -> Bool {
    guard app.habit.isStale(at: time, lastRefreshed: app.lastRefreshed) else { return false }
    if owner != app.owner { turn(to: app.owner) }
    // Nearly all apps are far from it at nearly all times.
    guard moment.worth(of: app.habit, weights, Rough.self) >= roughPrice else { return false }
    let worth = moment.worth(of: app.habit, weights, Exact.self)
    return worth > 0 && worth >= price
  }

  private mutating func turn(to owner: UInt32) {
    let user = users[owner] ?? UserHabit()
    self.owner = owner
    moment = user.moment(at: time)
    weights = user.weights.values
    roughPrice = price * (1 - min(1, UserHabitMoment.roughness(weights)))
  }
}
