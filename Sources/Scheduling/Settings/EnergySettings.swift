/// What the device may spend on scarce work, and when it counts.
package struct EnergySettings: Hashable, Sendable {
  /// CPU seconds a day: about fifty refreshes of two seconds. Apple publishes no figure; one log line
  /// shows a budget of 188 of an unknown unit.
  package var secondsPerDay = 100.0
  /// Whether power from the mains counts as well, so that the allowance bounds all refreshes of a day.
  package var countsMains = false
  /// How far ahead it is looked when something will be worth its price.
  package var looksAhead = Duration.hours(2)

  package init() {}
}
