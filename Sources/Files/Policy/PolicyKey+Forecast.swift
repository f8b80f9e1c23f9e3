import Scheduling

// Energy, habits, and the moments ahead.
extension PolicyKey {
  private static let device = PolicyGroup(prefix: "energy.", root: \.energy)

  static let energy: [PolicyKey] = [
    device.key(
      "seconds-per-day", \.secondsPerDay, .number(0.1...1_000_000),
      "processor seconds a day for refreshes on battery"),
    device.key("counts-mains", \.countsMains, .flag, "whether those on mains count as well"),
    device.key(
      "looks-ahead", \.looksAhead, .duration(.minutes(10) ... .days(7)),
      "how far ahead a moment is looked for that is worth its price"),
  ]

  private static let habits = PolicyGroup(prefix: "forecast.", root: \.forecast)
  private static let strength = PolicyForm.number(0.001...1_000_000)

  static let forecast: [PolicyKey] = [
    habits.key(
      "habit-half-life", \.habitHalfLife, .duration(.hours(1) ... .days(3660)),
      "after so long a habit counts half"),
    habits.key(
      "least-days", \.leastDays, .count(0...366), "of habits, before anything is forecast"),
    habits.key(
      "day-hour-strength", \.dayHourStrength, strength, "hours as which the hour of the day counts"),
    habits.key(
      "general-strength", \.generalStrength, strength, "hours as which what is more general counts"),
    habits.key(
      "neighbour-share", \.neighbourShare, .share(), "how much the hours before and after count"),
    habits.key(
      "longest-absence", \.longestAbsence, .duration(.hours(1) ... .days(366)),
      "off for longer is not learned"),
    habits.key(
      "better-time-left", \.betterTimeLeft, .duration(.seconds(1) ... .days(7)),
      "waits while more than this of better time is to come"),
    habits.key(
      "better-time-share", \.betterTimeShare, .share(), "the same as a part of long windows"),
    habits.key(
      "spell-memory", \.spellMemory, .share(), "what each spell leaves of the knowledge before it"),
    habits.key(
      "spell-strength", \.spellStrength, strength,
      "spells as which counts that what lasted so long lasts as long again"),
    habits.key(
      "budget-chance", \.budgetChance, .share(), "with which a spell must hold a budget"),
    habits.key(
      "shortest-held-budget", \.shortestHeldBudget, .duration(.seconds(1) ... .days(1)),
      "no budget is cut below it to fit into a spell"),
    habits.key(
      "sureness-without-forecast", \.surenessWithoutForecast, .share(),
      "chance that a start needs where nothing is forecast"),
    habits.key(
      "highest-sureness", \.highestSureness, .share(), "greatest chance that a start ever needs"),
    habits.key(
      "assumed-run", \.assumedRun, .duration(.seconds(1) ... .days(1)),
      "longest that a run is taken to be"),
    habits.key(
      "kept-every", \.keptEvery, .duration(.seconds(1) ... .days(1)), "habits are on disk so often"),
  ]
}
