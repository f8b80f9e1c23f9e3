import Scheduling
import Simulation

/// A systemd timer for a unit with ConditionACPower=. It elapses at fixed times of the day, and without power the start
/// is skipped until the next time. Times during sleep start on waking, since timers of the wall clock elapse then
/// (systemd.timer(5)). `Persistent=` does the same for a machine that was off, and so changes nothing here.
///
/// The condition is checked once, at the start (systemd.unit(5)): a loss of power stops nothing. Power is the only
/// requirement it supports, and it has no latest date.
struct TimerRule: BaselineRule {
  /// An hour, as in apt's timer of daily upgrades.
  static let usualDelay = Duration.hours(1)

  /// The times after midnight, in rising order.
  private let hours: [Duration]
  /// The longest random delay (`RandomizedDelaySec=`), at most a day. Each task has a new one each day.
  private let randomizedDelay: Duration
  private let seed: UInt64
  private var rotation: RefreshRotation

  /// - Parameters:
  ///   - hours: The times of day at which the timer elapses, as durations from midnight.
  ///   - seed: Determines the random delays.
  init(
    hours: [Duration], randomizedDelay: Duration = .zero, seed: UInt64 = 0, refreshesPerDay: Int
  ) {
    self.hours = hours.sorted()
    self.randomizedDelay = randomizedDelay
    self.seed = seed
    rotation = RefreshRotation(perDay: refreshesPerDay)
  }

  /// Returns the next time at which the timer elapses, or the next turn of a refresh. If the timer elapses without
  /// the power that the task requires, that time is skipped.
  func startTime(of task: BaselineTask, _ view: BaselineView) -> WallTime? {
    if task.isRefresh { return rotation.startTime(of: task, view) }
    let opens = task.request.window.opens
    let elapse = nextElapse(of: task, notBefore: opens, view)
    let lacksPower = task.requires.contains(.power) && view.device.isOnBattery
    let isSkipped = elapse <= view.now.wall && lacksPower
    if !isSkipped { return elapse }
    // The first elapse in the future.
    return nextElapse(of: task, notBefore: max(opens, view.now.wall + .nanoseconds(1)), view)
  }

  /// Returns the next moment at which the timer elapses for a task, with the task's random delay of that day.
  private func nextElapse(
    of task: BaselineTask, notBefore moment: WallTime, _ view: BaselineView
  ) -> WallTime {
    view.nextElapse(of: hours, notBefore: moment) { delay(of: task.past.place, on: $0) }
  }

  /// Returns the random delay of a task on a day, evenly distributed. The seed determines it.
  ///
  /// - Parameter place: The number of the task.
  private func delay(of place: Int, on day: Int) -> Duration {
    guard randomizedDelay > .zero else { return .zero }
    var generatorOfDay = SeededGenerator(seed: seed &+ UInt64(bitPattern: Int64(day)))
    var generator = SeededGenerator(seed: generatorOfDay.next() &+ UInt64(place))
    return generator.duration(in: .zero...randomizedDelay)
  }

  mutating func noteStart(of task: BaselineTask, _ view: BaselineView) {
    if task.isRefresh { rotation.noteTurn(at: view.now.wall) }
  }
}
