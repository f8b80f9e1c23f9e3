import Scheduling
import Simulation

/// A systemd timer for a unit with ConditionACPower=. It elapses at fixed times of the day, and without power the start
/// is skipped until the next time. Times during sleep start on waking, since timers of the wall clock elapse then
/// (systemd.timer(5)).
///
/// The condition is checked once, at the start (systemd.unit(5)): a loss of power stops nothing. Power is the only
/// requirement it supports, and it has no latest date.
struct TimerRule: BaselineRule {
  /// The times after midnight, in rising order.
  private let hours: [Duration]
  private var rotation: RefreshRotation

  init(hours: [Duration], refreshesPerDay: Int) {
    self.hours = hours.sorted()
    rotation = RefreshRotation(perDay: refreshesPerDay)
  }

  /// Returns the next time at which the timer elapses, or the next turn of a refresh. If the timer elapses without
  /// the power that the task requires, that time is skipped.
  func startTime(of task: BaselineTask, _ view: BaselineView) -> WallTime? {
    if task.isRefresh { return rotation.startTime(of: task, view) }
    let opens = task.request.window.opens
    let elapse = view.nextElapse(of: hours, notBefore: opens)
    let lacksPower = task.requires.contains(.power) && view.device.isOnBattery
    let isSkipped = elapse <= view.now.wall && lacksPower
    if !isSkipped { return elapse }
    return view.nextElapse(of: hours, notBefore: max(opens, view.now.wall + .nanoseconds(1)))
  }

  mutating func noteStart(of task: BaselineTask, _ view: BaselineView) {
    if task.isRefresh { rotation.noteTurn(at: view.now.wall) }
  }
}
