import Scheduling

// Energy, habits, and forecasts.
extension PolicyKey {
  private static let device = PolicyGroup(prefix: "energy.", root: \.energy)

  static let energy: [PolicyKey] = [
    device.key(
      "refreshes", \.refreshes, .refreshes,
      "refreshes a day; a number replaces `energy.seconds-per-day`, also on external power"),
    device.key(
      "seconds-per-day", \.secondsPerDay, .number(0.1...1_000_000),
      "processor seconds a day for refreshes on battery"),
    device.key(
      "counts-mains", \.countsMains, .flag, "whether refreshes on external power also count"),
    device.key(
      "looks-ahead", \.looksAhead, .duration(.minutes(10) ... .days(7)),
      "time that is searched in advance for a moment at which a refresh is worth its price"),
    device.key(
      "compares-at-opens", \.comparesAtOpens, .flag,
      "whether refreshes are compared at openings and unlocking, and not only every ten minutes"),
    device.key(
      "patience", \.patience, .number(0...100),
      "strength with which refreshes wait for use that is likelier later in the hour; 0: no wait"),
    device.key(
      "turns", \.turns, .number(0...100),
      "strength with which apps with similar use are refreshed in turn; 0: no turns"),
    device.key(
      "sequence", \.sequence, .number(0...10),
      "strength with which refreshes prefer apps that usually follow the last opened; 0: none"),
    device.key(
      "mains-price", \.mainsPrice, .number(0...100),
      "minimum worth of a refresh on external power; 1: certain use of a daily app; 0: no minimum"),
    device.key(
      "network-price", \.networkPrice, .number(0...100),
      "addition to the minimum worth of a refresh, for its use of the network"),
    device.key(
      "metered-price", \.meteredPrice, .number(0...100),
      "addition to `energy.network-price` on a metered network"),
    device.key(
      "longest-age-on-mains", \.longestAgeOnMains, .duration(.hours(1) ... .days(366)),
      "age of a refresh at which it is repeated on external power regardless of its worth"),
  ]

  private static let habits = PolicyGroup(prefix: "forecast.", root: \.forecast)
  private static let strength = PolicyForm.number(0.001...1_000_000)

  static let forecast: [PolicyKey] = [
    habits.key(
      "habit-half-life", \.habitHalfLife, .duration(.hours(1) ... .days(3660)),
      "observed time after which a habit counts half; if shorter, habits adapt faster"),
    habits.key(
      "least-days", \.leastDays, .count(0...366), "days of observation before the first forecast"),
    habits.key(
      "usual-days", \.usualDays, .number(0...366),
      "weight of an average user's habits before the first forecast, in days; 0: none"),
    habits.key(
      "usual-after", \.usualAfter, .duration(.zero ... .days(366)),
      "time of observation before an average user's habits are used"),
    habits.key(
      "day-hour-strength", \.dayHourStrength, strength,
      "weight of the same hour of similar days in a forecast, in hours of observation"),
    habits.key(
      "general-strength", \.generalStrength, strength,
      "weight of averages over all days and hours in a forecast, in hours of observation"),
    habits.key(
      "neighbour-share", \.neighbourShare, .share(),
      "weight of the hours before and after in the forecast of an hour"),
    habits.key(
      "longest-absence", \.longestAbsence, .duration(.hours(1) ... .days(366)),
      "longest time asleep or off that habits learn; of a longer one, they learn the end"),
    habits.key(
      "better-time-left", \.betterTimeLeft, .duration(.seconds(1) ... .days(7)),
      "expected time of better moments above which a request waits; if longer, requests wait less"),
    habits.key(
      "better-time-share", \.betterTimeShare, .share(),
      "part of the window that replaces `forecast.better-time-left` if it is longer"),
    habits.key(
      "spell-memory", \.spellMemory, .share(),
      "part of past intervals' weight left after a new one; if greater, forecasts adapt slower"),
    habits.key(
      "spell-strength", \.spellStrength, strength,
      "weight, in intervals, of the rule that power or idleness lasts as long again as so far"),
    habits.key(
      "budget-chance", \.budgetChance, .share(),
      "chance with which power or idleness must last for a budget; 0 %: no budget is cut"),
    habits.key(
      "shortest-held-budget", \.shortestHeldBudget, .duration(.seconds(1) ... .days(1)),
      "shortest budget after a cut for `forecast.budget-chance`; at least `forecast.assumed-run`"),
    habits.key(
      "sureness-without-forecast", \.surenessWithoutForecast, .share(),
      "highest chance of completion that a start needs before habits are known"),
    habits.key(
      "highest-sureness", \.highestSureness, .share(),
      "highest chance of completion that a start needs; if smaller, requests wait less"),
    habits.key(
      "assumed-run", \.assumedRun, .duration(.seconds(1) ... .days(1)),
      "longest time that forecasts assume for a run"),
    habits.key(
      "kept-every", \.keptEvery, .duration(.seconds(1) ... .days(1)),
      "shortest time between two saves of habits"),
  ]
}
