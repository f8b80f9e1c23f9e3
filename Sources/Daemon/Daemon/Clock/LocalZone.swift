import CLinux
import Scheduling
import Zones

/// The system's time zone.
struct LocalZone: ZoneRules {
  /// Returns the local date and time at `time`, in the system's zone.
  func civil(at time: WallTime) -> CivilTime {
    let local = rubato_zone_civil(time.wholeSeconds)
    return CivilTime(
      year: Int(local.year), month: Int(local.month), day: Int(local.day), hour: Int(local.hour),
      minute: Int(local.minute), second: Int(local.second))
  }

  func zone(named name: String) -> ZoneRule? { ZoneFiles.rule(of: name) }

  /// Makes later calls use the present zone of the system, if it has changed.
  static func refresh() { rubato_zone_refresh() }

  /// Returns the offset of its clocks from UTC at `time`.
  func secondsFromUTC(at time: WallTime) -> Int {
    Int(rubato_zone_offset(time.wholeSeconds))
  }

  /// Returns the first moment after `start` and up to `end` at which the zone's offset changes; `nil` if there is
  /// none. Two changes within a week would be missed, but do not occur.
  func change(after start: WallTime, to end: WallTime) -> WallTime? {
    let zone = secondsFromUTC(at: start)
    var low = start
    while low < end {
      let high = min(low + .days(7), end)
      // `ZoneRules` searches the exact moment between these two.
      if secondsFromUTC(at: high) != zone { return momentOfChange(between: low, and: high) }
      low = high
    }
    return nil
  }
}
