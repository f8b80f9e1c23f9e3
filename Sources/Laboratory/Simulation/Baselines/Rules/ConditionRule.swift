import Scheduling

/// Starts work as soon as what it requires has held for a while, and stops it when that is lost: what
/// one would write without a scheduler.
///
/// It knows all named requirements and the kinds' own need of power, no latest dates and no habits.
struct ConditionRule: BaselineRule {
  /// How long all that a task requires must have held.
  private let wait: Duration
  /// How long it may be lost without a stop, as Rubato lets it.
  private let tolerance: Duration
  private var rotation: RefreshRotation

  init(wait: Duration, settings: Settings, refreshesPerDay: Int) {
    self.wait = wait
    tolerance = max(settings.steadyPowerLoss, settings.steadyUserReturn)
    rotation = RefreshRotation(perDay: refreshesPerDay)
  }

  func start(_ task: BaselineTask, _ view: BaselineView) -> WallTime? {
    if task.isRefresh { return rotation.start(task, view) }
    return view.conditions.held(task.requires).map { max($0 + wait, task.request.window.opens) }
  }

  func stop(_ task: BaselineTask, _ view: BaselineView) -> BaselineStop? {
    view.conditions.lost(task.requires).map {
      BaselineStop(at: $0.since + tolerance, reason: $0.condition.stopReason)
    }
  }

  mutating func started(_ task: BaselineTask, _ view: BaselineView) {
    if task.isRefresh { rotation.taken(at: view.now.wall) }
  }
}
