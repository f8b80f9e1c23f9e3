/// The energy that the device can spend on scarce work, and when it counts.
package struct EnergySettings: Hashable, Sendable {
  /// The number of refreshes of a day.
  package enum Refreshes: Hashable, Sendable {
    /// Those that `secondsPerDay` pays for on battery, and all useful ones on external power.
    case asManyAsUseful
    /// About this many, on battery and on external power.
    case upTo(Int)
  }

  package var refreshes = Refreshes.asManyAsUseful
  /// CPU seconds a day: about fifty refreshes of two seconds. Apple publishes no figure; one log line shows a budget of
  /// 188 of an unknown unit.
  package var secondsPerDay = 100.0
  /// Whether power from the mains also counts, so that the allowance bounds all refreshes of a day.
  package var countsMains = false
  /// Whether valuations are also compared at openings and unlocking, and not only every ten minutes.
  package var comparesAtOpens = true
  /// The patience of refreshes that wait for likelier ones later within the hour: one divided by the share of a user's
  /// opens with no open before them that would have triggered another comparison. 1 assumes no such earlier opens; 0
  /// never waits.
  package var patience = 1.0
  /// The weight of the time since an app's refresh, if chance and truth contribute equally to the known differences
  /// between apps. So small that it decides only between apps that are otherwise equal.
  package var turns = 0.005
  /// The preference of apps that usually follow the app opened last: the power of their imminence by which their worth
  /// rises (`OpenCauses.imminence`). 0: sequences have no effect at all.
  package var sequence = 0.15
  /// The least value of a refresh on external power, if that does not count against the allowance. 1 is an app that is
  /// opened about once a day and certain to be opened within the hour; 0 sets no minimum.
  package var mainsPrice = 0.005
  /// The least value for its network cost, and the addition on a metered network.
  package var networkPrice = 0.005
  package var meteredPrice = 0.02
  /// The age at which an app is refreshed on external power regardless of its value: once in a night's sleep, so that
  /// an unknown habit excludes no app.
  package var longestAgeOnMains = Duration.hours(8)
  /// The time in which a future valuation above the price is searched.
  package var looksAhead = Duration.hours(2)

  package init() {}

  /// Whether the allowance counts refreshes, and not their processor time.
  var countsRefreshes: Bool { refreshes != .asManyAsUseful }
  /// Whether refreshes on external power use the allowance.
  var limitsMains: Bool { countsMains || countsRefreshes }

  /// The daily allowance: CPU seconds, or a number of refreshes.
  var allowancePerDay: Double {
    switch refreshes {
    case .asManyAsUseful: secondsPerDay
    case .upTo(let count): Double(max(1, count))
    }
  }
}
