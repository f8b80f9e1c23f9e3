/// The numbers behind habits of the device and the best moment ahead. Those without another source
/// are ours, chosen on principle and checked on recorded phones.
package struct ForecastSettings: Hashable, Sendable {
  /// After so much time a habit counts half: a new habit outweighs an old one within a week.
  package var habitHalfLife = Duration.days(7)
  /// Days of habits below which nothing is forecast.
  package var leastDays = 3
  /// Until then, days of people in general that count beside the device's own for how long an interval lasts; 0 for none.
  package var usualDays = 1.0
  /// Not before the device has been observed for so long.
  package var usualAfter = Duration.hours(3)
  /// Hours of knowledge as which the hour of the day (weekdays, or weekends) counts beside one hour
  /// of the week.
  package var dayHourStrength = 4.0
  /// Hours of knowledge as which what is more general counts beside one hour of the day.
  package var generalStrength = 2.0
  /// How much the hours before and after count for an hour of the day: people are not punctual.
  package var neighbourShare = 0.5
  /// A machine that was off for longer has not changed its habits; the rest is not learned.
  package var longestAbsence = Duration.days(7)

  /// A request waits while it may expect more than this much permitted time that scores better.
  package var betterTimeLeft = Duration.hours(1)
  /// The same as a share of the window, for long windows: the greater of the two counts.
  package var betterTimeShare = 0.02

  /// What each further interval leaves of the knowledge of those before it: intervals that flap come in
  /// a row, so about ten count.
  package var spellMemory = 0.9
  /// Spells as which the rule "what has lasted so long will last as long again" counts.
  package var spellStrength = 2.0
  /// The chance with which a budget must be held by the interval that it begins in; of 0 none is cut. Of laptops that work
  /// slower than others budgets that were cut at even odds ended more runs than their users did.
  package var budgetChance = 0.0
  /// No budget is cut below this to fit into an interval.
  package var shortestHeldBudget = Duration.seconds(60)
  /// The greatest chance that a start needs before the device's own days are known: four in five are had after twenty
  /// minutes of an interval, so that a lunch break will do.
  package var surenessWithoutForecast = 0.8
  /// The greatest chance that a start ever needs.
  package var highestSureness = 0.95

  /// How long a run is taken to be at most, where nothing says how long it is: a budget is no guess
  /// of what a run takes.
  package var assumedRun = Duration.minutes(5)
  /// Habits are kept on disk with the first change of the device after so much time: what a crash may
  /// lose of them.
  package var keptEvery = Duration.minutes(15)

  package init() {}
}
