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
      "longest time ahead that is searched for a time worth its price"),
    device.key(
      "compares-at-opens", \.comparesAtOpens, .flag,
      "whether refreshes are compared when an app is opened, and not only every ten minutes"),
    device.key(
      "patience", \.patience, .number(0...100),
      "strength with which refreshes wait for use that is expected later within the hour"),
    device.key(
      "turns", \.turns, .number(0...100),
      "strength with which apps with similar use take turns"),
    device.key(
      "sequence", \.sequence, .number(0...10),
      "strength with which refreshes prefer apps that usually follow the app opened last"),
    device.key(
      "mains-price", \.mainsPrice, .number(0...100),
      "minimum worth of a refresh on external power; 0 disables the check"),
    device.key(
      "network-price", \.networkPrice, .number(0...100),
      "minimum worth of a refresh for its use of the network"),
    device.key(
      "metered-price", \.meteredPrice, .number(0...100),
      "additional minimum worth of a refresh on a metered network"),
    device.key(
      "longest-age-on-mains", \.longestAgeOnMains, .duration(.hours(1) ... .days(366)),
      "age of a refresh at which it is repeated on external power regardless of its worth"),
  ]

  private static let habits = PolicyGroup(prefix: "forecast.", root: \.forecast)
  private static let strength = PolicyForm.number(0.001...1_000_000)

  static let forecast: [PolicyKey] = [
    habits.key(
      "habit-half-life", \.habitHalfLife, .duration(.hours(1) ... .days(3660)),
      "half-life of a habit"),
    habits.key(
      "least-days", \.leastDays, .count(0...366), "days of observation before the first forecast"),
    habits.key(
      "usual-days", \.usualDays, .number(0...366),
      "weight of the habits of an average user, in days, before the first forecast"),
    habits.key(
      "usual-after", \.usualAfter, .duration(.zero ... .days(366)),
      "time of observation before the habits of an average user have weight"),
    habits.key(
      "day-hour-strength", \.dayHourStrength, strength,
      "weight of the hour of day, in hours of observation"),
    habits.key(
      "general-strength", \.generalStrength, strength,
      "weight of the general average, in hours of observation"),
    habits.key(
      "neighbour-share", \.neighbourShare, .share(), "weight of neighbouring hours"),
    habits.key(
      "longest-absence", \.longestAbsence, .duration(.hours(1) ... .days(366)),
      "longest time off from which habits are learned"),
    habits.key(
      "better-time-left", \.betterTimeLeft, .duration(.seconds(1) ... .days(7)),
      "expected better time above which a request waits"),
    habits.key(
      "better-time-share", \.betterTimeShare, .share(),
      "expected better time above which a request waits, as a part of long windows"),
    habits.key(
      "spell-memory", \.spellMemory, .share(),
      "part of earlier knowledge kept with each new interval"),
    habits.key(
      "spell-strength", \.spellStrength, strength,
      "weight, in intervals, of the rule that a state lasts as long again as it has lasted"),
    habits.key(
      "budget-chance", \.budgetChance, .share(),
      "required probability that conditions last for a budget; 0 % cuts none"),
    habits.key(
      "shortest-held-budget", \.shortestHeldBudget, .duration(.seconds(1) ... .days(1)),
      "shortest budget when cut to fit expected conditions"),
    habits.key(
      "sureness-without-forecast", \.surenessWithoutForecast, .share(),
      "highest required chance of a start before habits are known"),
    habits.key(
      "highest-sureness", \.highestSureness, .share(), "highest required chance of a start"),
    habits.key(
      "assumed-run", \.assumedRun, .duration(.seconds(1) ... .days(1)),
      "longest assumed length of a run"),
    habits.key(
      "kept-every", \.keptEvery, .duration(.seconds(1) ... .days(1)),
      "interval at which habits are saved"),
  ]
}
