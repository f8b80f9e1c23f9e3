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

  private static func of(_ kind: PolicyGroup<KindRules>) -> [PolicyKey] {
    bounds(of: kind) + gates(of: kind)
  }

  private static func bounds(of kind: PolicyGroup<KindRules>) -> [PolicyKey] {
    let budget = PolicyForm.duration(.milliseconds(100) ... .days(7))
    return [
      kind.key(
        "priority", \.priority, .count(0...100), "who comes first where more is ready than fits"),
      kind.key("budget", \.budget, budget, "time of a run"),
      kind.key(
        "shortest-budget", \.shortestBudget, budget.orNone(),
        "time of a run on a warm device with an empty battery; none: it does not follow the device"),
      kind.key("longest-budget", \.longestBudget, budget, "longest that may be asked for"),
      kind.key(
        "longest-budget-on-battery", \.longestBudgetOnBattery, budget,
        "longest of a run that begins on battery"),
      kind.key(
        "grace", \.grace, .duration(.zero ... .hours(1)), "from the warning to the kill"),
      kind.key(
        "step-limit", \.stepLimit, budget.orNone(), "time of a step that does not say so itself"),
      kind.key(
        "lane", \.concurrencyClass, .concurrencyClass, "kinds of one lane share its runs at once"),
      kind.key("spacing", \.spacing, .duration(.zero ... .days(7)), "between starts of one app"),
    ]
  }

  private static func gates(of kind: PolicyGroup<KindRules>) -> [PolicyKey] {
    [
      kind.key(
        "battery-floor", \.batteryFloor, PolicyForm<Int>.percent.orNone(),
        "below it the kind is held"),
      kind.key(
        "floor-holds-plugged-in", \.floorHoldsPluggedIn, .flag, "whether the floor holds on mains"),
      kind.key(
        "battery-score-base", \.batteryScoreBase, .percent,
        "up to it the battery's score is 0, which holds nothing"),
      kind.key("low-power", \.lowPower, .lowPower, "when it may run in low-power mode"),
      kind.key("thermal-ceiling", \.thermalCeiling, .heat, "hottest state in which it may start"),
      kind.key("user-activity", \.userActivity, .userActivity, "what a user at the device means"),
      kind.key(
        "runs-on-battery", \.runsOnBattery, .flag,
        "whether it starts on battery, unless allowed to by its request"),
      kind.key(
        "highest-load", \.highestLoad, PolicyForm<Int>.percent.orNone(), "above it the kind is held"
      ),
      kind.key(
        "closing-gate", \.closingGate, .closingGate, "what a gate that closes does to a run"),
      kind.key("waits-after-boot", \.waitsAfterBoot, .flag, "whether herd-time concerns it"),
      kind.key(
        "awaits-best-moment", \.awaitsBestMoment, .flag, "whether it waits for better hours"),
      kind.key("is-priced", \.isPriced, .flag, "whether it must be worth the price of energy"),
      kind.key("activity-weight", \.activityWeight, .number(0...1000), "weight of Device Activity"),
      kind.key(
        "obeys-app-switches", \.obeysAppSwitches, .flag,
        "whether an app's switch, force-quit, quota and bars concern it"),
    ]
  }
}
