/// What a refresh costs at present, whatever the app: what feeds the device, and what carries it.
package struct RefreshCosts: Hashable, Sendable {
  /// The device is on external power, and its allowance does not count that.
  var isOnMains: Bool
  /// How often a user's opens come before which nothing else was opened: see `UserHabit.delay`.
  var patience = 0.0
  /// How much turns count: see `UserHabit.turn`.
  var turns = 0.0
  /// What a run on external power must be worth; 0 asks nothing of it.
  var mains: Double
  /// What a run must be worth for its network, beside its energy.
  var network: Double
  /// On external power, after how long what was refreshed is refreshed whatever it is worth.
  var longestAge: Duration

  /// Those of an allowance alone.
  package init() {
    (isOnMains, mains, network, longestAge) = (false, 0, 0, .zero)
  }

  package init(_ settings: EnergySettings, isOnMains: Bool, isMetered: Bool) {
    self.isOnMains = isOnMains
    mains = settings.mainsPrice
    network = settings.networkPrice + (isMetered ? settings.meteredPrice : 0)
    longestAge = settings.longestAgeOnMains
    (patience, turns) = (settings.patience, settings.turns)
  }

  /// What a run must be worth at `time`, at what runs usually cost, and where most of that worth comes soon.
  func price(_ allowance: EnergyAllowance, at time: LocalTime) -> Double {
    network + (isOnMains ? mains : allowance.price(at: time) * allowance.usualSeconds)
  }

  /// What a run for `user` must be worth at `moment`.
  func price(
    _ allowance: EnergyAllowance, _ user: UserHabit, at moment: UserHabitMoment
  ) -> Double {
    price(allowance, at: moment.time) * user.delay(at: moment, patience: patience)
  }

  /// How long what was refreshed is left alone, in nanoseconds: a minute less than the hour for which it is fresh, or else what was
  /// refreshed just after a comparison would be fresh still at the one an hour later, and stale for ten minutes more. On external
  /// power, where nothing has to be saved for, until the next comparison.
  var freshness: Int64 { isOnMains ? Self.leftAloneOnMains : Self.leftAlone }
  private static let leftAlone = (AppHabit.freshness - UserHabit.look).nanoseconds
  private static let leftAloneOnMains = UserHabit.slot.nanoseconds

  /// Of what a refresh of an app that is out of date would be worth, the share that one of this app is worth at `time`. On external
  /// power, what is half an hour old stays fresh for half of the next hour.
  @inline(__always)
  func share(_ habit: AppHabit, lastRefreshed: LocalTime?, at time: LocalTime) -> Double {
    let share = habit.share(at: time)
    guard isOnMains, let lastRefreshed, lastRefreshed <= time else { return share }
    return min(share, time.seconds(since: lastRefreshed) / AppHabit.freshness.seconds)
  }

  /// Whether nothing is asked of a refresh: on external power, where the user has opened the app since the last one.
  func isFree(_ habit: AppHabit, lastRefreshed: LocalTime?) -> Bool {
    guard isOnMains else { return false }
    if mains == 0 { return true }
    guard let lastRefreshed, let lastOpen = habit.lastOpen else { return true }
    return lastRefreshed <= lastOpen
  }

  /// Whether a refresh is due at `time` whatever it is worth: also where the clock was set back behind the last one.
  func isDue(lastRefreshed: LocalTime?, at time: LocalTime) -> Bool {
    guard isOnMains, let lastRefreshed, lastRefreshed <= time else { return isOnMains }
    return time - lastRefreshed >= longestAge
  }
}
