import Scheduling

/// The times at which a device was awake, powered and idle, by its trace or scenario. Unknown idleness counts as idle,
/// and unknown power as none.
package struct FitTime: Sendable {
  /// The continuous time in a day that is enough for a piece of work.
  static let fitLength = Duration.minutes(10)

  /// The powered and idle times, in order.
  package private(set) var fit: [Range<WallTime>] = []
  /// The powered times.
  package private(set) var power: [Range<WallTime>] = []
  private var fitSince: WallTime?
  private var powerSince: WallTime?
  private var device = DeviceState()
  private var asleepUntil: WallTime?

  package init(_ timeline: Timeline) {
    for step in timeline.steps {
      wake(by: step.at)
      switch step.happening {
      case .device(let values):
        for value in values { device.apply(value) }
        follow(at: step.at)
      case .gap:
        device = DeviceState()
        follow(at: step.at)
      case .sleep(let end):
        asleepUntil = end
        follow(at: step.at)
      case .opened, .closed, .forceQuit, .refreshSwitched, .zone: break
      }
    }
    wake(by: timeline.ends)
    device = DeviceState()
    follow(at: timeline.ends)
  }

  /// Ends the machine's sleep if it ends by `now`. The values that the machine received during the sleep then take
  /// effect.
  private mutating func wake(by now: WallTime) {
    guard let end = asleepUntil, end <= now else { return }
    asleepUntil = nil
    follow(at: end)
  }

  /// Updates both kinds of intervals after a change of the device. A sleeping machine is neither powered nor idle.
  private mutating func follow(at now: WallTime) {
    let isPowered = device.power == .ac && asleepUntil == nil
    Self.follow(isPowered, since: &powerSince, at: now, &power)
    Self.follow(isPowered && device.isIdle != false, since: &fitSince, at: now, &fit)
  }

  /// Updates the intervals of one state. If the state is present (`isSo`), its interval begins unless it has begun.
  /// Otherwise an interval that has begun ends at `now`, and is added to `stretches` unless it is empty.
  private static func follow(
    _ isSo: Bool, since: inout WallTime?, at now: WallTime, _ stretches: inout [Range<WallTime>]
  ) {
    if isSo {
      since = since ?? now
    } else if let begun = since {
      if begun < now { stretches.append(begun..<now) }
      since = nil
    }
  }

  /// Returns the days, counted from 1970, on which the device was powered and idle for `length` without a break.
  ///
  /// - Parameter begins: The time of day at which a day begins, as a duration from midnight.
  package func days(with length: Duration, _ begins: Duration = .zero) -> Set<Int> {
    var days: Set<Int> = []
    for stretch in fit {
      for day in stretch.lowerBound.day(begins)...stretch.upperBound.day(begins) {
        let ofDay = stretch.clamped(
          to: WallTime(day: day, begins)..<WallTime(day: day + 1, begins))
        if ofDay.upperBound - ofDay.lowerBound >= length { days.insert(day) }
      }
    }
    return days
  }
}
