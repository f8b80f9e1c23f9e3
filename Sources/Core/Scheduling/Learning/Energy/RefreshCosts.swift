/// The present cost of a refresh, for every app: by the power supply and the network of the device.
package struct RefreshCosts: Hashable, Sendable {
  /// Whether the device is on external power that its allowance does not count.
  var isOnMains: Bool
  /// The patience of refreshes that wait for likelier opens: see `UserHabit.priceFactor`.
  var patience = 0.0
  /// The weight of turns: see `UserHabit.turn`.
  var turns = 0.0
  /// The preference of apps that usually follow the app opened last: see `EnergySettings.sequence`.
  var sequence = 0.0
  /// The least worth of a run on external power; 0 for no minimum.
  var mains: Double
  /// The least worth of a run for its network, in addition to its energy.
  var network: Double
  /// The age after which an app is refreshed on external power regardless of its worth.
  var longestAge: Duration

  /// The costs of an allowance only.
  package init() {
    (isOnMains, mains, network, longestAge) = (false, 0, 0, .zero)
  }

  /// Creates the costs at the prices of `settings`.
  ///
  /// - Parameter isOnMains: Whether the device is on external power that the allowance does not count.
  package init(_ settings: EnergySettings, isOnMains: Bool, isMetered: Bool) {
    self.isOnMains = isOnMains
    mains = settings.mainsPrice
    network = settings.networkPrice + (isMetered ? settings.meteredPrice : 0)
    longestAge = settings.longestAgeOnMains
    (patience, turns, sequence) = (settings.patience, settings.turns, settings.sequence)
  }

  /// Returns the price of a run at `time`, at the usual cost, if most of its worth comes soon.
  func price(_ allowance: EnergyAllowance, at time: LocalTime) -> Double {
    network + (isOnMains ? mains : allowance.price(at: time) * allowance.usualSeconds)
  }

  /// Returns the worth that a refresh must have for `user` at `moment`. It is raised while the user's opens usually
  /// come late.
  func price(
    _ allowance: EnergyAllowance, _ user: UserHabit, at moment: UserHabitMoment
  ) -> Double {
    price(allowance, at: moment.time) * user.priceFactor(at: moment, patience: patience)
  }

  /// The time for which a refreshed app is skipped, in nanoseconds: a minute less than the hour for which it is fresh.
  /// Otherwise an app refreshed just after a comparison would still be fresh at the one an hour later, and stale for
  /// ten minutes after it. On external power, where saving is unnecessary, the time until the next comparison.
  var freshness: Int64 { isOnMains ? Self.skippedForOnMains : Self.skippedFor }
  // Literals: a stored global is looked up at each read, for each app. `AppHabit.freshness` less
  // `UserHabit.comparisonTime`, and `UserHabit.slot`.
  private static var skippedFor: Int64 { 3_540_000_000_000 }
  private static var skippedForOnMains: Int64 { 600_000_000_000 }

  /// Returns the worth of a refresh of this app at `time` as a share of the worth for an outdated app. On external
  /// power, an app that was refreshed half an hour ago stays fresh for half of the next hour.
  @inline(__always)
  func share(_ habit: AppHabit, lastRefreshed: LocalTime?, at time: LocalTime) -> Double {
    let share = habit.share(at: time)
    guard isOnMains, let lastRefreshed, lastRefreshed <= time else { return share }
    return min(share, time.seconds(since: lastRefreshed) / AppHabit.freshSeconds)
  }

  /// Whether a refresh has no price: on external power, if that has no price, if the user has opened the app since the
  /// last refresh, or if there was no refresh or no open yet.
  func isFree(_ habit: AppHabit, lastRefreshed: LocalTime?) -> Bool {
    guard isOnMains else { return false }
    if mains == 0 { return true }
    guard let lastRefreshed, let lastOpen = habit.lastOpen else { return true }
    return lastRefreshed <= lastOpen
  }

  /// Whether a refresh is due at `time` regardless of its worth: on external power, `longestAge` after the last one. It
  /// is also due if there was no refresh, or if the clock was set back before the last one.
  func isDue(lastRefreshed: LocalTime?, at time: LocalTime) -> Bool {
    guard isOnMains else { return false }
    guard let lastRefreshed, lastRefreshed <= time else { return true }
    return time - lastRefreshed >= longestAge
  }
}
