/// What refreshes are worth at one moment, and what they must be worth: what apps have in common is
/// reckoned once for all of them.
struct Appraisal {
  let time: LocalTime
  /// What a run must be worth.
  private let price: Double
  private let users: [UInt32: UserHabit]
  /// Of the user who was asked for last.
  private var known: (owner: UInt32, user: UserHabit, moment: UserHabitMoment)?

  init(at time: LocalTime, _ users: [UInt32: UserHabit], _ allowance: EnergyAllowance) {
    self.time = time
    self.users = users
    price = allowance.price(at: time) * allowance.usualSeconds
  }

  /// Whether a refresh of an app with that habit is worth its price.
  mutating func affords(
    _ habit: AppHabit, lastRefreshed: LocalTime?, of owner: UInt32
  ) -> Bool {
    let (user, moment) = self.user(owner)
    let worth = user.worth(of: habit, lastRefreshed: lastRefreshed, at: moment)
    return worth > 0 && worth >= price
  }

  private mutating func user(_ owner: UInt32) -> (UserHabit, UserHabitMoment) {
    if let known, known.owner == owner { return (known.user, known.moment) }
    let user = users[owner] ?? UserHabit()
    let moment = user.moment(at: time)
    known = (owner, user, moment)
    return (user, moment)
  }
}
