import Scheduling
import Simulation

/// A crontab: due work starts at fixed times of the day, regardless of the device. Unfinished work gets its next chance
/// at the next of these times; times during sleep are missed.
///
/// The rule ignores requirements and latest dates.
struct CronRule: BaselineRule {
  /// The times after midnight, in rising order.
  private let hours: [Duration]
  private var rotation: RefreshRotation

  /// The delay after a time of day beyond which the machine must have slept.
  private static let slack = Duration.minutes(1)

  init(hours: [Duration], refreshesPerDay: Int) {
    self.hours = hours.sorted()
    rotation = RefreshRotation(perDay: refreshesPerDay)
  }

  /// Returns the next of the crontab's times for the task, or the next turn of a refresh. A time that is more than a
  /// minute ago was missed in sleep and is skipped.
  func startTime(of task: BaselineTask, _ view: BaselineView) -> WallTime? {
    if task.isRefresh { return rotation.startTime(of: task, view) }
    let opens = task.request.window.opens
    let elapse = view.nextElapse(of: hours, notBefore: opens)
    let wasMissed = view.now.wall - elapse > Self.slack
    if !wasMissed { return elapse }
    return view.nextElapse(of: hours, notBefore: max(opens, view.now.wall + .nanoseconds(1)))
  }

  mutating func noteStart(of task: BaselineTask, _ view: BaselineView) {
    if task.isRefresh { rotation.noteTurn(at: view.now.wall) }
  }
}
