import Scheduling

/// One simple way of deciding when work starts and when it is stopped.
protocol BaselineRule: Sendable {
  /// When it starts `task` if nothing changes from now on: at once where that has passed; nil where
  /// something has to change first.
  func start(_ task: BaselineTask, _ view: BaselineView) -> WallTime?

  /// When, and why, it stops a run of `task` if nothing changes from now on; nil where it lets it run.
  /// Its budget ends each run, whatever the rule.
  func stop(_ task: BaselineTask, _ view: BaselineView) -> BaselineStop?

  /// How long a run of `request` may take.
  func budget(of request: Request, _ rules: KindRules) -> Duration

  mutating func started(_ task: BaselineTask, _ view: BaselineView)

  mutating func ended(_ task: BaselineTask, _ view: BaselineView)
}

struct BaselineStop {
  var at: WallTime
  var reason: StopReason
}

extension BaselineRule {
  func stop(_ task: BaselineTask, _ view: BaselineView) -> BaselineStop? { nil }

  func budget(of request: Request, _ rules: KindRules) -> Duration {
    min(request.terms.budget ?? rules.budget, rules.longestBudget)
  }

  mutating func started(_ task: BaselineTask, _ view: BaselineView) {}

  mutating func ended(_ task: BaselineTask, _ view: BaselineView) {}
}
