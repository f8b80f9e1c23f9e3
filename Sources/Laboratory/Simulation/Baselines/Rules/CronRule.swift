import Scheduling

/// A crontab: whatever is due starts at fixed times of the day, whatever the device does. What was not
/// done then has its next chance at the next of these times; what falls into a sleep is missed.
///
/// It knows no requirements and no latest dates.
struct CronRule: BaselineRule {
  /// After midnight, in rising order.
  private let hours: [Duration]
  private var rotation: RefreshRotation

  /// A machine that comes so late to a time of day has slept.
  private static let slack = Duration.minutes(1)

  init(hours: [Duration], refreshesPerDay: Int) {
    self.hours = hours.sorted()
    rotation = RefreshRotation(perDay: refreshesPerDay)
  }

  func start(_ task: BaselineTask, _ view: BaselineView) -> WallTime? {
    if task.isRefresh { return rotation.start(task, view) }
    let opens = task.request.window.opens
    let elapse = view.elapse(of: hours, notBefore: opens)
    return view.now.wall - elapse <= Self.slack
      ? elapse : view.elapse(of: hours, notBefore: max(opens, view.now.wall + .nanoseconds(1)))
  }

  mutating func started(_ task: BaselineTask, _ view: BaselineView) {
    if task.isRefresh { rotation.taken(at: view.now.wall) }
  }
}
