/// The valuations of refreshes of one user's apps at one moment. Values that these apps have in common are calculated
/// once for all of them.
struct UserValuation: Sendable {
  let owner: UInt32
  private let user: UserHabit
  private let costs: RefreshCosts
  private let moment: UserHabitMoment
  private let price: Double
  /// Whether valuations are compared at this moment.
  private let isCompared: Bool

  init(
    of owner: UInt32, _ user: UserHabit, _ allowance: EnergyAllowance, _ costs: RefreshCosts,
    isCompared: Bool, at time: LocalTime
  ) {
    (self.owner, self.user, self.costs, self.isCompared) = (owner, user, costs, isCompared)
    moment = user.moment(at: time, costs)
    price = costs.price(allowance, user, at: moment)
  }

  /// Returns the valuation of a refresh of an app with the habit `habit`.
  func valuation(of habit: AppHabit, lastRefreshed: LocalTime?) -> RefreshValuation {
    // Signs that the user will open the app soon. An app that was never opened has none, and its refresh no worth.
    let signs = habit.lastOpen == nil ? nil : moment.signs(of: habit)
    let causes = signs.map { user.causes(of: habit, $0, at: moment) }
    var cause: WorthCause?
    if let signs, let causes { cause = WorthCause(signs, causes) }
    return RefreshValuation(
      chance: causes?.chance ?? 0,
      worth: user.worth(
        of: habit, causes: causes, lastRefreshed: lastRefreshed, costs, at: moment),
      price: price,
      isCompared: isCompared,
      isFree: costs.isFree(habit, lastRefreshed: lastRefreshed),
      isDue: costs.isDue(lastRefreshed: lastRefreshed, at: moment.time),
      cause: cause)
  }
}
