import Scheduling
import Simulation

/// Starts work as soon as its requirements have been met for a while, and stops it when one is lost: a plain script
/// without a scheduler.
///
/// The rule supports all named requirements and the kinds' own need of power, but no latest dates and no habits.
struct ConditionRule: BaselineRule {
  /// The time for which all requirements of a task must have been met.
  private let wait: Duration
  /// The time for which one may be lost without a stop, equal to Rubato's.
  private let tolerance: Duration
  private var rotation: RefreshRotation

  /// Creates the rule. Its tolerance is the longer one of two delays of Rubato: after a loss of power, and after the
  /// return of the user.
  init(wait: Duration, settings: Settings, refreshesPerDay: Int) {
    self.wait = wait
    tolerance = max(settings.steadyPowerLoss, settings.steadyUserReturn)
    rotation = RefreshRotation(perDay: refreshesPerDay)
  }

  /// Returns the next turn of a refresh. Other work starts when its requirements have been met for `wait`; `nil` if
  /// one is not met.
  func startTime(of task: BaselineTask, _ view: BaselineView) -> WallTime? {
    if task.isRefresh { return rotation.startTime(of: task, view) }
    return view.conditions.metSince(task.requires).map { max($0 + wait, task.request.window.opens) }
  }

  /// Returns a stop at which a required condition has been unmet for the tolerance; `nil` if all are met.
  func plannedStop(of task: BaselineTask, _ view: BaselineView) -> BaselineStop? {
    view.conditions.firstUnmet(task.requires).map {
      BaselineStop(at: $0.since + tolerance, reason: $0.condition.stopReason)
    }
  }

  mutating func noteStart(of task: BaselineTask, _ view: BaselineView) {
    if task.isRefresh { rotation.noteTurn(at: view.now.wall) }
  }
}
