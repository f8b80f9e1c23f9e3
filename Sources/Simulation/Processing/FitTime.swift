import Scheduling

/// When a device was powered and idle, as its trace tells it; what is not known of idleness counts as
/// idle, and what is not known of power as none.
package struct FitTime: Sendable {
  /// Powered and idle, in the order of time.
  package private(set) var fit: [Range<WallTime>] = []
  /// Powered.
  package private(set) var power: [Range<WallTime>] = []
  private var fitSince: WallTime?
  private var powerSince: WallTime?
  private var device = DeviceState()

  package init(_ timeline: Timeline) {
    for step in timeline.steps {
      switch step.happening {
      case .device(let values):
        for value in values { device.apply(value) }
        follow(at: step.at)
      case .gap:
        device = DeviceState()
        follow(at: step.at)
      case .opened, .closed, .forceQuit, .refreshSwitched, .zone, .sleep: break
      }
    }
    device = DeviceState()
    follow(at: timeline.ends)
  }

  private mutating func follow(at now: WallTime) {
    let isPowered = device.power == .ac
    Self.follow(isPowered, since: &powerSince, at: now, &power)
    Self.follow(isPowered && device.isIdle != false, since: &fitSince, at: now, &fit)
  }

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

  /// The days on which the device was powered and idle for so long on end.
  ///
  /// - Parameter begins: when days begin, from midnight.
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
