import Scheduling

// Energy, habits, and forecasts.
extension PolicyKey {
  private static let device = PolicyGroup(prefix: "energy.", root: \.energy)

  static let energy: [PolicyKey] = [
    device.key(
      "seconds-per-day", \.secondsPerDay, .number(0.1...1_000_000),
      "processor seconds a day for refreshes on battery"),
    device.key(
      "counts-mains", \.countsMains, .flag, "whether refreshes on external power count as well"),
    device.key(
      "looks-ahead", \.looksAhead, .duration(.minutes(10) ... .days(7)),
      "how far ahead a time worth its price is searched for"),
    device.key(
      "compares-at-opens", \.comparesAtOpens, .flag,
      "whether refreshes are compared when an app is opened, and not only every ten minutes"),
    device.key(
      "patience", \.patience, .number(0...100),
      "how much refreshes wait for use that is expected later within the hour"),
    device.key(
      "turns", \.turns, .number(0...100),
      "how much apps that are used alike take turns"),
    device.key(
      "mains-price", \.mainsPrice, .number(0...100),
      "what a refresh on external power must be worth; 0 asks nothing of it"),
    device.key(
      "network-price", \.networkPrice, .number(0...100),
      "what a refresh must be worth for its use of the network"),
    device.key(
      "metered-price", \.meteredPrice, .number(0...100),
      "what it must be worth beyond that on a metered network"),
    device.key(
      "longest-age-on-mains", \.longestAgeOnMains, .duration(.hours(1) ... .days(366)),
      "after how long on external power an app is refreshed whatever that is worth"),
  ]

  private static let habits = PolicyGroup(prefix: "forecast.", root: \.forecast)
  private static let strength = PolicyForm.number(0.001...1_000_000)

  static let forecast: [PolicyKey] = [
    habits.key(
      "habit-half-life", \.habitHalfLife, .duration(.hours(1) ... .days(3660)),
      "half-life of a habit"),
    habits.key(
      "least-days", \.leastDays, .count(0...366), "days of observation before anything is forecast"),
    habits.key(
      "usual-days", \.usualDays, .number(0...366),
      "weight of what is usual of people, in days, until then"),
    habits.key(
      "usual-after", \.usualAfter, .duration(.zero ... .days(366)),
      "time of observation before that has any"),
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
      "nothing is learned from longer times off"),
    habits.key(
      "better-time-left", \.betterTimeLeft, .duration(.seconds(1) ... .days(7)),
      "waits while more than this much better time is expected"),
    habits.key(
      "better-time-share", \.betterTimeShare, .share(), "the same, as a part of long windows"),
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
