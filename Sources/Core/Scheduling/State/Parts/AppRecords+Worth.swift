// The present worth of refreshes, and the worth that they must have.
extension AppRecords {
  /// Returns the inputs of the valuations of refreshes at these costs.
  func valuationInputs(_ costs: RefreshCosts) -> BatchValuation.Inputs {
    BatchValuation.Inputs(users: habitOfUser, allowance: allowance, costs: costs)
  }

  /// Returns the valuations of refreshes of the apps of `owner` at `time`.
  func valuation(
    ofAppsOf owner: UInt32, _ costs: RefreshCosts, at time: LocalTime
  ) -> UserValuation {
    UserValuation(
      of: owner, habitOfUser[owner] ?? UserHabit(), allowance, costs,
      isCompared: comparesWorths(at: time), at: time)
  }

  /// Returns whether worths are compared at `time`: for a minute from each slot of the calendar, and from each open,
  /// which may show which other apps the user will open, and for seconds from each unlocking.
  func comparesWorths(at time: LocalTime) -> Bool {
    if UserHabit.isSlot(time) { return true }
    guard settings.value.energy.comparesAtOpens else { return false }
    /// Returns whether less than `duration` has passed since `moment`.
    func isRecent(_ moment: LocalTime?, _ duration: Duration) -> Bool {
      moment.map { $0 <= time && time - $0 < duration } ?? false
    }
    return isRecent(allowance.lastUse, UserHabit.comparisonTime)
      || isRecent(unlocked, UserHabit.unlockingTime)
  }

  /// Returns the next moment before `end` at which a refresh of `app` is worth its price, or is due whatever its worth.
  /// `nil` if there is none.
  func nextSlot(
    for app: App, lastRefreshed: LocalTime?, _ costs: RefreshCosts, after time: LocalTime,
    until end: LocalTime
  ) -> LocalTime? {
    let user = habitOfUser[app.key.owner] ?? UserHabit()
    return user.nextSlot(
      for: app.habit, lastRefreshed: lastRefreshed, costs, after: time, until: end
    ) { worth, moment in
      let isDue = costs.isDue(lastRefreshed: lastRefreshed, at: moment.time)
      return isDue || worth > 0 && worth >= costs.price(allowance, user, at: moment)
    }
  }

  /// Returns the best moment of the next 24 hours to refresh `app`; `nil` if its user's habits are unknown.
  func bestRefresh(
    of app: App, lastRefreshed: LocalTime?, _ costs: RefreshCosts, after time: LocalTime
  ) -> (worth: Double, at: LocalTime)? {
    habitOfUser[app.key.owner]?.optimum(
      for: app.habit, lastRefreshed: lastRefreshed, costs, after: time)
  }
}
