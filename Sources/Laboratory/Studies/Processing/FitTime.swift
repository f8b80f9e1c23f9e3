import Scheduling
import Simulation

/// The times at which a device was awake, powered and idle, by its trace or scenario. Unknown idleness counts as idle,
/// and unknown power as none.
package struct FitTime: Sendable {
  /// The continuous time in a day that is enough for a piece of work.
  static let fitLength = Duration.minutes(10)

  /// The powered and idle times, in order.
  package private(set) var fitTimes: [Range<WallTime>] = []
  /// The powered times.
  package private(set) var poweredTimes: [Range<WallTime>] = []
  private var fitSince: WallTime?
  private var powerSince: WallTime?
  private var device = DeviceState()
  private var asleepUntil: WallTime?

  /// Reads the intervals of a whole timeline.
  package init(_ timeline: Timeline) {
    for step in timeline.steps {
      endSleep(by: step.at)
      switch step.happening {
      case .device(let values):
        for value in values { device.apply(value) }
        updateIntervals(at: step.at)
      case .gap:
        device = DeviceState()
        updateIntervals(at: step.at)
      case .sleep(let end):
        asleepUntil = end
        updateIntervals(at: step.at)
      case .opened, .closed, .forceQuit, .refreshSwitched, .zone: break
      }
    }
    endSleep(by: timeline.ends)
    // A device without values ends the open intervals.
    device = DeviceState()
    updateIntervals(at: timeline.ends)
  }

  /// Ends the machine's sleep if it ends by `now`. The values that the machine received during the sleep then take
  /// effect.
  private mutating func endSleep(by now: WallTime) {
    guard let end = asleepUntil, end <= now else { return }
    asleepUntil = nil
    updateIntervals(at: end)
  }

  /// Updates both kinds of intervals after a change of the device. A sleeping machine is neither powered nor idle.
  private mutating func updateIntervals(at now: WallTime) {
    let isPowered = device.power == .ac && asleepUntil == nil
    let isFit = isPowered && device.isIdle != false
    Self.updateIntervals(&poweredTimes, isPresent: isPowered, since: &powerSince, at: now)
    Self.updateIntervals(&fitTimes, isPresent: isFit, since: &fitSince, at: now)
  }

  /// Updates the intervals of one state. If the state is present, its interval begins unless it has begun. Otherwise
  /// an interval that has begun ends at `now`, and is added to `intervals` unless it is empty.
  private static func updateIntervals(
    _ intervals: inout [Range<WallTime>], isPresent: Bool, since: inout WallTime?,
    at now: WallTime
  ) {
    if isPresent {
      since = since ?? now
    } else if let begun = since {
      if begun < now { intervals.append(begun..<now) }
      since = nil
    }
  }

  /// Returns the days, counted from 1970, on which the device was powered and idle for `length` without a break.
  ///
  /// - Parameter dayBegins: The time of day at which a day begins, as a duration from midnight.
  package func days(with length: Duration, _ dayBegins: Duration = .zero) -> Set<Int> {
    var days: Set<Int> = []
    for interval in fitTimes {
      for day in interval.lowerBound.day(dayBegins)...interval.upperBound.day(dayBegins) {
        let partOnDay = interval.clamped(
          to: WallTime(day: day, dayBegins)..<WallTime(day: day + 1, dayBegins))
        if partOnDay.upperBound - partOnDay.lowerBound >= length { days.insert(day) }
      }
    }
    return days
  }
}
