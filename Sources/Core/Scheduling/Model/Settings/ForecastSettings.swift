/// The settings of device habits and of the best future moment. Values without another source are ours, chosen on
/// principle and checked on recorded phones.
package struct ForecastSettings: Hashable, Sendable {
  /// The time after which a habit counts half: a new habit outweighs an old one within a week.
  package var habitHalfLife = Duration.days(7)
  /// The days of habits below which there is no forecast.
  package var leastDays = 3
  /// Days of average users that are added until then for the length of an interval; 0 for none.
  package var usualDays = 1.0
  /// The observation time before which they are not used.
  package var usualAfter = Duration.hours(3)
  /// The weight of the hour of the day (weekdays, or weekends), in hours of knowledge, next to one hour of the week.
  package var dayHourStrength = 4.0
  /// The weight of more general knowledge, in hours, next to one hour of the day.
  package var generalStrength = 2.0
  /// The weight of the neighbouring hours for an hour of the day: people are not punctual.
  package var neighbourShare = 0.5
  /// The longest learned absence; a machine that was off for longer has not changed its habits.
  package var longestAbsence = Duration.days(7)

  /// The expected permitted time with a better score above which a request waits.
  package var betterTimeLeft = Duration.hours(1)
  /// The same as a share of the window, for long windows: the greater of the two applies.
  package var betterTimeShare = 0.02

  /// The factor by which each further interval reduces the knowledge of earlier ones. Flapping intervals come in a row,
  /// so about ten count.
  package var spellMemory = 0.9
  /// The weight, in intervals, of the rule that an interval will last as long again as it has lasted.
  package var spellStrength = 2.0
  /// The chance with which an interval must be long enough for the budget that begins in it; with 0 no budget is cut.
  /// On slow laptops, budgets that were cut at even odds ended more runs than their users did.
  package var budgetChance = 0.0
  /// The least budget after a cut to fit into an interval.
  package var shortestHeldBudget = Duration.seconds(60)
  /// The greatest chance that a start needs before the device's own days are known. Four in five are reached after
  /// twenty minutes of an interval, so that a lunch break is enough.
  package var surenessWithoutForecast = 0.8
  /// The greatest chance that a start ever needs.
  package var highestSureness = 0.95

  /// The longest assumed length of a run of unknown length: a budget is no estimate of a run's length.
  package var assumedRun = Duration.minutes(5)
  /// The least time between two writes of habits, with the first change of the device after it. A crash may lose this
  /// much of them.
  package var keptEvery = Duration.minutes(15)

  package init() {}
}
