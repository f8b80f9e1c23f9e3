import Scheduling
import Simulation

/// A simple rule for when work starts and stops.
protocol BaselineRule: Sendable {
  /// Returns the time at which it starts `task` if nothing changes from now on. A past time means immediately; `nil` if
  /// something must change first.
  func startTime(of task: BaselineTask, _ view: BaselineView) -> WallTime?

  /// Returns when, and why, it stops a run of `task` if nothing changes from now on; `nil` if it lets the run continue.
  /// Under every rule, the budget ends a run.
  func plannedStop(of task: BaselineTask, _ view: BaselineView) -> BaselineStop?

  /// Returns when it wakes a sleeping machine for `task`; `nil` if it does not.
  func alarm(for task: BaselineTask, _ view: BaselineView) -> WallTime?

  /// Returns the longest time of a run of `request`.
  func budget(of request: Request, _ rules: KindRules) -> Duration

  /// Updates the rule's records before each event while the machine is awake. The view has the time of the event, and
  /// the state of the device since the event before.
  mutating func noteTime(_ view: BaselineView)

  /// Updates the rule's records at an open of `app`. The view has the app's earlier opens.
  mutating func noteOpen(of app: AppKey, _ view: BaselineView)

  /// Called before each decision, for rules that compare refreshes. Chooses among those that are due and not running,
  /// in the order of submission.
  mutating func chooseRefreshes(among due: [BaselineTask], _ view: BaselineView)

  /// Updates the rule's records after a start, such as a quota or the turns of refreshes.
  mutating func noteStart(of task: BaselineTask, _ view: BaselineView)

  /// Updates the rule's records after the end of a run; `task` contains the result.
  mutating func noteEnd(of task: BaselineTask, _ view: BaselineView)
}

/// A stop of a run that a rule plans.
struct BaselineStop {
  /// The time of the stop; a past time means immediately.
  var at: WallTime
  var reason: StopReason
}

extension BaselineRule {
  func plannedStop(of task: BaselineTask, _ view: BaselineView) -> BaselineStop? { nil }

  func alarm(for task: BaselineTask, _ view: BaselineView) -> WallTime? { nil }

  func budget(of request: Request, _ rules: KindRules) -> Duration {
    min(
      request.terms.budget ?? rules.budget,
      rules.longestBudget(of: request.terms, owner: request.key.owner))
  }

  mutating func noteTime(_ view: BaselineView) {}

  mutating func noteOpen(of app: AppKey, _ view: BaselineView) {}

  mutating func chooseRefreshes(among due: [BaselineTask], _ view: BaselineView) {}

  mutating func noteStart(of task: BaselineTask, _ view: BaselineView) {}

  mutating func noteEnd(of task: BaselineTask, _ view: BaselineView) {}
}
