import Scheduling

extension PolicyKey {
  /// The gates and bounds of each kind.
  static let kinds: [PolicyKey] =
    of(PolicyGroup(prefix: "refresh.", root: \.refresh))
    + of(PolicyGroup(prefix: "processing.", root: \.processing))
    + of(PolicyGroup(prefix: "push.", root: \.push))
    + of(PolicyGroup(prefix: "maintenance.", root: \.maintenance))
    + of(PolicyGroup(prefix: "utility.", root: \.utility))
    + of(PolicyGroup(prefix: "userInitiated.", root: \.userInitiated))

  /// Returns all keys of one kind, from the group of its settings.
  private static func of(_ kind: PolicyGroup<KindRules>) -> [PolicyKey] {
    bounds(of: kind) + gates(of: kind)
  }

  /// Returns the keys for the priority, the time limits, the slots and the spacing of one kind.
  private static func bounds(of kind: PolicyGroup<KindRules>) -> [PolicyKey] {
    let budget = PolicyForm.duration(.milliseconds(100)...KindRules.mostBudget)
    return [
      kind.key(
        "priority", \.priority, .count(0...100),
        "priority if slots are short; the greater number starts first"),
      kind.key("budget", \.budget, budget, "default longest time of a run"),
      kind.key(
        "shortest-budget", \.shortestBudget, budget.orNone(),
        "budget on battery at the battery floor, rising to the full one at 100 %; none: always full"
      ),
      kind.key(
        "longest-budget", \.longestBudget, budget.orNone(named: "by-user"),
        "longest budget that may be requested; by-user: 7d for root and for userInitiated, else 1d"
      ),
      kind.key(
        "longest-budget-on-battery", \.longestBudgetOnBattery, budget,
        "longest budget of a run started on battery"),
      kind.key(
        "grace", \.grace, .duration(.zero ... .hours(1)), "time between the warning and the kill"),
      kind.key(
        "step-limit", \.stepLimit, budget.orNone(), "limit of a step that has none of its own"),
      kind.key(
        "concurrency-class", \.concurrencyClass, .concurrencyClass,
        "class of kinds that share slots"),
      kind.key(
        "spacing", \.spacing, .duration(.zero ... .days(7)),
        "shortest time between starts of one app"),
    ]
  }

  /// Returns the keys for the device states in which runs of one kind start, and for the rules that apply to them.
  private static func gates(of kind: PolicyGroup<KindRules>) -> [PolicyKey] {
    [
      kind.key(
        "battery-floor", \.batteryFloor, PolicyForm<Int>.percent.orNone(),
        "battery level below which the kind is held"),
      kind.key(
        "floor-holds-plugged-in", \.floorHoldsPluggedIn, .flag,
        "whether the battery floor also applies on external power"),
      kind.key(
        "battery-score-base", \.batteryScoreBase, .percent,
        "battery level from which the battery score rises from 0"),
      kind.key("low-power", \.lowPower, .lowPower, "when the kind may run in low-power mode"),
      kind.key(
        "thermal-ceiling", \.thermalCeiling, .heat, "hottest state in which the kind may start"),
      kind.key(
        "user-activity", \.userActivity, .userActivity,
        "effect of a user at the device: lowers the score, or holds the kind"),
      kind.key(
        "runs-on-battery", \.runsOnBattery, .flag,
        "whether the kind starts on battery by default"),
      kind.key(
        "highest-load", \.highestLoad, PolicyForm<Int>.percent.orNone(),
        "load above which the kind is held"),
      kind.key(
        "closing-gate", \.closingGate, .closingGate, "effect of a closing gate on a run"),
      kind.key(
        "quiet", \.quiet, PolicyForm<WeekHours>.hours.orNone(),
        "hours in which no request of the kind starts"),
      kind.key("waits-after-boot", \.waitsAfterBoot, .flag, "whether boot-delay applies"),
      kind.key(
        "awaits-best-moment", \.awaitsBestMoment, .flag,
        "whether the kind waits if a better moment is likely in its window"),
      kind.key(
        "is-priced", \.isPriced, .flag,
        "whether app tasks start only if their worth is at least their price"),
      kind.key(
        "activity-weight", \.activityWeight, .number(0...1000),
        "weight of device use in the score; if greater, idle moments are preferred more"),
      kind.key(
        "obeys-app-switches", \.obeysAppSwitches, .flag,
        "whether an app's switch, force-quit, quota and blocks apply"),
    ]
  }
}
