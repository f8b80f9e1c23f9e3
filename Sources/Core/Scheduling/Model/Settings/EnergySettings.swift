/// What the device may spend on scarce work, and when it counts.
package struct EnergySettings: Hashable, Sendable {
  /// CPU seconds a day: about fifty refreshes of two seconds. Apple publishes no figure; one log line
  /// shows a budget of 188 of an unknown unit.
  package var secondsPerDay = 100.0
  /// Whether power from the mains counts as well, so that the allowance bounds all refreshes of a day.
  package var countsMains = false
  /// Whether worths are compared when an app is opened, and not only every ten minutes.
  package var comparesAtOpens = true
  /// How much refreshes wait for what is likelier to come later within the hour: one over the share of a user's opens before
  /// which nothing else was opened that would have had them compared again. 1 supposes that of none; 0 never waits.
  package var patience = 1.0
  /// How much it counts that an app was refreshed long ago, where what is known of apps differs as much by chance as in
  /// truth. So little that only apps count which nothing tells apart.
  package var turns = 0.005
  /// What a refresh on external power must be worth, where that does not count against the allowance. 1 is an app that is
  /// opened about once a day and sure to be opened within the hour; 0 asks nothing of it.
  package var mainsPrice = 0.005
  /// What it must be worth for what its network costs, and what more on a metered one.
  package var networkPrice = 0.005
  package var meteredPrice = 0.02
  /// After how long an app is refreshed on external power whatever that is worth: once in a night's sleep, so that a habit that
  /// is not known yet has no app left alone.
  package var longestAgeOnMains = Duration.hours(8)
  /// How far ahead it is looked when something will be worth its price.
  package var looksAhead = Duration.hours(2)

  package init() {}
}
