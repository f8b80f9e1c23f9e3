// What refreshes are worth now, and what they must be worth.
extension AppRecords {
  /// What all apps have in common at `time`.
  func appraisal(at time: LocalTime) -> BatchValuation {
    BatchValuation(at: time, users, allowance)
  }

  /// What a refresh of `app` is worth at `time`.
  ///
  /// - Parameter isFree: Power costs nothing.
  func offer(
    of app: App, lastRefreshed: LocalTime?, isFree: Bool, at time: LocalTime
  ) -> RefreshValuation {
    let user = users[app.key.owner] ?? UserHabit()
    let moment = user.moment(at: time)
    return RefreshValuation(
      chance: user.chance(of: app.habit, at: moment),
      worth: user.worth(of: app.habit, lastRefreshed: lastRefreshed, at: moment),
      price: allowance.price(at: time) * allowance.usualSeconds,
      isLookedAt: UserHabit.isLook(time), isFree: isFree)
  }

  /// The next moment at which a refresh of `app` is worth its price, before `end`; nil where none is.
  func nextSlot(
    for app: App, lastRefreshed: LocalTime?, after time: LocalTime, until end: LocalTime
  ) -> LocalTime? {
    (users[app.key.owner] ?? UserHabit()).nextSlot(
      for: app.habit, lastRefreshed: lastRefreshed, after: time, until: end
    ) { allowance.affords(worth: $0, at: $1) }
  }

  /// The best moment of the next 24 hours to refresh `app`; nil where nothing is known of its user.
  func bestRefresh(
    of app: App, lastRefreshed: LocalTime?, after time: LocalTime
  ) -> (worth: Double, at: LocalTime)? {
    users[app.key.owner]?.optimum(for: app.habit, lastRefreshed: lastRefreshed, after: time)
  }
}
