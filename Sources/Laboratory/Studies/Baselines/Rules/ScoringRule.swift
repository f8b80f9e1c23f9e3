import Scheduling
import Simulation

/// A rule that chooses refreshes by their scores. Other work starts as soon as its requirements are met.
protocol ScoringRule: BaselineRule {
  /// The rule of all other work.
  var work: ConditionRule { get }
  var choice: RefreshChoice { get set }

  /// Returns the time between two choices without an open.
  func slotLength(_ view: BaselineView) -> Duration
}

extension ScoringRule {
  func startTime(of task: BaselineTask, _ view: BaselineView) -> WallTime? {
    task.isRefresh
      ? choice.startTime(of: task, every: slotLength(view), view) : work.startTime(of: task, view)
  }

  func plannedStop(of task: BaselineTask, _ view: BaselineView) -> BaselineStop? {
    work.plannedStop(of: task, view)
  }

  mutating func noteStart(of task: BaselineTask, _ view: BaselineView) {
    if task.isRefresh { choice.noteStart(of: task) }
  }
}
