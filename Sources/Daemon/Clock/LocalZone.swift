import CLinux
import Scheduling

/// The system's time zone.
struct LocalZone: ZoneRules {
  func civil(at time: WallTime) -> CivilTime {
    let civil = rubato_zone_civil(time.wholeSeconds)
    return CivilTime(
      year: Int(civil.year), month: Int(civil.month), day: Int(civil.day), hour: Int(civil.hour),
      minute: Int(civil.minute), second: Int(civil.second))
  }

  func wall(at civil: CivilTime) -> WallTime {
    WallTime(
      seconds: rubato_zone_seconds(
        rubato_civil(
          year: CInt(civil.year), month: CInt(civil.month), day: CInt(civil.day),
          hour: CInt(civil.hour), minute: CInt(civil.minute), second: CInt(civil.second))))
  }

  /// Looks whether the system was given another zone.
  static func refresh() { rubato_zone_refresh() }

  /// How far its clocks are ahead of UTC at `time`.
  func secondsFromUTC(at time: WallTime) -> Int {
    Int(rubato_zone_offset(time.wholeSeconds))
  }

  /// The first moment after `start` and up to `end` from which on its clocks are set differently; nil
  /// where there is none. Two changes within a week would be missed: there are none.
  func change(after start: WallTime, to end: WallTime) -> WallTime? {
    let zone = secondsFromUTC(at: start)
    var low = start
    while low < end {
      let high = min(low + .days(7), end)
      if secondsFromUTC(at: high) != zone { return change(from: zone, low, high) }
      low = high
    }
    return nil
  }

  /// Halves until the second is found.
  private func change(from zone: Int, _ low: WallTime, _ high: WallTime) -> WallTime {
    var (low, high) = (low.wholeSeconds, high.wholeSeconds)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if secondsFromUTC(at: WallTime(seconds: middle)) == zone {
        low = middle
      } else {
        high = middle
      }
    }
    return WallTime(seconds: high)
  }
}

extension WallTime {
  fileprivate var wholeSeconds: Int64 { (self - WallTime(seconds: 0)).components.seconds }
}
